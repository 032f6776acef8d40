// Merchants' actions on payments.
import type { Answer } from '#testing/client.ts'
import { clientOf, read, type Request, send, sendAtOnce, sendUnderOneKey } from './clients.ts'
import { cardOnFile, learnMethod, liveCustomer, newToken } from './customers.ts'
import { byCard, byOther, currencies, newAmount } from './instruments.ts'
import { billing } from '#testing/payment_body.ts'
import {
  type Action,
  between,
  newName,
  newTarget,
  type PaymentTarget,
  pick,
  pickRecent,
  type Roll,
  type Run,
} from './run.ts'

/** Whatever happens later, such a payment stays as it was answered. */
const FINAL: ReadonlySet<string> = new Set(['succeeded', 'partially_captured', 'cancelled'])

export function learnPayment(run: Run, target: PaymentTarget, { body }: Answer): void {
  target.status = body.status
  target.transaction_id = body.connector_transaction_id ?? undefined
  target.page = body.next_action?.redirect_to_url
  target.is_awaited = body.status === 'requires_action' && target.page === undefined
  const isFinal =
    FINAL.has(body.status) || (body.status === 'failed' && !target.merchant.has_manual_retry)
  if (isFinal) run.promises.set(target, body.status)
  learnMethod(run, target.merchant, body)
}

function createRequest(run: Run, roll: Roll, body: object, is_alone: boolean): Request {
  const merchant = pick(roll, run.simulated.merchants)
  const payment_id = newName(run, 'pay')
  const target: PaymentTarget = newTarget(merchant, payment_id, is_alone)
  let isKnown = false
  const learn = (answer: Answer) => {
    learnPayment(run, target, answer)
    // Visible to others only from now on: no client acts on a payment that was answered as not created.
    if (!isKnown) run.payments.push(target)
    isKnown = true
  }
  return {
    target,
    name: 'create payment',
    path: '/payments',
    body: { ...body, payment_id },
    kinds: ['authorize'],
    creates: true,
    learn,
  }
}

interface Wanted {
  readonly body: object
  readonly confirm: boolean
}

function newPayment(roll: Roll): Wanted {
  const confirm = roll() < 0.7
  const isCard = roll() < 0.7
  const shared = {
    amount: newAmount(roll),
    currency: pick(roll, currencies),
    confirm,
    billing,
    return_url: 'https://shop.example/return',
    ...(roll() < 0.2 ? { authentication_type: 'three_ds' } : {}),
  }
  if (!isCard) return { body: { ...shared, ...byOther(roll) }, confirm }
  const capture_method = pick(roll, ['automatic', 'automatic', 'manual', 'manual_multiple'])
  const card = confirm || roll() < 0.5 ? byCard(roll) : {}
  return { body: { ...shared, capture_method, ...card }, confirm }
}

async function create(run: Run, roll: Roll): Promise<void> {
  const { body } = newPayment(roll)
  const isNamed = roll() < 0.6
  const make = () => createRequest(run, roll, body, true)
  await send(run, roll, make(), isNamed ? undefined : make)
}

/** The same id from two clients at once, or three times under one key. */
async function createTwice(run: Run, roll: Roll): Promise<void> {
  const request = createRequest(run, roll, newPayment(roll).body, false)
  if (roll() < 0.5) await sendUnderOneKey(run, roll, request)
  else await sendAtOnce(run, roll, request, 2)
}

/** A customer pays for the first time and lets the card be saved. */
async function createSaving(run: Run, roll: Roll): Promise<void> {
  const customer = liveCustomer(run, roll)
  if (customer === undefined) return
  const body = {
    ...newPayment(roll).body,
    ...byCard(roll),
    capture_method: 'automatic',
    confirm: true,
    setup_future_usage: 'off_session',
  }
  await send(run, roll, forCustomer(createRequest(run, roll, body, true), customer))
}

async function createWithSaved(run: Run, roll: Roll): Promise<void> {
  const saved = cardOnFile(run, roll)
  if (saved === undefined) return
  const { customer, payment_method_id } = saved
  const body = {
    amount: newAmount(roll),
    currency: pick(roll, currencies),
    capture_method: pick(roll, ['automatic', 'manual']),
    confirm: true,
    off_session: true,
    payment_method_id,
  }
  await send(run, roll, forCustomer(createRequest(run, roll, body, true), customer))
}

function forCustomer(
  request: Request,
  customer: { id: string; merchant: PaymentTarget['merchant'] },
) {
  const target = Object.assign(request.target, { merchant: customer.merchant })
  return { ...request, target, body: { ...request.body, customer_id: customer.id } }
}

async function createWithToken(run: Run, roll: Roll): Promise<void> {
  const request = createRequest(run, roll, newPayment(roll).body, true)
  const token = await newToken(run, roll, request.target.merchant)
  if (token === undefined) return
  const {
    payment_method: _,
    payment_method_type: __,
    ...body
  } = { ...request.body } as Record<string, unknown>
  const paid = { ...body, confirm: true, payment_method_data: { token } }
  await send(run, roll, { ...request, body: paid })
  // A token is good for one payment.
  if (roll() < 0.2) {
    const second = createRequest(run, roll, paid, true)
    await send(run, roll, forMerchant(second, request.target.merchant))
  }
}

function forMerchant(request: Request, merchant: PaymentTarget['merchant']): Request {
  return { ...request, target: Object.assign(request.target, { merchant }) }
}

type Body = (roll: Roll, target: PaymentTarget) => object

interface Verb {
  readonly name: string
  readonly weight: number
  readonly path: string
  readonly kinds: readonly string[]
  readonly body: Body
  /** Statuses in which it is mostly sent. */
  readonly at: readonly string[]
}

function partOf(roll: Roll): object {
  return { amount_to_capture: between(roll, 1, 3_000) }
}

function confirmBody(roll: Roll, { status }: PaymentTarget): object {
  if (roll() < 0.4 && status !== 'failed') return {}
  if (roll() < 0.8) return { ...byCard(roll), billing }
  const { currency: _, email: __, ...other } = byOther(roll)
  return other
}

const WAITING = ['requires_payment_method', 'requires_confirmation']
const HELD = ['requires_capture', 'partially_captured_and_capturable']
const CONFIRM = ['authorize', 'void']

const verbs: readonly Verb[] = [
  {
    name: 'confirm payment',
    weight: 14,
    path: '/confirm',
    kinds: CONFIRM,
    body: confirmBody,
    at: WAITING,
  },
  {
    name: 'confirm payment again',
    weight: 4,
    path: '/confirm',
    kinds: CONFIRM,
    body: (roll) => ({ ...byCard(roll), billing }),
    at: ['requires_action'],
  },
  {
    name: 'retry failed payment',
    weight: 6,
    path: '/confirm',
    kinds: CONFIRM,
    body: (roll) => ({ ...byCard(roll), billing }),
    at: ['failed'],
  },
  {
    name: 'capture payment',
    weight: 12,
    path: '/capture',
    kinds: ['capture'],
    body: () => ({}),
    at: HELD,
  },
  {
    name: 'capture part of payment',
    weight: 10,
    path: '/capture',
    kinds: ['capture'],
    body: partOf,
    at: HELD,
  },
  {
    name: 'cancel payment',
    weight: 8,
    path: '/cancel',
    kinds: ['void'],
    body: () => ({ cancellation_reason: 'changed mind' }),
    at: [...HELD, ...WAITING, 'requires_action'],
  },
  {
    name: 'approve payment',
    weight: 5,
    path: '/approve',
    kinds: ['capture'],
    body: () => ({}),
    at: ['requires_merchant_action'],
  },
  {
    name: 'reject payment',
    weight: 3,
    path: '/reject',
    kinds: ['void'],
    body: () => ({}),
    at: ['requires_merchant_action'],
  },
  {
    name: 'update payment',
    weight: 4,
    path: '',
    kinds: [],
    body: (roll) => ({ description: `note ${between(roll, 1, 99)}` }),
    at: WAITING,
  },
  {
    name: 'give payment a card',
    weight: 4,
    path: '',
    kinds: [],
    body: (roll) => byCard(roll),
    at: WAITING,
  },
]

/** Mostly one in a status in which the verb does something. */
function payable(run: Run, roll: Roll, at: readonly string[]): PaymentTarget | undefined {
  const recent = run.payments.slice(-200)
  const fitting = roll() < 0.9 ? recent.filter(({ status = '' }) => at.includes(status)) : []
  return fitting.length > 0 ? pick(roll, fitting) : pickRecent(roll, run.payments)
}

function actionOf({ name, weight, path, kinds, body, at }: Verb): Action {
  return {
    name,
    weight,
    async act(run, roll) {
      const target = payable(run, roll, at)
      if (target === undefined) return create(run, roll)
      const request: Request = {
        target,
        name,
        path: `/payments/${target.id}${path}`,
        body: body(roll, target),
        kinds,
        learn: (answer) => learnPayment(run, target, answer),
      }
      const chance = roll()
      if (chance < 0.06) return sendAtOnce(run, roll, request, between(roll, 2, 5))
      if (chance < 0.1) return sendUnderOneKey(run, roll, request)
      return send(run, roll, request)
    },
  }
}

async function look(run: Run, roll: Roll): Promise<void> {
  const target = pickRecent(roll, run.payments)
  if (target === undefined) return
  const path = pick(roll, ['', '', '', '?expand=refunds,disputes'])
  const answer = await read(run, roll, target.merchant, `/payments/${target.id}${path}`)
  if (answer?.status === 200) learnPayment(run, target, answer)
}

async function list(run: Run, roll: Roll): Promise<void> {
  const merchant = pick(roll, run.simulated.merchants)
  const path = pick(roll, ['/payments/list?limit=20', '/balances', '/ledger/transfers?limit=20'])
  await read(run, roll, merchant, path)
}

/** The customer answers the page; half the browsers never come back. */
async function visitPage(run: Run, roll: Roll): Promise<void> {
  const target = payable(run, roll, ['requires_action'])
  if (target?.page === undefined) return payByTransfer(run, roll, target)
  const choice = pick(roll, ['approve', 'approve', 'approve', 'decline', 'abandon'])
  if (isAtStripe(run, target)) return completeAtStripe(run, roll, target, choice)
  const body = new URLSearchParams({ choice })
  const chosen = await fetch(target.page, { method: 'POST', body, redirect: 'manual' }).catch(
    () => undefined,
  )
  const back = chosen?.headers.get('Location')
  if (!back || roll() < 0.5) return
  await fetch(back, { redirect: 'manual' }).catch(() => undefined)
}

function isAtStripe({ simulated }: Run, { transaction_id, page = '' }: PaymentTarget): boolean {
  const { stripe } = simulated
  if (stripe === undefined) return false
  return page === '' ? transaction_id?.startsWith('pi_') === true : page.startsWith(stripe.url)
}

/** As on the bank's page: half the browsers never come back. */
async function completeAtStripe(
  { simulated }: Run,
  roll: Roll,
  { page, transaction_id = '' }: PaymentTarget,
  choice: string,
): Promise<void> {
  if (choice === 'abandon') return
  const id = page === undefined ? transaction_id : (page.split('/').at(-1) ?? '')
  const went = choice.startsWith('approve') ? 'well' : 'badly'
  const chosen = await simulated.stripe?.complete(id, went).catch(() => undefined)
  const back = chosen?.headers.get('Location')
  if (!back || page === undefined || roll() < 0.5) return
  await fetch(back, { redirect: 'manual' }).catch(() => undefined)
}

/** The customer sends the money, or says no on the phone. */
async function payByTransfer(
  run: Run,
  roll: Roll,
  target: PaymentTarget | undefined,
): Promise<void> {
  if (!target?.is_awaited) return
  const outcome = pick(roll, ['approved', 'approved', 'declined'])
  if (isAtStripe(run, target)) return completeAtStripe(run, roll, target, outcome)
  const client = clientOf(run, roll, target.merchant)
  await client.post(`/sandbox/payments/${target.id}/settle`, { outcome }).catch(() => undefined)
}

export const paymentActions: readonly Action[] = [
  { name: 'create payment', weight: 40, act: create },
  { name: 'create payment twice', weight: 8, act: createTwice },
  { name: 'save a card', weight: 6, act: createSaving },
  { name: 'pay with a saved card', weight: 8, act: createWithSaved },
  { name: 'pay with a token', weight: 5, act: createWithToken },
  ...verbs.map(actionOf),
  { name: 'retrieve payment', weight: 8, act: look },
  { name: 'list', weight: 3, act: list },
  { name: 'visit page', weight: 16, act: visitPage },
]
