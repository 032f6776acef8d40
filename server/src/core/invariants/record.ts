// Everything on record about one object, as read by the doctor and checked by the resources' invariants.
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
  /** The invoice that this payment pays, if any. */
  invoice: PaidInvoiceFacts | null
  /** The unspent part of the credit that its money became. */
  credit: number
  created: Date
  modified_at: Date
  transitions: number
  version: number
}

/** A payment's invoice. */
export interface PaidInvoiceFacts {
  invoice_id: string
  status: string
  amount: number
  /** The part that the merchant accepted as payment; null if everything was received. */
  accepted_amount: number | null
  /** The payment that the invoice names. */
  payment_id: string | null
  /** This payment's result for the invoice; null if it is not listed. */
  use: string | null
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
  /** Recorded while a dispute about its payment claimed money, by the database's clock. */
  is_after_dispute: boolean
  created: Date
  modified_at: Date
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
  authorization_id: string | null
  amount_claimed: number
  expire_at: Date | null
  amount_reserved: number
  amount_lost: number
  fee: number
  created: Date
  modified_at: Date
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
  /** Ordered by number. */
  events: EventFacts[]
}

export interface RefundRecord extends ObjectRecord {
  refund: RefundFacts
}

/** A dispute is opened by the other side: provider events move its money, not our calls. */
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

export interface InvoiceFacts {
  invoice_id: string
  status: string
  reason: string
  period_no: number
  /** Invoices for one period end together. In milliseconds since 1970. */
  period_end_ms: number
  total: number
  credit_applied: number
  amount: number
  /** The part that the merchant accepted as payment; null if everything was received. */
  accepted_amount: number | null
  lines: number
  /** The previous period's unused rest, after a change to another interval. */
  carried: number
  /** By all its payments. */
  received: number
  /** The credit that it used and did not return. */
  credit_used: number
  /** The credit that was granted for it from money. */
  granted: number
  /** When the next payment is to be made, in milliseconds since 1970. */
  next_attempt_ms: number | null
  payment: InvoicePaymentFacts | null
}

/** The payment that an invoice names. */
export interface InvoicePaymentFacts {
  payment_id: string
  status: string | null
  amount_received: number | null
  use: string | null
}

export interface SubscriptionFacts {
  merchant_id: string
  subscription_id: string
  profile_id: string
  customer_id: string
  status: string
  open_invoice_id: string | null
  /** The plan change that waits for its payment. */
  pending_update: { item_price_id: string; invoice_id: string; expires_at: string } | null
  item_price_id: string
  plan_id: string
  cycles_billed: number
  /** Number of billed periods; null: until it is cancelled. */
  cycles: number | null
  due_at: Date | null
  created: Date
  transitions: number
}

/** Read in one statement, because an invoice changes together with its subscription. */
export interface SubscriptionRecord extends ObjectRecord {
  subscription: SubscriptionFacts
  invoices: InvoiceFacts[]
}
