// Everything on record about one object, as the doctor reads it and the invariants of the resources judge it.
import type { OperationRow } from '#core/operations/operation.ts'

export interface PaymentFacts {
  merchant_id: string
  payment_id: string
  profile_id: string
  customer_id: string | null
  status: string
  amount: number
  amount_authorized: number
  amount_received: number
  amount_capturable: number
  amount_refunded: number
  amount_disputed: number
  late_outcomes: LateFacts[] | null
  has_next_action: boolean
  currency: string
  operation_id: string | null
  authorization_id: string | null
  capture_before: Date | null
  action_before: Date | null
  created: Date
  transitions: number
  version: number
}

export interface RefundFacts {
  refund_id: string
  payment_id: string
  status: string
  amount: number
  currency: string
  error_code: string | null
  scheduled_at: Date | null
  send_at: Date | null
  operation_id: string | null
  /** Recorded while a dispute of its payment claimed money, by the database's clock. */
  is_after_dispute: boolean
  created: Date
  transitions: number
  version: number
}

export interface DisputeFacts {
  dispute_id: string
  payment_id: string
  status: string
  dispute_stage: string
  amount: number
  currency: string
  connector_dispute_id: string
  amount_claimed: number
  expire_at: Date | null
  amount_reserved: number
  amount_lost: number
  fee: number
  created: Date
  transitions: number
}

export interface PayoutFacts {
  merchant_id: string
  payout_id: string
  profile_id: string
  customer_id: string
  status: string
  amount: number
  currency: string
  operation_id: string | null
  expires_at: Date | null
  created: Date
  transitions: number
}

export interface TransferFacts {
  transfer_id: string
  debit: string
  credit: string
  amount: number
  currency: string
  object_id: string
  operation_id: string
  cause: string
}

export interface EventFacts {
  event_id: string
  event_type: string
  object_id: string
  sequence: number
  body: string
}

/** Money that moved for an operation that had been closed, as the payment shows it. */
export interface LateFacts {
  operation_id: string
  kind: string
  amount: number
  currency: string
  reversal: string
}

/** The stored rows about one object. */
export interface ObjectRecord {
  /** Oldest first. */
  operations: OperationRow[]
  transfers: TransferFacts[]
  /** In the order of their numbers. */
  events: EventFacts[]
}

export interface RefundRecord extends ObjectRecord {
  refund: RefundFacts
}

/** A dispute is opened by the other side: its money is moved by provider events, not by calls of ours. */
export interface DisputeRecord extends ObjectRecord {
  dispute: DisputeFacts
}

export interface PaymentRecord extends ObjectRecord {
  payment: PaymentFacts
  refunds: RefundRecord[]
  disputes: DisputeRecord[]
}

export interface PayoutRecord extends ObjectRecord {
  payout: PayoutFacts
}
