// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { PageParams } from '../types/shared.ts'

/** Your balances, and the ledger transfers that they consist of. */
export class TransfersApi extends Resource {
  /** List ledger transfers */
  list(params?: TransferListParams, options?: CallOptions): List<TransferList, Transfer> {
    return this.pages('GET /ledger/transfers', [], params ?? {}, options, { idField: 'transfer_id' })
  }

  /** Search ledger transfers */
  search(params?: TransferListParams, options?: CallOptions): List<TransferList, Transfer> {
    return this.pages('POST /ledger/transfers', [], params ?? {}, options, { idField: 'transfer_id' })
  }
}

export interface Transfer {
  /** The id of the transfer: its operation and its cause. */
  transfer_id: string
  cause: TransferCause
  /** What moved, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /**
   * The account that is debited.
   *
   * - `acquirer_hold`: Money that the acquirer holds for the merchant and has not captured yet.
   * - `held`: The other side of a hold: the amount that can still be captured.
   * - `acquirer_receivable`: Money that the acquirer has captured and owes to the operator.
   * - `pending`: Captured for the merchant, not yet available for payouts. Not used yet.
   * - `available`: Available for payouts.
   * - `fees`: The fees of the operator, less the fees that the acquirer charges for disputes.
   * - `reserved_for_disputes`: Reserved while a dispute is open.
   * - `refunds_in_transit`: Refunds in progress.
   * - `payouts_in_transit`: Payouts in progress.
   * - `customer_credit`: Credit that customers own and later invoices use. A memo account: no money, and no part of balances or payouts.
   * - `credit_issued`: The other side of customer credit: a memo account.
   */
  debit: 'acquirer_hold' | 'held' | 'acquirer_receivable' | 'pending' | 'available' | 'fees' | 'reserved_for_disputes' | 'refunds_in_transit' | 'payouts_in_transit' | 'customer_credit' | 'credit_issued'
  /**
   * The account that is credited.
   *
   * - `acquirer_hold`: Money that the acquirer holds for the merchant and has not captured yet.
   * - `held`: The other side of a hold: the amount that can still be captured.
   * - `acquirer_receivable`: Money that the acquirer has captured and owes to the operator.
   * - `pending`: Captured for the merchant, not yet available for payouts. Not used yet.
   * - `available`: Available for payouts.
   * - `fees`: The fees of the operator, less the fees that the acquirer charges for disputes.
   * - `reserved_for_disputes`: Reserved while a dispute is open.
   * - `refunds_in_transit`: Refunds in progress.
   * - `payouts_in_transit`: Payouts in progress.
   * - `customer_credit`: Credit that customers own and later invoices use. A memo account: no money, and no part of balances or payouts.
   * - `credit_issued`: The other side of customer credit: a memo account.
   */
  credit: 'acquirer_hold' | 'held' | 'acquirer_receivable' | 'pending' | 'available' | 'fees' | 'reserved_for_disputes' | 'refunds_in_transit' | 'payouts_in_transit' | 'customer_credit' | 'credit_issued'
  /** The change of your available balance. */
  change_of_available: number
  /** The type of the object that the money moved for. */
  object_type: 'payment' | 'refund' | 'dispute' | 'payout' | 'credit_entry'
  /** The id of the object that the money moved for. */
  object_id: string
  /** When the object was created, in UTC. */
  created: string
}

/** Why the money moved. The reference page of the ledger has the accounts of each. */
export type TransferCause = 'hold' | 'release' | 'capture' | 'reversal' | 'refund_reserve' | 'refund_excess' | 'refund_paid' | 'refund_release' | 'refund' | 'refund_return' | 'dispute' | 'dispute_return' | 'dispute_loss' | 'dispute_loss_return' | 'dispute_fee' | 'dispute_fee_return' | 'acquirer_fee' | 'acquirer_fee_return' | 'payout' | 'payout_late' | 'payout_excess' | 'payout_paid' | 'payout_failed' | 'payout_returned' | 'credit_issue' | 'credit_use'

export type TransferList = Page<Transfer>

export interface TransferListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** A payment, refund, dispute or payout, or several. */
  object_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** A cause, or several. Values: `hold`, `release`, `capture`, `reversal`, `refund_reserve`, `refund_excess`, `refund_paid`, `refund_release`, `refund`, `refund_return`, `dispute`, `dispute_return`, `dispute_loss`, `dispute_loss_return`, `dispute_fee`, `dispute_fee_return`, `acquirer_fee`, `acquirer_fee_return`, `payout`, `payout_late`, `payout_excess`, `payout_paid`, `payout_failed`, `payout_returned`, `credit_issue`, `credit_use`. */
  cause?: string | string[] | undefined
  /** An account that is debited or credited, or several. Values: `acquirer_hold`, `held`, `acquirer_receivable`, `pending`, `available`, `fees`, `reserved_for_disputes`, `refunds_in_transit`, `payouts_in_transit`, `customer_credit`, `credit_issued`. */
  account?: string | string[] | undefined
}
