// Invoices against the bank: an invoice is paid by the money that was received for it, and by nothing else.
import type { Account } from './account.ts'
import { hasEnded, outcomeOf } from './outcomes.ts'
import type { GiveBack, Invoice, Journal, Subscription } from './records.ts'

export function wrongInvoice(
  invoice: Invoice,
  subscription: Subscription,
  account: Account,
  give_backs: readonly GiveBack[],
  journal: Journal,
): string[] {
  const received = account.receivedFor(invoice)
  const what = `${invoice.id} is ${invoice.status} of ${invoice.amount}`
  return [
    ...wrongSums(invoice),
    ...wrongStatus(invoice, subscription, account, journal).map(
      (why) => `${what}, the bank received ${received}: ${why}`,
    ),
    ...wrongFields(invoice, account, give_backs).map((why) => `${what}: ${why}`),
  ]
}

function wrongSums(invoice: Invoice): string[] {
  const { id, line_items, total, credit_applied, credit_granted, amount } = invoice
  const sum = line_items.reduce((n, line) => n + line.amount, 0)
  const asked = Math.max(0, sum)
  const isRight =
    total === sum &&
    credit_granted === asked - sum &&
    credit_applied >= 0 &&
    amount >= 0 &&
    amount + credit_applied === asked
  if (isRight) return []
  const found = `total ${total}, applied ${credit_applied}, granted ${credit_granted}, amount ${amount}`
  return [`${id} has lines of ${sum}, but ${found}`]
}

/** Its outcome is not known yet, or it can still be captured. */
const UNFINISHED: ReadonlySet<string> = new Set([
  'requires_action',
  'processing',
  'requires_capture',
  'partially_captured_and_capturable',
  'requires_merchant_action',
])

function wrongStatus(
  invoice: Invoice,
  subscription: Subscription,
  account: Account,
  { accepted }: Journal,
): string[] {
  const received = account.receivedFor(invoice)
  const { amount, status, id } = invoice
  const isUnfinished = account.paymentsOf(invoice).some((row) => UNFINISHED.has(row.status))
  const isUnconfirmed = subscription.status === 'created'
  const outcome = outcomeOf(invoice, subscription)
  const isShort = received < amount
  const rules: [broken: boolean, why: string][] = [
    [received > amount, 'it was charged more than once'],
    [outcome === 'paid' && isShort && !accepted?.has(id), 'it is not paid'],
    [outcome === 'late' && isShort, 'it is not paid'],
    [outcome === 'closed' && received > 0 && !isShort, 'it is paid'],
    [outcome === 'open' && amount > 0 && !isShort && !isUnfinished, 'it is paid'],
    [
      outcome === 'open' && received > 0 && isShort && !isUnfinished && status !== 'manual_review',
      'a part payment is for the merchant to decide about',
    ],
    [
      status === 'manual_review' && !isUnfinished && received === 0,
      'there is nothing to decide about',
    ],
    [
      status === 'payment_pending' && !isUnfinished && !isUnconfirmed && amount > 0,
      'none of its payments is in progress',
    ],
    [outcome === 'open' && hasEnded(subscription) && !isUnfinished, 'its subscription has ended'],
  ]
  return rules.flatMap(([broken, why]) => (broken ? [why] : []))
}

/** Live sums over its payments, where the API has them. */
function wrongFields(
  invoice: Invoice,
  account: Account,
  give_backs: readonly GiveBack[],
): string[] {
  const ids = new Set(account.paymentsOf(invoice).map(({ payment_id }) => payment_id))
  const back = (cause: GiveBack['cause']) =>
    give_backs
      .filter((row) => row.cause === cause && ids.has(row.payment_id))
      .filter(({ spans }) => spans.at(-1)?.until === null)
      .reduce((sum, { amount }) => sum + amount, 0)
  const expected = {
    amount_received: account.receivedFor(invoice),
    amount_refunded: back('refund'),
    amount_disputed: back('dispute'),
  }
  return Object.entries(expected).flatMap(([name, amount]) => {
    const found = invoice[name as keyof typeof expected]
    return found === undefined || found === amount ? [] : [`${name} is ${found}, not ${amount}`]
  })
}
