// Actions by customers, merchants and the bank on a subscription's money: payments that wait, open and old invoices,
// refunds, disputes and corrections.
import type { Answer } from '#testing/client.ts'
import { type Action, anyCard, inStatus, type Life, type Seen } from './life.ts'
import type { Dice } from './dice.ts'

const hasPayment =
  (...statuses: string[]) =>
  ({ payment }: Seen) =>
    statuses.includes(payment?.status)

const authenticate: Action = {
  name: 'authenticate',
  weight: 14,
  fits: hasPayment('requires_action'),
  act: async ({ merchant }, { payment }, dice) => {
    if (!payment?.next_action) return undefined
    await merchant.authenticate(payment, dice.chance(0.75) ? 'approve' : 'decline')
    return undefined
  },
}

const settle: Action = {
  name: 'settle at the bank',
  weight: 14,
  fits: hasPayment('processing'),
  act: ({ merchant }, { payment }, dice) => {
    const outcome = dice.chance(0.75) ? 'approved' : 'declined'
    return merchant.client.post(`/sandbox/payments/${payment?.payment_id}/settle`, { outcome })
  },
}

const capture: Action = {
  name: 'capture',
  weight: 14,
  fits: hasPayment('requires_capture', 'partially_captured_and_capturable'),
  act: async ({ merchant }, { payment }, dice) => {
    const path = `/payments/${payment?.payment_id}`
    if (dice.chance(0.15)) return merchant.client.post(`${path}/cancel`, {})
    const { amount_capturable: all = 1 } = (await merchant.client.get(path)).body
    const amount_to_capture = dice.chance(0.5) ? all : dice.between(1, Math.max(1, all))
    return merchant.client.post(`${path}/capture`, { amount_to_capture })
  },
}

const review: Action = {
  name: 'review',
  weight: 12,
  fits: hasPayment('requires_merchant_action'),
  act: ({ merchant }, { payment }, dice) => {
    const decision = dice.chance(0.7) ? 'approve' : 'reject'
    return merchant.client.post(`/payments/${payment?.payment_id}/${decision}`, {})
  },
}

const resolve: Action = {
  name: 'resolve',
  weight: 12,
  fits: ({ invoice, payment }) =>
    invoice?.status === 'manual_review' && payment?.status !== 'requires_merchant_action',
  act: ({ merchant }, { invoice }, dice) =>
    merchant.resolve(invoice.id, dice.chance(0.5) ? 'accept' : 'void'),
}

type Wanted = (invoice: Seen) => boolean

/** Mostly one that the action is made for, the newest more often than others. */
async function anyInvoice({ merchant }: Life, { id }: Seen, dice: Dice, isWanted: Wanted) {
  const all = await merchant.invoices(id)
  const wanted = all.filter((invoice) => isWanted(invoice))
  const some = wanted.length > 0 && dice.chance(0.9) ? wanted : all
  return dice.chance(0.5) ? some.at(-1) : dice.pick(some)
}

const SETTLED = ['invoice_paid', 'payment_succeeded', 'voided']

const isOpen: Wanted = ({ status }) => !SETTLED.includes(status)
const hasMoney: Wanted = ({ status, amount, payment_id }) =>
  amount > 0 && payment_id !== null && (!isOpen({ status }) || status === 'manual_review')

/** With any card, whatever the invoice's state. */
const payOnPage: Action = {
  name: 'pay on the page',
  weight: 2,
  fits: () => true,
  act: async (life, seen, dice) => {
    const invoice = await anyInvoice(life, seen, dice, isOpen)
    const card = anyCard(dice)
    life.log.push(`${invoice?.id} with ${card}`)
    return invoice && life.merchant.payOnPage(invoice.hosted_invoice_url, card)
  },
}

const payOpen: Action = {
  ...payOnPage,
  name: 'pay an open invoice',
  weight: 10,
  fits: (seen) => isOpen(seen.invoice ?? {}) && inStatus('unpaid', 'paused', 'pending')(seen),
}

const refund: Action = {
  name: 'refund',
  weight: 4,
  fits: () => true,
  act: async (life, seen, dice) => {
    const invoice = await anyInvoice(life, seen, dice, hasMoney)
    if (!invoice?.payment_id) return undefined
    // One that ends in 77 is refused by the bank, later.
    const part = dice.chance(0.2) ? 77 : dice.between(1, Math.max(1, invoice.amount))
    const amount = dice.chance(0.5) ? undefined : part
    life.log.push(`${amount ?? 'all'} of ${invoice.payment_id}`)
    life.refunded.push(invoice.payment_id)
    return life.merchant.refund(invoice.payment_id, amount)
  },
}

const finishRefund: Action = {
  name: 'finish a refund',
  weight: 4,
  fits: (_, { refunded }) => refunded.length > 0,
  act: async ({ merchant, refunded }, _, dice) => {
    if (refunded.length === 0) return undefined
    const { body } = await merchant.client.get(`/refunds/list?payment_id=${refunded.join(',')}`)
    const found = dice.pick(body.data as Seen[])
    if (found === undefined) return undefined
    const isPending = found.status === 'pending'
    const outcome = !isPending ? 'returned' : dice.chance(0.5) ? 'approved' : 'declined'
    await merchant.settleAtBank(found.refund_id, outcome)
    return undefined
  },
}

const dispute: Action = {
  name: 'dispute',
  weight: 3,
  fits: () => true,
  act: async (life, seen, dice) => {
    const invoice = await anyInvoice(life, seen, dice, hasMoney)
    if (!invoice || !hasMoney(invoice)) return undefined
    if (life.disputed.includes(invoice.payment_id) && dice.chance(0.8)) return undefined
    const amount = dice.chance(0.6) ? undefined : dice.between(1, Math.max(1, invoice.amount))
    life.log.push(`${amount ?? 'all'} of ${invoice.payment_id}`)
    await life.merchant.dispute(invoice.payment_id, amount)
    life.disputed.push(invoice.payment_id)
    return undefined
  },
}

const decideDispute: Action = {
  name: 'decide a dispute',
  weight: 6,
  fits: (_, { disputed }) => disputed.length > 0,
  act: async ({ merchant, disputed }, _, dice) => {
    const payment_id = dice.pick(disputed)
    if (payment_id === undefined) return undefined
    const { body } = await merchant.client.get(`/disputes/list?payment_id=${payment_id}`)
    const [found] = body.data as Seen[]
    return found && decide(merchant, found, dice)
  },
}

async function decide(
  merchant: Life['merchant'],
  { dispute_id, connector_dispute_id, status }: Seen,
  dice: Dice,
): Promise<Answer | undefined> {
  if (status === 'dispute_opened' && dice.chance(0.3)) {
    return merchant.client.post(`/disputes/accept/${dispute_id}`, {})
  }
  if (status === 'dispute_opened') {
    const evidence = { dispute_id, customer_name: 'Ada King' }
    await merchant.client.post('/disputes/evidence', evidence)
  }
  const decision = dice.pick(['win', 'win', 'lose', 'withdraw', 'escalate'] as const)
  await merchant.decideAtBank(connector_dispute_id, decision)
  return undefined
}

const correct: Action = {
  name: 'correct the credit',
  weight: 2,
  fits: () => true,
  act: ({ merchant, customer_id, currency }, _, dice) => {
    const amount = dice.between(1, 3_000) * dice.pick([1, -1] as const)
    return merchant.correct(customer_id, currency, amount)
  },
}

export const moneyActions: readonly Action[] = [
  authenticate,
  settle,
  capture,
  review,
  resolve,
  payOnPage,
  payOpen,
  refund,
  finishRefund,
  dispute,
  decideDispute,
  correct,
]
