// The transfers of a refund. Its amount is reserved when the refund is created, so that no payout can spend it, and
// leaves the reserve with the outcome: to the acquirer, or back to the balance.
import type { Insert } from '#kernel/change.ts'
import { type Cause, transfer } from '#core/ledger/transfer.ts'
import type { RefundRow } from './store.ts'

/** In the commit that creates the refund. */
export function reserve(refund: RefundRow, now: Date): Insert[] {
  return book(refund, 'refund_reserve', refund.amount_reserved, now)
}

/** Nothing was refunded. */
export function release(refund: RefundRow, now: Date): Insert[] {
  return book(refund, 'refund_release', refund.amount_reserved, now)
}

/** `amount` was refunded, whatever was reserved for it. */
export function pay(refund: RefundRow, amount: number, now: Date): Insert[] {
  const excess = amount - refund.amount_reserved
  return [
    ...book(refund, 'refund_excess', excess, now),
    ...book(refund, 'refund_paid', amount, now),
    ...book(refund, 'refund_release', -excess, now),
  ]
}

/** Refunded money was returned. */
export function bookReturn(refund: RefundRow, amount: number, now: Date): Insert[] {
  return book(refund, 'refund_return', amount, now)
}

/** A scheduled refund that was not sent yet has no operation; then its own id names its transfers. */
function book(refund: RefundRow, cause: Cause, amount: number, created: Date): Insert[] {
  const { merchant_id, refund_id: object_id, currency } = refund
  const operation_id = refund.operation_id ?? object_id
  const what = { merchant_id, object_id, operation_id, currency, created }
  return transfer(cause, { ...what, amount: Math.max(0, amount) })
}
