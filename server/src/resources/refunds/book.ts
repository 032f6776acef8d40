// What a refund does to the ledger. Its amount is reserved when the refund is made, so that no payout can spend it,
// and leaves the reserve when the outcome is known: to the acquirer, or back.
import type { Insert } from '#kernel/change.ts'
import { type Cause, transfer } from '#core/ledger/transfer.ts'
import type { RefundRow } from './store.ts'

/** In the commit that makes the refund. */
export function reserve(refund: RefundRow, now: Date): Insert[] {
  return book(refund, 'refund_reserve', refund.amount_reserved, now)
}

/** Nothing went back. */
export function release(refund: RefundRow, now: Date): Insert[] {
  return book(refund, 'refund_release', refund.amount_reserved, now)
}

/** `amount` went back, whatever was reserved for it. */
export function pay(refund: RefundRow, amount: number, now: Date): Insert[] {
  const excess = amount - refund.amount_reserved
  return [
    ...book(refund, 'refund_excess', excess, now),
    ...book(refund, 'refund_paid', amount, now),
    ...book(refund, 'refund_release', -excess, now),
  ]
}

/** What had gone came back. */
export function giveBack(refund: RefundRow, amount: number, now: Date): Insert[] {
  return book(refund, 'refund_return', amount, now)
}

/** A scheduled refund that was not sent yet has no operation; then its own id names its transfers. */
function book(refund: RefundRow, cause: Cause, amount: number, created: Date): Insert[] {
  const { merchant_id, refund_id: object_id, currency } = refund
  const operation_id = refund.operation_id ?? object_id
  const what = { merchant_id, object_id, operation_id, currency, created }
  return transfer(cause, { ...what, amount: Math.max(0, amount) })
}
