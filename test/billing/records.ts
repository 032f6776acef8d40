// API records as the oracle reads them, with dates instead of texts. A field that the API does not have is absent.
import type { Unit } from './calendar.ts'
import type { Discount } from './rounding.ts'

export interface Line {
  readonly item_id: string
  readonly item_type: 'plan' | 'trial' | 'coupon' | 'unused_time' | 'remaining_time'
  readonly amount: number
  readonly period_start: Date
  readonly period_end: Date
}

export interface Invoice {
  readonly id: string
  readonly subscription_id: string
  readonly customer_id: string
  readonly status: string
  readonly reason: 'first' | 'trial' | 'renewal' | 'plan_change'
  readonly currency: string
  readonly line_items: readonly Line[]
  readonly total: number
  readonly credit_applied: number
  readonly credit_granted: number
  readonly amount: number
  readonly amount_received?: number
  readonly amount_refunded?: number
  readonly amount_disputed?: number
  readonly next_attempt_at: Date | null
  readonly period_start: Date
  readonly period_end: Date
  readonly paid_at: Date | null
  readonly created: Date
  readonly modified_at: Date
}

export interface Subscription {
  readonly id: string
  readonly customer_id: string
  readonly status: string
  readonly item_price_id: string
  readonly coupon_code: string | null
  readonly period_start: Date | null
  readonly period_end: Date | null
  readonly trial_end: Date | null
  readonly next_billing_at: Date | null
  readonly cycles_billed: number
  readonly pause_at: Date | null
  readonly paused_at: Date | null
  readonly resume_at: Date | null
  readonly cancel_at: Date | null
  readonly cancelled_at: Date | null
  readonly cancel_reason: string | null
  readonly ended_at: Date | null
  readonly pending_update?: PendingUpdate | null
  readonly created: Date
}

export interface PendingUpdate {
  readonly plan_id: string
  readonly item_price_id: string
  readonly invoice_id: string
  readonly expires_at: Date
}

export interface Payment {
  readonly payment_id: string
  readonly invoice_id: string
  readonly status: string
  readonly amount: number
  readonly created: Date
}

export interface Entry {
  readonly entry_id: string
  readonly currency: string
  readonly amount: number
  readonly reason: string
  readonly subscription_id: string | null
  readonly invoice_id: string | null
  readonly payment_id?: string | null
  readonly created: Date
}

/** Payment money that goes back to the customer: since when, and until when if it did not stay there. */
export interface GiveBack {
  readonly id: string
  readonly payment_id: string
  readonly cause: 'refund' | 'dispute'
  readonly amount: number
  readonly spans: readonly { readonly from: Date; readonly until: Date | null }[]
}

/** The API's records about one customer. */
export interface CustomerRecords {
  readonly customer_id: string
  readonly subscriptions: readonly Subscription[]
  readonly invoices: readonly Invoice[]
  readonly payments: readonly Payment[]
  readonly give_backs: readonly GiveBack[]
  readonly balances: Readonly<Record<string, number>>
  readonly entries: readonly Entry[]
}

export interface Price {
  readonly item_price_id: string
  readonly amount: number
  readonly currency: string
  readonly interval: Unit
  readonly interval_count: number
  readonly trial_period?: number | null
  readonly trial_period_unit?: Unit | null
  readonly cycles?: number | null
}

export interface Coupon extends Discount {
  readonly coupon_code: string
  /** Number of billed periods it applies to; null: all. */
  readonly cycles: number | null
}

/** Everything that the merchant sells, as the merchant knows it. */
export interface Catalogue {
  readonly prices: ReadonlyMap<string, Price>
  readonly coupons: ReadonlyMap<string, Coupon>
}

/** The merchant's own requests, beyond what the API shows. Absent: not known. */
export interface Journal {
  /** Part payments that were accepted. */
  readonly accepted?: ReadonlySet<string>
  /** The moments at which each subscription was resumed, or was to be. */
  readonly resumptions?: ReadonlyMap<string, readonly Date[]>
  /** The moments at which each was resumed without its open invoice, which is voided then. */
  readonly resumed_without?: ReadonlyMap<string, readonly Date[]>
  /** The time of a planned cancellation that was not replaced or preceded by another. */
  readonly cancel_at?: ReadonlyMap<string, Date>
  readonly pause_at?: ReadonlyMap<string, Date>
  /** Total accepted corrections, by customer and currency. */
  readonly corrections?: ReadonlyMap<string, number>
}
