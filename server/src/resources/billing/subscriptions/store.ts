import { table } from '#kernel/change.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns } from '#kernel/sql.ts'
import type { Billing } from '#http/money_fields.ts'
import type { CreateSubscription, Subscription } from './schema.ts'
import type { SubscriptionStatus } from './state.ts'

export interface SubscriptionRow
  extends Omit<
    Subscription,
    'id' | 'status' | 'client_secret' | 'payment' | 'invoice' | 'next_billing_at'
  > {
  subscription_id: string
  status: SubscriptionStatus
  /** The billed periods that the coupon still applies to; null: all. */
  coupon_cycles_left: number | null
  /** The coupon applies to the present period. */
  is_discounted: boolean
  payment_details: CreateSubscription['payment_details']
  billing: Billing | null
  shipping: Billing | null
  /** The newest invoice. */
  invoice_id: string
  /** The invoice that is not settled yet: until then no other one is made. */
  open_invoice_id: string | null
  /** Periods are counted from here. */
  anchor: Date | null
  periods_since_anchor: number
  /** The present period's number. A change to another interval starts a new one. */
  period_no: number
  /** Number of periods that the price bills; null: until it is cancelled. */
  cycles: number | null
  public_url: string
  session_before: Date
  resume_collects: boolean
  cancel_credit: 'none' | 'prorate' | 'full' | null
  /** When it has to be looked at next. */
  due_at: Date | null
  /** When the customer is warned that the card expires before the next renewal. */
  notice_at: Date | null
  transitions: number
  version: number
}

export const subscriptions = table<SubscriptionRow>(
  'subscriptions',
  'merchant_id',
  'subscription_id',
)

const subscriptionColumns = columns<SubscriptionRow>()(`
  merchant_id subscription_id profile_id customer_id status plan_id item_price_id
  merchant_reference_id coupon_code coupon_cycles_left is_discounted payment_details billing shipping
  payment_method_id invoice_id open_invoice_id anchor periods_since_anchor cycles_billed period_start
  period_end period_no cycles pending_update trial_end public_url session_before pause_at paused_at resume_at
  resume_collects cancel_at cancel_credit cancel_reason cancelled_at ended_at due_at notice_at created
  modified_at transitions version
`)

export const findSubscription = finder(subscriptions, subscriptionColumns)

export const subscriptionPages = pageSource(subscriptions, subscriptionColumns, {
  indexed: ['customer_id', 'plan_id', 'status', 'profile_id'],
})
