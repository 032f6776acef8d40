// A transfer is one row with a debit and a credit side: there is no way to write half an entry. Rows
// are only added; a mistake is mended by another transfer. Its id follows from the operation that
// caused it, so that the same operation can never be booked twice.
import { type Insert, insert } from '#kernel/change.ts'
import type { Account } from './accounts.ts'
import { type TransferRow, transfers } from './store.ts'

/** Every way money moves in the books, and the kind of object it moves for. */
export const moves = {
  hold: { debit: 'acquirer_hold', credit: 'held', of: 'payment' },
  release: { debit: 'held', credit: 'acquirer_hold', of: 'payment' },
  capture: { debit: 'acquirer_receivable', credit: 'available', of: 'payment' },
  reversal: { debit: 'available', credit: 'acquirer_receivable', of: 'payment' },
  refund_reserve: { debit: 'available', credit: 'refunds_in_transit', of: 'refund' },
  /** Sent back although nothing, or less, was reserved for it. */
  refund_excess: { debit: 'available', credit: 'refunds_in_transit', of: 'refund' },
  refund_paid: { debit: 'refunds_in_transit', credit: 'acquirer_receivable', of: 'refund' },
  refund_release: { debit: 'refunds_in_transit', credit: 'available', of: 'refund' },
  /** Refunds that were made before refunds were reserved. */
  refund: { debit: 'available', credit: 'acquirer_receivable', of: 'refund' },
  refund_return: { debit: 'acquirer_receivable', credit: 'available', of: 'refund' },
  dispute: { debit: 'available', credit: 'reserved_for_disputes', of: 'dispute' },
  dispute_return: { debit: 'reserved_for_disputes', credit: 'available', of: 'dispute' },
  dispute_loss: { debit: 'reserved_for_disputes', credit: 'acquirer_receivable', of: 'dispute' },
  /** Money that was lost and came back all the same. */
  dispute_loss_return: {
    debit: 'acquirer_receivable',
    credit: 'reserved_for_disputes',
    of: 'dispute',
  },
  dispute_fee: { debit: 'available', credit: 'fees', of: 'dispute' },
  dispute_fee_return: { debit: 'fees', credit: 'available', of: 'dispute' },
  /** What the acquirer charges for handling a dispute. */
  acquirer_fee: { debit: 'fees', credit: 'acquirer_receivable', of: 'dispute' },
  acquirer_fee_return: { debit: 'acquirer_receivable', credit: 'fees', of: 'dispute' },
  payout: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  /** Paid although the payout had been closed, or more than was asked for. */
  payout_late: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  payout_excess: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  payout_paid: { debit: 'payouts_in_transit', credit: 'acquirer_receivable', of: 'payout' },
  payout_failed: { debit: 'payouts_in_transit', credit: 'available', of: 'payout' },
  payout_returned: { debit: 'acquirer_receivable', credit: 'available', of: 'payout' },
} as const satisfies Record<string, Move>

interface Move {
  debit: Account
  credit: Account
  of: 'payment' | 'refund' | 'dispute' | 'payout'
}

export type Cause = keyof typeof moves

export type Booking = Pick<
  TransferRow,
  'merchant_id' | 'object_id' | 'operation_id' | 'amount' | 'currency' | 'created'
>

/** Nothing is booked for nothing. */
export function transfer(cause: Cause, booking: Booking): Insert[] {
  if (booking.amount === 0) return []
  const transfer_id = `${booking.operation_id}_${cause}`
  const { debit, credit } = moves[cause]
  return [insert(transfers, { ...booking, debit, credit, transfer_id, cause })]
}
