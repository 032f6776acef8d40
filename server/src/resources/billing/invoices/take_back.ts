// When money is given back after credit was granted from it, that credit is taken back, one for one. What the customer
// has spent already is an entry `uncollected`, not a debt. When the money returns, so does the credit.
import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import {
  givenBack,
  type PaymentRow,
  readPayment,
  whileMoneyUnchanged,
} from '#resources/payments/payments/read.ts'
import { type CreditMove, moveCredit, readCredit } from './credit.ts'
import { isGrant } from './period_money.ts'
import { type CreditEntryRow, findEntriesOfPayments } from './store.ts'

type Grant = Pick<CreditEntryRow, 'amount' | 'given_back'>

/** The amount that a return total takes from the grants. Returns before a grant take nothing from it. */
export function takenBack(grants: readonly Grant[], total: number): number {
  const ordered = grants.toSorted((a, b) => (a.given_back ?? 0) - (b.given_back ?? 0))
  let [created, taken, at] = [0, 0, 0]
  for (const { amount, given_back } of ordered) {
    const until = Math.max(at, Math.min(total, given_back ?? 0))
    taken = Math.min(created, taken + until - at)
    created += amount
    at = until
  }
  return Math.min(created, taken + Math.max(0, total - at))
}

/** Takes back what a refund takes, when it is requested; its event does it again, should this fail. */
export function takeBackNow(context: Context, payment_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const payment = await readPayment(context, payment_id)
    const writes = payment.invoice_id ? await takeBackCredit(context, payment, 'refund') : []
    if (writes.length > 0) await context.commit(...writes)
  })
}

/** Writes that bring a payment's credit in line with its returns; none if it already is. */
export async function takeBackCredit(
  context: Context,
  payment: PaymentRow,
  reason: 'refund' | 'dispute',
): Promise<Write[]> {
  const { payment_id, customer_id, currency } = payment
  if (customer_id === null) return []
  // The balance comes first: its version then covers the entries that are read after it.
  const balance = await readCredit(context, { customer_id, currency })
  const entries = await findEntriesOfPayments(context.db, context.merchant_id, [payment_id])
  const [first] = entries
  if (first === undefined) return []
  const about = { customer_id, currency, subscription_id: first.subscription_id, payment_id }
  const moves = takeBackMoves(entries, givenBack(payment), reason).map((move) => ({
    ...about,
    ...move,
    invoice_id: payment.invoice_id ?? null,
  }))
  if (moves.length === 0) return []
  return [...moveCredit(context, balance, ...moves), whileMoneyUnchanged(payment)]
}

export function takeBackMoves(
  entries: readonly CreditEntryRow[],
  total: number,
  reason: 'refund' | 'dispute',
): Pick<CreditMove, 'amount' | 'reason'>[] {
  const of = (...reasons: string[]) =>
    entries
      .filter((entry) => reasons.includes(entry.reason))
      .reduce((sum, { amount }) => sum + amount, 0)
  const lot = entries.reduce((sum, { amount }) => sum + amount, 0)
  const uncollected = of('uncollected')
  const due = takenBack(entries.filter(isGrant), total) + of('refund', 'dispute')
  if (due === 0) return []
  const spent = due > 0 ? Math.max(0, due - lot) : 0 - Math.min(uncollected, -due)
  return [
    { amount: 0 - due, reason },
    ...(spent === 0 ? [] : [{ amount: spent, reason: 'uncollected' as const }]),
  ]
}
