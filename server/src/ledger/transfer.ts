// A transfer is one row with a debit and a credit side: there is no way to write half an entry. Rows
// are only added; a mistake is mended by another transfer. Its id follows from the operation that
// caused it, so that the same operation can never be booked twice.
import { type Insert, insert } from '../kernel/change.ts'
import type { Account } from './accounts.ts'
import { type TransferRow, transfers } from './store.ts'

/** Every way money moves in the books. */
export const moves = {
  hold: { debit: 'acquirer_hold', credit: 'held' },
  release: { debit: 'held', credit: 'acquirer_hold' },
  capture: { debit: 'acquirer_receivable', credit: 'available' },
  refund: { debit: 'available', credit: 'acquirer_receivable' },
  refund_return: { debit: 'acquirer_receivable', credit: 'available' },
  dispute: { debit: 'available', credit: 'reserved_for_disputes' },
  dispute_return: { debit: 'reserved_for_disputes', credit: 'available' },
  dispute_loss: { debit: 'reserved_for_disputes', credit: 'acquirer_receivable' },
  dispute_fee: { debit: 'available', credit: 'fees' },
  dispute_fee_return: { debit: 'fees', credit: 'available' },
} as const satisfies Record<string, { debit: Account; credit: Account }>

export type Cause = keyof typeof moves

export type Booking = Pick<
  TransferRow,
  'merchant_id' | 'object_id' | 'operation_id' | 'amount' | 'currency' | 'created'
>

/** Nothing is booked for nothing. */
export function transfer(cause: Cause, booking: Booking): Insert[] {
  if (booking.amount === 0) return []
  const transfer_id = `${booking.operation_id}_${cause}`
  return [insert(transfers, { ...booking, ...moves[cause], transfer_id, cause })]
}
