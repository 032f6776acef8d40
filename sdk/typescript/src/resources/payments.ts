// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Billing, BrowserInfo, Contact, Currency, Dispute, Metadata, MetadataPatch, NextAction, Note, Notes, PageParams, PaymentCreateOrderDetail, PaymentMethodData, PaymentMethodType, PaymentOrderDetail, Refund, StoredMetadata, UnifiedCode } from '../types/shared.ts'

/** A payment takes money from a customer: create, confirm, capture, cancel. */
export class PaymentsApi extends Resource {
  /**
   * Create a payment.
   *
   * With `confirm: true` the payment is charged immediately; otherwise confirm it later.
   */
  create(params: PaymentCreate, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments', [], params, options)
  }

  /** List payments */
  list(params?: PaymentListParams, options?: CallOptions): List<PaymentList, Payment> {
    return this.pages('GET /payments/list', [], params ?? {}, options, { idField: 'payment_id' })
  }

  /** Search payments */
  search(params?: PaymentListParams, options?: CallOptions): List<PaymentList, Payment> {
    return this.pages('POST /payments/list', [], params ?? {}, options, { idField: 'payment_id' })
  }

  /** Retrieve a payment */
  retrieve(payment_id: string, params?: PaymentRetrieveParams, options?: CallOptions): Promise<Payment> {
    return this.call('GET /payments/:payment_id', [payment_id], params ?? {}, options)
  }

  /** Update a payment */
  update(payment_id: string, params?: PaymentUpdate, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id', [payment_id], params ?? {}, options)
  }

  /**
   * Confirm a payment.
   *
   * Of concurrent confirmations one charges. The others get 409 `IR_16` while it is in progress, and then 400 `IR_14`, or 409 `IR_16` if the payment is in a final state.
   */
  confirm(payment_id: string, params?: PaymentConfirm, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id/confirm', [payment_id], params ?? {}, options)
  }

  /** Capture an authorized payment */
  capture(payment_id: string, params?: PaymentCapture, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id/capture', [payment_id], params ?? {}, options)
  }

  /** Cancel a payment */
  cancel(payment_id: string, params?: PaymentCancel, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id/cancel', [payment_id], params ?? {}, options)
  }

  /** Approve a payment held for review */
  approve(payment_id: string, params?: PaymentApprove, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id/approve', [payment_id], params ?? {}, options)
  }

  /** Reject a payment held for review */
  reject(payment_id: string, options?: CallOptions): Promise<Payment> {
    return this.call('POST /payments/:payment_id/reject', [payment_id], undefined, options)
  }

  /**
   * Settle a waiting payment.
   *
   * Sandbox only. Simulates a customer who pays by bank transfer or another delayed method.
   */
  settle(payment_id: string, params?: PaymentSettle, options?: CallOptions): Promise<Payment> {
    return this.call('POST /sandbox/payments/:payment_id/settle', [payment_id], params ?? {}, options)
  }

  /** List the notes on a payment */
  listNotes(payment_id: string, options?: CallOptions): List<Notes, Note> {
    return this.pages('GET /payments/:payment_id/notes', [payment_id], undefined, options, { isWhole: true })
  }
}

/** The answer of the acquirer. */
export interface ConnectorDetails {
  /** The same as `error_code`. */
  code?: string | null
  /** The same as `error_message`. */
  message?: string | null
  /** The acquirer's reason, if it gives one. */
  reason?: string | null
}

/** The answer of the card network or the card's issuer, if there is one. */
export interface IssuerDetails {
  /** The code of the issuer; null if the refusal did not come from the issuer. */
  code?: string | null
  /** The text of the issuer. */
  message?: string | null
  network_details?: NetworkDetails | null
}

export interface LateOutcome {
  /** The id of the call to the acquirer. */
  operation_id: string
  /** What the call asked for. */
  kind: 'authorize' | 'capture'
  /** The amount that moved, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** Whether it was returned: `pending`, `done`, or `refused` by the acquirer. */
  reversal: 'pending' | 'done' | 'refused'
  /** When it was found, as ISO 8601 in UTC. */
  created: string
}

/** The payment method with its numbers masked, under the same keys as in requests; null until there is one. */
export interface MaskedPaymentMethod {
  card?: MaskedPaymentMethodCard
}

/** A card, without its number and its security code. */
export interface MaskedPaymentMethodCard {
  /** The last four digits of the number. */
  last4?: string
  /** The brand, such as `visa`; `unknown` if the number does not show it. */
  brand?: string
  /** The month of the expiry, two digits. */
  exp_month?: string
  /** The year of the expiry, four digits. */
  exp_year?: string
  /** The first six digits of the number, which name the issuer. */
  bin?: string
  /** The name on the card; null if not sent. */
  card_holder_name?: string | null
}

/** The card network. */
export interface NetworkDetails {
  /** The name of the card network. */
  name?: string | null
}

export interface Payment {
  /** The id of the payment: the one that you chose, or a generated `pay_…`. */
  payment_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
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
  /** What you asked to collect, in the lowest unit of the currency. */
  amount: number
  /** What has been captured so far, before refunds, in the lowest unit. */
  amount_received: number
  /** What is authorized and can be captured now, in the lowest unit: 0 while the payment is held for review. */
  amount_capturable: number
  /** The sum of its refunds, with those that are pending. */
  amount_refunded: number
  /** The largest refund that is accepted now, in the lowest unit: what was received less `amount_refunded`; 0 while the payment is disputed, and after a lost dispute. */
  amount_refundable: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** `automatic` captures on approval, `manual` waits for one capture, `manual_multiple` for several. */
  capture_method: 'automatic' | 'manual' | 'manual_multiple'
  /** Whether you asked for 3-D Secure or for none; null if you left it open. */
  authentication_type: 'three_ds' | 'no_three_ds' | null
  /** The category of the payment method, such as `card`; null until there is a method. */
  payment_method: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi' | null
  /** The kind within the category, such as `credit` or `ideal`; null until there is a method. */
  payment_method_type: PaymentMethodType | null
  payment_method_data: MaskedPaymentMethod | null
  /** The saved payment method that was charged, or that this payment saved; null otherwise. */
  payment_method_id: string | null
  /** The customer who pays; null without one. */
  customer_id: string | null
  /** The e-mail address of the customer. */
  email: string | null
  /** The full name of the customer. */
  name: string | null
  /** The phone number of the customer, without the country code. */
  phone: string | null
  /** The country code of the phone number, such as `+1`. */
  phone_country_code: string | null
  /** Your own text about the payment. */
  description: string | null
  /** Where the browser of the customer is sent afterwards. `payment_id` and `status` are added as query parameters. */
  return_url: string | null
  billing: Contact | null
  /** Where the goods are sent; null if you did not send it. */
  shipping: Contact | null
  /** `off_session` saves the method of the customer on success; null saves nothing. */
  setup_future_usage: 'on_session' | 'off_session' | null
  /** Your own reference, such as an order number. It need not be unique. */
  merchant_order_reference_id: string | null
  /** The text on the customer's statement, up to 22 characters: the name, then the suffix. */
  statement_descriptor: string | null
  metadata: StoredMetadata
  /** The order that you sent, one entry for each item; null without one. */
  order_details: PaymentOrderDetail[] | null
  /** Lets a browser with a publishable key act on this payment. Null in lists and for keys without `payments:write`. */
  client_secret: string | null
  next_action: NextAction | null
  /** Why it was cancelled: your text, or `authorization_expired` if it was not captured in time. */
  cancellation_reason: string | null
  /** What was decided about a payment that was held for review: `decision` (`approved` or `rejected`), `decided_at`, and the `reason` and `reviewer` that were sent. */
  merchant_decision: Record<string, unknown> | null
  /** How often the payment has been confirmed. */
  attempt_count: number
  /** The acquirer that was called; null if none was. Secret keys see it. */
  connector: string | null
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string | null
  /** The id of the transaction at the acquirer, for questions to the acquirer; null until there is one. */
  connector_transaction_id: string | null
  unified_code: UnifiedCode | null
  /** The text of `unified_code`, which you may show to the customer. */
  unified_message: string | null
  /** The acquirer's own code for a decline; or `manual_review_rejected`, `not_sent` (confirm it again), `amount_differs` (see `error_message`). Branch on `unified_code`. */
  error_code: string | null
  /** The acquirer's own text for the failure, for your support staff; null without one. */
  error_message: string | null
  error_details: PaymentErrorDetails | null
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
  /** When the money was captured, in UTC; null until the first capture. */
  captured_at: string | null
  /** Until when the authorization can be captured or reviewed, in UTC. After that it is released. */
  capture_before: string | null
  /** Money that moved after the payment had ended or continued without it, and whether it was returned; null for almost every payment. */
  late_outcomes: LateOutcome[] | null
  /** The calls to provider accounts, newest first; only when expanded. */
  attempts?: PaymentAttempt[]
  origin?: PaymentOrigin | null
  /** The fields that a confirmation with a new card must bring, such as `billing`; only with a publishable key. */
  missing_fields?: string[]
  /** The refunds of the payment, newest first; only when expanded. */
  refunds?: Refund[]
  /** The disputes of the payment, newest first; only when expanded. */
  disputes?: Dispute[]
}

export interface PaymentApprove {
  /** Why it was approved, for your records. */
  reason?: string | null | undefined
  /** Who approved it, for your records. */
  reviewer?: string | null | undefined
}

export interface PaymentAttempt {
  /** The id of the call, which the acquirer knows too. */
  attempt_id: string
  /** Your account at the acquirer; null if none was called, and for the sandbox bank of a merchant without accounts. Secret keys see it. */
  connector_id: string | null
  /** The acquirer that was called; null if none was. Secret keys see it. */
  connector: string | null
  /** What came of it. `sent`: no answer yet. `not_sent` and `revoked`: certainly nothing was charged. `late`: approved after it had been closed, and reversed. */
  status: 'sent' | 'challenge' | 'pending' | 'approved' | 'declined' | 'refused' | 'not_sent' | 'revoked' | 'late'
  unified_code: UnifiedCode | null
  /** The acquirer's own code for the failure; null without one. Branch on `unified_code`. */
  error_code: string | null
  three_ds: ThreeDs | null
  risk: Risk | null
  /** What was asked for, in the lowest unit of the currency. */
  amount: number
  /** When the object was created, in UTC. */
  created: string
  /** When it ended, in UTC; null while it is open. */
  finished_at: string | null
}

export interface PaymentCancel {
  /** Why it was cancelled: your own text of up to 255 characters. */
  cancellation_reason?: string | null | undefined
}

export interface PaymentCapture {
  /** At most `amount_capturable`, which is also the default. With `manual` the rest is released. */
  amount_to_capture?: number | undefined
  /** Replaces the name on the customer's statement for this capture. */
  statement_descriptor_prefix?: string | null | undefined
  /** Follows the name on the customer's statement. */
  statement_descriptor_suffix?: string | null | undefined
}

export interface PaymentConfirm extends Pick<PaymentCreate, 'payment_method' | 'payment_method_type' | 'payment_method_data' | 'payment_method_id' | 'off_session' | 'billing' | 'return_url' | 'browser_info' | 'authentication_type'> {
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
}

export interface PaymentCreate {
  /** What to collect, in the lowest unit of the currency, such as cents. */
  amount: number
  currency: Currency
  /** The business profile of the payment. By default your default profile. */
  profile_id?: string | undefined
  /** Your own id. It can never be reused, so a repeated request cannot charge twice. A card number is refused. */
  payment_id?: string | undefined
  /** The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent. */
  payment_method?: 'card' | 'wallet' | 'pay_later' | 'bank_redirect' | 'bank_transfer' | 'crypto' | 'upi' | undefined
  /** The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card. */
  payment_method_type?: PaymentMethodType | undefined
  payment_method_data?: PaymentMethodData | undefined
  /** A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner. */
  payment_method_id?: string | null | undefined
  /** The customer is not present: you charge a saved payment method that they agreed to. */
  off_session?: boolean | undefined
  /** The payer. Required together with `payment_method_data`; the customer's address is used if it has none. */
  billing?: Billing | undefined
  /** Where the browser of the customer is sent afterwards, with `payment_id` and `status` as query parameters. By default that of the profile. Required for wallets, pay later, bank redirects and crypto. */
  return_url?: string | null | undefined
  browser_info?: BrowserInfo | undefined
  /** The id of a customer that exists. E-mail, name, phone and address are taken from the customer where the request has none. */
  customer_id?: string | null | undefined
  /** Your own text about the payment. */
  description?: string | null | undefined
  /** `automatic`, the default, captures on approval. `manual` only authorizes, for one capture before `capture_before`; `manual_multiple` for several captures. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | undefined
  /** `three_ds` demands 3-D Secure, `no_three_ds` skips it; the issuer may still ask for it. */
  authentication_type?: 'three_ds' | 'no_three_ds' | null | undefined
  /** The e-mail address of the customer. */
  email?: string | null | undefined
  /** The full name of the customer. */
  name?: string | null | undefined
  /** The phone number of the customer, without the country code. */
  phone?: string | null | undefined
  /** The country code of the phone number, such as `+1`. */
  phone_country_code?: string | null | undefined
  /** Where the goods are sent. Needs the same fields as `billing`. */
  shipping?: Billing | undefined
  /** With `off_session` and a customer, the method is saved on success and returned as `payment_method_id`. */
  setup_future_usage?: 'on_session' | 'off_session' | null | undefined
  /** Your own reference, such as an order number. It need not be unique. */
  merchant_order_reference_id?: string | null | undefined
  /** The name on the customer's statement: up to 22 characters, at least one of the letters A to Z. By default the name of the profile. */
  statement_descriptor_name?: string | null | undefined
  /** Follows the name on the customer's statement, after a space. */
  statement_descriptor_suffix?: string | null | undefined
  /** What was ordered: one entry for each item. */
  order_details?: PaymentCreateOrderDetail[] | undefined
  /** True charges the payment with this same request. By default it waits for its confirmation. */
  confirm?: boolean | undefined
  metadata?: Metadata | undefined
}

/** A declined payment as Florin, the issuer and the acquirer describe it; null otherwise. */
export interface PaymentErrorDetails {
  unified_details?: UnifiedDetails | null
  issuer_details?: IssuerDetails | null
  connector_details?: ConnectorDetails | null
}

export type PaymentList = Page<Payment>

export interface PaymentListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** One id, or several separated by commas. */
  payment_id?: string | string[] | undefined
  /** A status, or several. Values: `requires_payment_method`, `requires_confirmation`, `requires_action`, `requires_merchant_action`, `processing`, `requires_capture`, `partially_captured_and_capturable`, `partially_captured`, `succeeded`, `failed`, `cancelled`. */
  status?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** A method, or several. Values: `card`, `wallet`, `pay_later`, `bank_redirect`, `bank_transfer`, `crypto`, `upi`. */
  payment_method?: string | string[] | undefined
  /** A kind of method, or several. */
  payment_method_type?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
  /** Exactly this reference of yours. */
  merchant_order_reference_id?: string | undefined
  /** The e-mail address of the customer, in upper or lower case. */
  email?: string | undefined
  /** Only entries with this amount or more, in the lowest unit of the currency. */
  amount_gte?: number | undefined
  /** Only entries with this amount or less, in the lowest unit of the currency. */
  amount_lte?: number | undefined
  /** The last four digits of the card. */
  last4?: string | undefined
  /** The reason of a decline as its `unified_code`, or several. */
  unified_code?: string | string[] | undefined
  /** Whether a refund was made, of all or a part; pending ones count. */
  is_refunded?: boolean | undefined
  /** Whether money of it is disputed, or was lost to a dispute. */
  is_disputed?: boolean | undefined
}

/** The link or invoice that the payment is for; null if it was created by itself. Only when expanded. */
export interface PaymentOrigin {
  /** The payment link that was paid. */
  payment_link_id: string | null
  /** The invoice that was paid. */
  invoice_id: string | null
  /** The invoice's subscription. */
  subscription_id: string | null
}

export interface PaymentRetrieveParams {
  /** For a publishable key. Better send it in the header `X-Client-Secret`: URLs are stored in logs and histories. */
  client_secret?: string | undefined
  /** What to include, separated by commas: `attempts`, `origin`, `refunds`, `disputes`. */
  expand?: string | undefined
}

export interface PaymentSettle {
  /** What the sandbox bank decides. By default `approved`. */
  outcome?: 'approved' | 'declined' | undefined
}

export interface PaymentUpdate extends Omit<PaymentCreate, 'amount' | 'currency' | 'profile_id' | 'payment_id' | 'metadata'> {
  /** The `client_secret` of the object, required with a publishable key. It can also be in the header `X-Client-Secret`. */
  client_secret?: string | undefined
  /** The new amount to collect, in the lowest unit of the currency. */
  amount?: number | undefined
  currency?: Currency | undefined
  metadata?: MetadataPatch | null | undefined
}

/** The decision of the risk rules; null if none matched. */
export interface Risk {
  /** What the risk rules decided, such as `review`. */
  action?: string
  /** The position of the rule, from 0. */
  rule?: number | null
}

/** The authentication; null if the acquirer reported none. */
export interface ThreeDs {
  /** The version of 3-D Secure. */
  version?: string | null
  /** The result, as the acquirer names it. */
  result?: string | null
  /** The indicator of the card network. */
  eci?: string | null
}

/** The decline as Florin unifies it. */
export interface UnifiedDetails {
  /** The same as `unified_code`. */
  category?: string | null
  /** The same as `unified_message`. */
  message?: string | null
}
