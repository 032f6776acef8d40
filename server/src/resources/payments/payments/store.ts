import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, listed, sql } from '#kernel/sql.ts'
import type { Billing, BrowserInfo } from '#http/money_fields.ts'
import type { LateOutcome } from './answer_shapes.ts'
import { markConditions, paymentTerms } from './marks_store.ts'
import type { Payment } from './schema.ts'
import type { PaymentStatus } from './state.ts'

export interface PaymentRow
  extends Omit<
    Payment,
    | 'status'
    | 'client_secret'
    | 'amount_refundable'
    | 'billing'
    | 'shipping'
    | 'attempts'
    | 'missing_fields'
    | 'origin'
    | 'refunds'
    | 'disputes'
    | 'late_outcomes'
  > {
  status: PaymentStatus
  capture_method: 'automatic' | 'manual' | 'manual_multiple'
  authentication_type: 'three_ds' | 'no_three_ds' | null
  amount_authorized: number
  /** Sum of its refunds, including pending ones. */
  amount_refunded: number
  /** Sum of open and lost disputes; the database sets 0 for a new payment. */
  amount_disputed?: number
  late_outcomes?: LateOutcome[] | null
  /** The payment link that it was made through; the database sets null for other payments. */
  payment_link_id?: string | null
  /** The subscription invoice that it pays; the database sets null for other payments. */
  invoice_id?: string | null
  billing: Billing | null
  shipping: Billing | null
  browser_info: BrowserInfo | null
  vault_id: string | null
  off_session: boolean
  statement_descriptor_name: string | null
  statement_descriptor_suffix: string | null
  merchant_decision: Record<string, unknown> | null
  operation_id: string | null
  authorization_id: string | null
  action_before: Date | null
  session_before: Date
  transitions: number
  version: number
}

export const payments = table<PaymentRow>('payments', 'merchant_id', 'payment_id')

const paymentColumns = columns<PaymentRow>()(`
  merchant_id payment_id profile_id status amount amount_authorized amount_received
  amount_capturable currency capture_method authentication_type payment_method
  payment_method_type payment_method_data payment_method_id vault_id customer_id email name phone
  phone_country_code description return_url billing shipping setup_future_usage off_session
  merchant_order_reference_id statement_descriptor_name statement_descriptor_suffix
  statement_descriptor metadata browser_info order_details next_action cancellation_reason
  merchant_decision attempt_count unified_code unified_message error_code error_message
  error_details connector connector_id connector_transaction_id operation_id authorization_id created
  modified_at captured_at capture_before action_before session_before transitions version
  amount_refunded amount_disputed late_outcomes payment_link_id invoice_id
`)

export const findPayment = finder(payments, paymentColumns)

export function findPaymentsById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<PaymentRow>(sql`select ${paymentColumns} from payments
    where merchant_id = ${merchant_id} and payment_id = any(${ids})`)
}

export const paymentPages = pageSource(payments, paymentColumns, {
  indexed: ['merchant_order_reference_id', 'customer_id', 'lower(email)', 'status'],
  conditions: markConditions,
  terms: paymentTerms,
})

export interface CardFailureRow {
  merchant_id: string
  failure_id: string
  who: Buffer
  /** Counts attempts from this address or card; null in rows from an older release. */
  nth: number
  created: Date
}

export const cardFailures = table<CardFailureRow>('card_failures', 'merchant_id', 'failure_id')

// The largest limit that a profile can set.
const MAX_FAILURES = 10_000

/** The number of attempts that count since then, and the last stored attempt's number. */
export function countFailures(db: Database, merchant_id: string, who: Buffer, since: Date) {
  return db.first<{ open: number; last: number }>(sql`select (select count(*)::int from (
      select 1 from card_failures where merchant_id = ${merchant_id} and ${listed}
        and who = ${who} and created > ${since} limit ${MAX_FAILURES}) as bounded) as open,
    coalesce((select max(nth) from card_failures where merchant_id = ${merchant_id} and ${listed}
      and who = ${who}), 0) as last`)
}

/** Oldest first, for all merchants; returns how many were deleted. */
export async function deleteCardFailures(db: Database, before: Date, limit: number) {
  const deleted = await db.rows(sql`delete from card_failures where (merchant_id, failure_id) in (
    select merchant_id, failure_id from card_failures where created < ${before}
    order by created limit ${limit}) returning 1`)
  return deleted.length
}
