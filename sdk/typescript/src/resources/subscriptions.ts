// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Billing, BrowserInfo, Contact, Invoice, InvoiceList, InvoiceListParams, LineItem, NextAction, PageParams, PaymentMethodData, PaymentMethodType } from '../types/shared.ts'

/** A subscription bills a plan period by period, one invoice for each. */
export class SubscriptionsApi extends Resource {
  /**
   * Create a subscription.
   *
   * The subscription is `created`, with its first invoice and the payment of it. Confirm it with a payment method within 24 hours.
   */
  create(params: SubscriptionCreate, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions/create', [], params, options)
  }

  /**
   * Create and confirm a subscription.
   *
   * The same as create and confirm. If an error is returned after the subscription was created, it waits for another confirmation.
   */
  createAndConfirm(params: SubscriptionCreateAndConfirm, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions', [], params, options)
  }

  /** List subscriptions */
  list(params?: SubscriptionListParams, options?: CallOptions): List<SubscriptionList, Subscription> {
    return this.pages('GET /subscriptions/list', [], params ?? {}, options, { idField: 'id' })
  }

  /** Search subscriptions */
  search(params?: SubscriptionListParams, options?: CallOptions): List<SubscriptionList, Subscription> {
    return this.pages('POST /subscriptions/list', [], params ?? {}, options, { idField: 'id' })
  }

  /**
   * List what can be subscribed to.
   *
   * The active plans with their prices, newest first, as an array.
   */
  listItems(params?: SubscriptionListItemsParams, options?: CallOptions): List<SubscriptionItem[], SubscriptionItem> {
    return this.pages('GET /subscriptions/items', [], params ?? {}, options, {})
  }

  /**
   * Estimate the first invoice.
   *
   * What a subscription would cost, with its coupon; nothing is created.
   */
  estimateFirstInvoice(params: SubscriptionEstimateFirstInvoiceParams, options?: CallOptions): Promise<SubscriptionEstimate> {
    return this.call('GET /subscriptions/estimate', [], params, options)
  }

  /** Retrieve a subscription */
  retrieve(subscription_id: string, options?: CallOptions): Promise<Subscription> {
    return this.call('GET /subscriptions/:subscription_id', [subscription_id], undefined, options)
  }

  /**
   * Confirm a subscription.
   *
   * Pays the open invoice with the payment method that is sent, and saves it for renewals. A trial charges nothing: the card is only checked. Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14` while its payment waits, or 409 `IR_16`.
   */
  confirm(subscription_id: string, params: SubscriptionConfirm, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions/:subscription_id/confirm', [subscription_id], params, options)
  }

  /**
   * Change the plan of a subscription.
   *
   * The rest of the present period is invoiced at once: the new price less what is left of the old one. If that is negative, it becomes credit of the customer. The change takes effect when it is paid; until then `pending_update` shows it. `status` says whether it was paid: `active`, `pending`, `unpaid`, or `failed` if a risk rule blocked it.
   */
  update(subscription_id: string, params: SubscriptionUpdate, options?: CallOptions): Promise<Subscription> {
    return this.call('PUT /subscriptions/:subscription_id/update', [subscription_id], params, options)
  }

  /**
   * Pause a subscription.
   *
   * Nothing is billed while it is paused, and an open invoice is not collected.
   */
  pause(subscription_id: string, params: SubscriptionPause, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions/:subscription_id/pause', [subscription_id], params, options)
  }

  /**
   * Resume a subscription.
   *
   * If the paid period has passed, a new one begins and is charged at once.
   */
  resume(subscription_id: string, params: SubscriptionResume, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions/:subscription_id/resume', [subscription_id], params, options)
  }

  /**
   * Cancel a subscription.
   *
   * At once, at the end of the period, or at a date. `credit_option` says what of the paid period becomes credit of the customer.
   */
  cancel(subscription_id: string, params: SubscriptionCancel, options?: CallOptions): Promise<Subscription> {
    return this.call('POST /subscriptions/:subscription_id/cancel', [subscription_id], params, options)
  }

  /**
   * Estimate a change of a subscription.
   *
   * What a plan change, a cancellation or a resumption would invoice, credit and charge now; nothing is created. A refusal is that of the action.
   */
  estimateChange(subscription_id: string, params?: SubscriptionEstimateChange, options?: CallOptions): Promise<SubscriptionActionEstimate> {
    return this.call('POST /subscriptions/:subscription_id/estimate', [subscription_id], params ?? {}, options)
  }

  /** List the invoices of a subscription */
  listInvoices(subscription_id: string, params?: SubscriptionListInvoicesParams, options?: CallOptions): List<InvoiceList, Invoice> {
    return this.pages('GET /subscriptions/:subscription_id/invoices', [subscription_id], params ?? {}, options, { idField: 'id' })
  }

  /** Search the invoices of a subscription */
  searchInvoices(subscription_id: string, params?: SubscriptionListInvoicesParams, options?: CallOptions): List<InvoiceList, Invoice> {
    return this.pages('POST /subscriptions/:subscription_id/invoices', [subscription_id], params ?? {}, options, { idField: 'id' })
  }
}

/** A cancellation, with its request body. */
export interface Cancellation {
  /**
   * When it ends.
   *
   * - `immediately`: With this request.
   * - `end_of_term`: When the present period ends.
   * - `specific_date`: At the time that the request names.
   */
  cancel_option: 'immediately' | 'end_of_term' | 'specific_date'
  /** With `specific_date`: when to cancel, in the future; ISO 8601. */
  cancel_at?: string | null | undefined
  /** How much of the present period becomes credit of the customer: nothing (the default), the unused part, or all that the period has brought in and was not given back. */
  credit_option?: 'none' | 'prorate' | 'full' | null | undefined
  /** Why it is cancelled: your own text. */
  reason?: string | null | undefined
}

export interface EstimatedInvoice {
  /** The open invoice that is collected; null for a new one. */
  invoice_id: string | null
  /**
   * Why it was made.
   *
   * - `first`: The first period of the subscription.
   * - `trial`: The trial: 0 is charged, and the payment method is saved.
   * - `renewal`: A further period.
   * - `plan_change`: Another price in the middle of a period.
   */
  reason: 'first' | 'trial' | 'renewal' | 'plan_change'
  /** The beginning of the period that it is for, in UTC. */
  period_start: string
  /** The end of the period that it is for, in UTC. */
  period_end: string
  /** What the total is made of. */
  line_items: LineItem[]
  /** The sum of the lines. */
  total: number
  /** Taken from the credit balance of the customer. */
  credit_applied: number
  /** Added to the credit balance, because the total is negative. */
  credit_granted: number
  /** What is charged, in the lowest unit of the currency. */
  amount: number
}

/** The next period after that; null if it is not renewed next. */
export interface EstimatedRenewal {
  /** When it is billed, in UTC. */
  billing_at: string
  /** What its invoice is made of. */
  line_items: LineItem[]
  /** The sum of the lines, before the credit that the customer has then. */
  total: number
}

export interface ItemPrice {
  /** The price; send it as `item_price_id`. */
  price_id: string
  /** The plan of the price. */
  item_id: string
  /** The price of a period, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day. */
  interval: 'day' | 'week' | 'month' | 'year'
  /** A period is this many intervals. */
  interval_count: number
  /** The length of the trial; null without a trial. */
  trial_period: number | null
  /** The unit of `trial_period`; null without a trial. */
  trial_period_unit: 'day' | 'week' | 'month' | 'year' | null
}

/** The plan change that waits for the payment of its invoice; null if there is none. Until it is paid, everything else shows the present plan. */
export interface PendingUpdate {
  /** The new plan. */
  plan_id: string
  /** The new price. */
  item_price_id: string
  /** The invoice whose payment makes the change. */
  invoice_id: string
  /** Until then it can be paid: 24 hours, or the end of the period if that is earlier. In UTC. */
  expires_at: string
}

/** A plan change, with its request body. */
export interface PlanChange {
  /** The plan of the new price. */
  plan_id: string
  /** The new price. The difference for the rest of the period is invoiced at once. */
  item_price_id: string
}

/** A resumption, with its request body. */
export interface Resumption {
  /** When it is resumed: with this request, or at `resume_date`. */
  resume_option: 'immediately' | 'specific_date'
  /** With `specific_date`: when to resume, in the future; ISO 8601. */
  resume_date?: string | null | undefined
  /** `schedule_payment_collection` collects a renewal that was unpaid before the pause; `no_action`, the default, voids its invoice and goes on without it. */
  unpaid_invoices_handling?: 'no_action' | 'schedule_payment_collection' | null | undefined
}

export interface Subscription {
  /** The id of the subscription, `sub_…`. */
  id: string
  /**
   * What is billed next, and whether it is.
   *
   * - `created`: Not confirmed yet. Confirm it within 24 hours, or it becomes `in_active`.
   * - `active`: Paid for the present period. It renews at `next_billing_at`.
   * - `pending`: The outcome of a payment is not known yet, or the customer must act.
   * - `trial`: In its trial: the payment method is saved, and the first charge is at `next_billing_at`.
   * - `paused`: Paused: nothing is billed until it is resumed.
   * - `unpaid`: The open invoice could not be collected. A renewal is retried on the schedule of the profile; a plan change waits until `pending_update.expires_at`.
   * - `cancelled`: Cancelled: it has ended.
   * - `failed`: It could not be started, or a plan change was blocked: it has ended.
   * - `in_active`: Ended without being cancelled: it was never confirmed, or its last cycle ended.
   * - `onetime`: Paid until `period_end`, and not renewed after that.
   */
  status: 'created' | 'active' | 'pending' | 'trial' | 'paused' | 'unpaid' | 'cancelled' | 'failed' | 'in_active' | 'onetime'
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The customer who has subscribed. */
  customer_id: string
  /** The price that is billed. */
  item_price_id: string
  /** The plan of the price. */
  plan_id: string
  /** Your own reference; null if not sent. */
  merchant_reference_id: string | null
  /** The coupon that was sent; null without one. */
  coupon_code: string | null
  /** For the browser of the customer, 15 minutes from creation or update. Null for keys without `subscriptions:write`, in lists and in events. */
  client_secret: string | null
  pending_update: PendingUpdate | null
  payment: SubscriptionPayment | null
  invoice: SubscriptionInvoice
  payment_details: SubscriptionPaymentDetails
  /** The saved payment method that renewals charge. */
  payment_method_id: string | null
  /** The payer of the invoices; null if not sent. */
  billing: Contact | null
  /** Where the goods are sent; null if not sent. */
  shipping: Contact | null
  /** The beginning of the present period or trial, in UTC; null until it is confirmed. */
  period_start: string | null
  /** The end of the present period or trial, in UTC; null until it is confirmed. */
  period_end: string | null
  /** When the trial ends, in UTC; null without a trial. */
  trial_end: string | null
  /** When the next invoice is made, in UTC; null unless it is `active` or in its `trial`. */
  next_billing_at: string | null
  /** How many periods have been billed; a trial is none. */
  cycles_billed: number
  /** When it will be paused, in UTC; null if no pause is scheduled. */
  pause_at: string | null
  /** Since when it is paused, in UTC; null while it is not. */
  paused_at: string | null
  /** When it will be resumed, in UTC; null if that is not scheduled. */
  resume_at: string | null
  /** When it will be cancelled, in UTC; null if that is not scheduled. */
  cancel_at: string | null
  /** When it was cancelled, in UTC; null if it was not. */
  cancelled_at: string | null
  /** Your text, or `payment_failed` after the last retry, or `customer_deleted`; null otherwise. */
  cancel_reason: string | null
  /** When it ended, cancelled or not, in UTC; null until then. */
  ended_at: string | null
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface SubscriptionActionEstimate {
  /** When the action happens: now, or at its date, in UTC. */
  effective_at: string
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** What is charged: the sum of the invoices. */
  amount: number
  /** What the action creates or collects, in the order in which it is charged. An invoice after another is made when that one is paid. */
  invoices: EstimatedInvoice[]
  /** The open invoice that is voided; null if there is none. */
  voided_invoice_id: string | null
  /** What becomes credit of the customer; null if it depends on a period that is not billed yet. */
  credit_granted: number | null
  /** The credit that the voided invoice had used, which returns to the customer. */
  credit_returned: number
  renewal: EstimatedRenewal | null
}

export interface SubscriptionCancel {
  /**
   * When it ends.
   *
   * - `immediately`: With this request.
   * - `end_of_term`: When the present period ends.
   * - `specific_date`: At the time that the request names.
   */
  cancel_option: 'immediately' | 'end_of_term' | 'specific_date'
  /** With `specific_date`: when to cancel, in the future; ISO 8601. */
  cancel_at?: string | null | undefined
  /** How much of the present period becomes credit of the customer: nothing (the default), the unused part, or all that the period has brought in and was not given back. */
  credit_option?: 'none' | 'prorate' | 'full' | null | undefined
  /** Why it is cancelled: your own text. */
  reason?: string | null | undefined
}

export interface SubscriptionConfirm {
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
  payment_details: SubscriptionConfirmPaymentDetails
}

/** The payment method, which is saved for the renewals. */
export interface SubscriptionConfirmPaymentDetails {
  /** The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent. */
  payment_method?: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi' | undefined
  /** The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card. */
  payment_method_type?: PaymentMethodType | undefined
  payment_method_data?: PaymentMethodData | undefined
  /** A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner. */
  payment_method_id?: string | null | undefined
  /** The payer. By default that of the subscription. */
  billing?: Billing | null | undefined
  /** Where the goods are sent. By default that of the subscription. */
  shipping?: Billing | null | undefined
  browser_info?: BrowserInfo | undefined
}

export interface SubscriptionCreate {
  /** The existing customer who subscribes. */
  customer_id: string
  /** The price to bill, which also determines the plan. */
  item_price_id: string
  /** The plan of the price. Refused if the price is of another. */
  plan_id?: string | null | undefined
  /** A coupon that is applied from the first invoice on. */
  coupon_code?: string | null | undefined
  /** Your own reference. It need not be unique. */
  merchant_reference_id?: string | null | undefined
  /** The payer of the invoices, as the invoices show them. */
  billing?: Billing | null | undefined
  /** Where the goods are sent. */
  shipping?: Billing | null | undefined
  payment_details: SubscriptionCreatePaymentDetails
}

export interface SubscriptionCreateAndConfirm extends Omit<SubscriptionCreate, 'payment_details'> {
  payment_details: SubscriptionCreateAndConfirmPaymentDetails
}

/** How the first payment is made, and with which payment method. */
export interface SubscriptionCreateAndConfirmPaymentDetails {
  /** Where the browser of the customer is sent after the first payment, with `payment_id` and `status`. */
  return_url: string
  /** Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it. */
  authentication_type?: 'three_ds' | 'no_three_ds' | null | undefined
  /** Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | 'scheduled' | 'sequential_automatic' | null | undefined
  /** A subscription charges later in any case, so the card is always saved. */
  setup_future_usage?: 'off_session' | 'on_session' | null | undefined
  /** Stored with the subscription. It changes nothing: every subscription saves the payment method. */
  payment_type?: 'normal' | 'new_mandate' | 'setup_mandate' | 'recurring_mandate' | null | undefined
  /** The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent. */
  payment_method?: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi' | undefined
  /** The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card. */
  payment_method_type?: PaymentMethodType | undefined
  payment_method_data?: PaymentMethodData | undefined
  /** A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner. */
  payment_method_id?: string | null | undefined
  /** The payer. By default that of the subscription. */
  billing?: Billing | null | undefined
  /** Where the goods are sent. By default that of the subscription. */
  shipping?: Billing | null | undefined
  browser_info?: BrowserInfo | undefined
}

/** How the first payment is made. */
export interface SubscriptionCreatePaymentDetails {
  /** Where the browser of the customer is sent after the first payment, with `payment_id` and `status`. */
  return_url: string
  /** Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it. */
  authentication_type?: 'three_ds' | 'no_three_ds' | null | undefined
  /** Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | 'scheduled' | 'sequential_automatic' | null | undefined
  /** A subscription charges later in any case, so the card is always saved. */
  setup_future_usage?: 'off_session' | 'on_session' | null | undefined
  /** Stored with the subscription. It changes nothing: every subscription saves the payment method. */
  payment_type?: 'normal' | 'new_mandate' | 'setup_mandate' | 'recurring_mandate' | null | undefined
}

export interface SubscriptionEstimate {
  /** What the first invoice asks for: 0 for a trial, less the credit of the customer if `customer_id` is sent. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The id of the plan: the one that you chose, or a generated one. */
  plan_id: string
  /** The id of the price, which also determines the plan. */
  item_price_id: string
  /** The code of the coupon. Upper and lower case differ. */
  coupon_code: string | null
  /** What the first invoice is made of. */
  line_items: LineItem[]
}

/** An object with exactly one of: update, cancel, resume. */
export interface SubscriptionEstimateChange {
  update?: PlanChange | undefined
  cancel?: Cancellation | undefined
  resume?: Resumption | undefined
}

export interface SubscriptionEstimateFirstInvoiceParams {
  /** The price to estimate. */
  item_price_id: string
  /** The plan of the price. Refused if the price is of another. */
  plan_id?: string | undefined
  /** A coupon to apply. */
  coupon_code?: string | undefined
  /** The customer, whose credit is then taken into account. */
  customer_id?: string | undefined
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
}

/** The newest invoice of the subscription. */
export interface SubscriptionInvoice {
  /** The id of the invoice, `inv_…`. */
  id: string
  /** The id of the subscription, `sub_…`. */
  subscription_id: string
  /** What is to be paid, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /**
   * It follows the payments that are made for it.
   *
   * - `invoice_created`: It is due, and no payment is in progress.
   * - `payment_pending`: A payment was made for it, and its outcome is not known yet.
   * - `payment_pending_timeout`: The customer had to act, and did not act in time. `next_attempt_at` says when the next payment is made.
   * - `payment_succeeded`: It was paid when nothing waited for it any more. The money is on the credit balance of the customer.
   * - `payment_failed`: The payment was declined; `unified_code` says why, `next_attempt_at` when it is retried.
   * - `payment_canceled`: You cancelled the payment. `next_attempt_at` says when the next one is made.
   * - `invoice_paid`: The money received for it covers it, or there was nothing to pay.
   * - `manual_review`: The payment is held for your review: approve or reject it. Or less was received than the invoice asks for: resolve the invoice.
   * - `voided`: It will not be paid; a credit that was applied to it was returned.
   */
  status: 'invoice_created' | 'payment_pending' | 'payment_pending_timeout' | 'payment_succeeded' | 'payment_failed' | 'payment_canceled' | 'invoice_paid' | 'manual_review' | 'voided'
}

export interface SubscriptionItem {
  /** The plan. */
  item_id: string
  /** The name of the plan. */
  name: string
  /** The merchant's text about the plan. */
  description: string | null
  /** The prices of the plan. */
  price_id: ItemPrice[]
}

export type SubscriptionList = Page<Subscription>

export type SubscriptionListInvoicesParams = Omit<InvoiceListParams, 'number' | 'customer_id' | 'subscription_id' | 'currency' | 'profile_id' | 'amount_gte' | 'amount_lte'>

export interface SubscriptionListItemsParams {
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
  /** Only plans are offered. */
  item_type?: 'plan' | undefined
  /** Entries per page, 1 to 100. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface SubscriptionListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** A status, or several. Values: `created`, `active`, `pending`, `trial`, `paused`, `unpaid`, `cancelled`, `failed`, `in_active`, `onetime`. */
  status?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A plan, or several. */
  plan_id?: string | string[] | undefined
  /** A profile, or several, instead of the one in X-Profile-Id. */
  profile_id?: string | string[] | undefined
}

export interface SubscriptionPause {
  /**
   * When it is paused.
   *
   * - `immediately`: With this request.
   * - `end_of_term`: When the present period ends.
   * - `specific_date`: At the time that the request names.
   */
  pause_option: 'immediately' | 'end_of_term' | 'specific_date'
  /** With `specific_date`: when to pause, in the future; ISO 8601. */
  pause_at?: string | null | undefined
}

/** The newest payment of `invoice`; null if there was nothing to pay. */
export interface SubscriptionPayment {
  /** The id of the payment: the one that you chose, or a generated `pay_…`. */
  payment_id: string
  /**
   * What happens next, and who has to act. Final: `succeeded`, `partially_captured`, `failed`, `cancelled`.
   *
   * - `requires_payment_method`: Needs a payment method. Update the payment with `payment_method_data`, or confirm it with one.
   * - `requires_confirmation`: Has a payment method. Confirm it to charge, or cancel it.
   * - `requires_action`: The customer must act: follow `next_action`. The payment fails if they do not act in time.
   * - `requires_merchant_action`: Held for your review. Approve or reject it before `capture_before`.
   * - `processing`: The outcome is not known yet. Wait for the event, or retrieve the payment.
   * - `requires_capture`: The money is authorized (held). Capture or cancel it before `capture_before`.
   * - `partially_captured_and_capturable`: Part of the amount is captured. Capture more, or cancel the rest.
   * - `partially_captured`: Part of the amount was captured and the rest released. It can still be refunded or disputed.
   * - `succeeded`: The money is captured. It can be refunded.
   * - `failed`: No money was captured; `unified_code` says why.
   * - `cancelled`: No money was captured; any hold was released.
   */
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'requires_merchant_action' | 'processing' | 'requires_capture' | 'partially_captured_and_capturable' | 'partially_captured' | 'succeeded' | 'failed' | 'cancelled'
  /** What is collected, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The kind within the category, such as `credit` or `ideal`; null until there is a method. */
  payment_method_type: PaymentMethodType | null
  next_action: NextAction | null
}

/** The terms of the first payment as you sent them; null where you sent none. */
export interface SubscriptionPaymentDetails {
  /** Where the browser was to be sent. */
  return_url: string
  /** Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it. */
  authentication_type?: 'three_ds' | 'no_three_ds' | null
  /** Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | 'scheduled' | 'sequential_automatic' | null
  /** A subscription charges later in any case, so the card is always saved. */
  setup_future_usage?: 'off_session' | 'on_session' | null
  /** Stored with the subscription. It changes nothing: every subscription saves the payment method. */
  payment_type?: 'normal' | 'new_mandate' | 'setup_mandate' | 'recurring_mandate' | null
}

export interface SubscriptionResume {
  /** When it is resumed: with this request, or at `resume_date`. */
  resume_option: 'immediately' | 'specific_date'
  /** With `specific_date`: when to resume, in the future; ISO 8601. */
  resume_date?: string | null | undefined
  /** `schedule_payment_collection` collects a renewal that was unpaid before the pause; `no_action`, the default, voids its invoice and goes on without it. */
  unpaid_invoices_handling?: 'no_action' | 'schedule_payment_collection' | null | undefined
}

export interface SubscriptionUpdate {
  /** The plan of the new price. */
  plan_id: string
  /** The new price. The difference for the rest of the period is invoiced at once. */
  item_price_id: string
}
