// Refund transfers. A refund's amount is reserved when it is created, so that no payout can spend it, and leaves the
// reserve with the outcome: to the acquirer, or back to the balance.
import type { Insert } from '#kernel/change.ts'
import { type Booking, book } from '#core/ledger/transfer.ts'
import type { RefundRow } from './store.ts'

/** In the commit that creates the refund. */
export function reserve(refund: RefundRow, now: Date): Insert[] {
  return book(toBooking(refund), { refund_reserve: refund.amount_reserved }, now)
}

/** Nothing was refunded. */
export function release(refund: RefundRow, now: Date): Insert[] {
  return book(toBooking(refund), { refund_release: refund.amount_reserved }, now)
}

/** `amount` was refunded, whatever was reserved for it. */
export function pay(refund: RefundRow, amount: number, now: Date): Insert[] {
  const excess = amount - refund.amount_reserved
  const amounts = {
    refund_excess: Math.max(0, excess),
    refund_paid: amount,
    refund_release: Math.max(0, -excess),
  }
  return book(toBooking(refund), amounts, now)
}

/** Refunded money was returned. */
export function bookReturn(refund: RefundRow, amount: number, now: Date): Insert[] {
  return book(toBooking(refund), { refund_return: amount }, now)
}

/** A scheduled refund that was not sent yet has no operation; then its own id names its transfers. */
function toBooking({ merchant_id, refund_id, operation_id, currency }: RefundRow): Booking {
  return { merchant_id, object_id: refund_id, operation_id: operation_id ?? refund_id, currency }
}
