// A transfer is one row with a debit and a credit side, so half an entry cannot be written. Rows are only added; a
// mistake is corrected by another transfer. The id is derived from the operation that caused it, so that an
// operation cannot be booked twice.
import { type Insert, insert } from '#kernel/change.ts'
import { type TransferRow, transfers } from './store.ts'

/** A merchant's accounts, one set per currency. A transfer debits one and credits another. */
export const accounts = {
  acquirer_hold: 'Money that the acquirer holds for the merchant and has not captured yet.',
  held: 'The other side of a hold: the amount that can still be captured.',
  acquirer_receivable: 'Money that the acquirer has captured and owes to the operator.',
  pending: 'Captured for the merchant, not yet available for payouts. Not used yet.',
  available: 'Available for payouts.',
  fees: 'The fees of the operator, less the fees that the acquirer charges for disputes.',
  reserved_for_disputes: 'Reserved while a dispute is open.',
  refunds_in_transit: 'Refunds in progress.',
  payouts_in_transit: 'Payouts in progress.',
  customer_credit:
    'Credit that customers own and later invoices use. A memo account: no money, and no part of balances or payouts.',
  credit_issued: 'The other side of customer credit: a memo account.',
} as const

export type Account = keyof typeof accounts

/** All transfer causes, with their accounts and object type. */
export const moves = {
  hold: { debit: 'acquirer_hold', credit: 'held', of: 'payment' },
  release: { debit: 'held', credit: 'acquirer_hold', of: 'payment' },
  capture: { debit: 'acquirer_receivable', credit: 'available', of: 'payment' },
  reversal: { debit: 'available', credit: 'acquirer_receivable', of: 'payment' },
  refund_reserve: { debit: 'available', credit: 'refunds_in_transit', of: 'refund' },
  /** Refunded although nothing, or less, was reserved. */
  refund_excess: { debit: 'available', credit: 'refunds_in_transit', of: 'refund' },
  refund_paid: { debit: 'refunds_in_transit', credit: 'acquirer_receivable', of: 'refund' },
  refund_release: { debit: 'refunds_in_transit', credit: 'available', of: 'refund' },
  /** Refunds from before refunds were reserved. */
  refund: { debit: 'available', credit: 'acquirer_receivable', of: 'refund' },
  refund_return: { debit: 'acquirer_receivable', credit: 'available', of: 'refund' },
  dispute: { debit: 'available', credit: 'reserved_for_disputes', of: 'dispute' },
  dispute_return: { debit: 'reserved_for_disputes', credit: 'available', of: 'dispute' },
  dispute_loss: { debit: 'reserved_for_disputes', credit: 'acquirer_receivable', of: 'dispute' },
  /** Lost money that came back later. */
  dispute_loss_return: {
    debit: 'acquirer_receivable',
    credit: 'reserved_for_disputes',
    of: 'dispute',
  },
  dispute_fee: { debit: 'available', credit: 'fees', of: 'dispute' },
  dispute_fee_return: { debit: 'fees', credit: 'available', of: 'dispute' },
  /** The acquirer's fee for a dispute. */
  acquirer_fee: { debit: 'fees', credit: 'acquirer_receivable', of: 'dispute' },
  acquirer_fee_return: { debit: 'acquirer_receivable', credit: 'fees', of: 'dispute' },
  payout: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  /** Paid after the payout had been closed, or more than was requested. */
  payout_late: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  payout_excess: { debit: 'available', credit: 'payouts_in_transit', of: 'payout' },
  payout_paid: { debit: 'payouts_in_transit', credit: 'acquirer_receivable', of: 'payout' },
  payout_failed: { debit: 'payouts_in_transit', credit: 'available', of: 'payout' },
  payout_returned: { debit: 'acquirer_receivable', credit: 'available', of: 'payout' },
  credit_issue: { debit: 'credit_issued', credit: 'customer_credit', of: 'credit_entry' },
  credit_use: { debit: 'customer_credit', credit: 'credit_issued', of: 'credit_entry' },
} as const satisfies Record<string, Move>

interface Move {
  debit: Account
  credit: Account
  of: 'payment' | 'refund' | 'dispute' | 'payout' | 'credit_entry'
}

export type Cause = keyof typeof moves

/** The object that the money moves for, and the operation that moves it. */
export type Booking = Pick<TransferRow, 'merchant_id' | 'object_id' | 'operation_id' | 'currency'>

/** One transfer for each cause; none for the amount 0. */
export function book(
  { merchant_id, object_id, operation_id, currency }: Booking,
  amounts: Partial<Record<Cause, number>>,
  created: Date,
): Insert[] {
  const what = { merchant_id, object_id, operation_id, currency, created }
  return (Object.entries(amounts) as [Cause, number][])
    .filter(([, amount]) => amount !== 0)
    .map(([cause, amount]) => {
      const { debit, credit } = moves[cause]
      const transfer_id = `${operation_id}_${cause}`
      return insert(transfers, { ...what, transfer_id, cause, debit, credit, amount })
    })
}
