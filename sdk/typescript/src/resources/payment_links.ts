// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Currency, Metadata, PageParams, PaymentCreateOrderDetail, PaymentMethodType, PaymentOrderDetail, StoredMetadata } from '../types/shared.ts'

/** A payment link is paid on a page of this server. */
export class PaymentLinksApi extends Resource {
  /**
   * Create a payment link.
   *
   * Send its `url` to a shopper, who pays on a page of this server.
   */
  create(params: PaymentLinkCreate, options?: CallOptions): Promise<PaymentLink> {
    return this.call('POST /payment_link', [], params, options)
  }

  /**
   * Preview the page of a payment link.
   *
   * Internal: what the page would show for these settings, which may be incomplete. The dashboard passes it to a frame with `/pay/new?preview`. Nothing is created.
   */
  preview(params: PaymentLinkPreviewParams, options?: CallOptions): Promise<PaymentLinkPreview> {
    return this.call('POST /payment_link/preview', [], params, options)
  }

  /** List payment links */
  list(params?: PaymentLinkListParams, options?: CallOptions): List<PaymentLinkList, PaymentLink> {
    return this.pages('GET /payment_link/list', [], params ?? {}, options, { idField: 'payment_link_id' })
  }

  /** Search payment links */
  search(params?: PaymentLinkListParams, options?: CallOptions): List<PaymentLinkList, PaymentLink> {
    return this.pages('POST /payment_link/list', [], params ?? {}, options, { idField: 'payment_link_id' })
  }

  /** Retrieve a payment link */
  retrieve(payment_link_id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.call('GET /payment_link/:payment_link_id', [payment_link_id], undefined, options)
  }

  /**
   * Deactivate a payment link.
   *
   * From now on nobody can pay it. A payment that is in progress continues.
   */
  deactivate(payment_link_id: string, options?: CallOptions): Promise<PaymentLink> {
    return this.call('POST /payment_link/:payment_link_id/deactivate', [payment_link_id], undefined, options)
  }
}

/** Of the e-mail with the URL: `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. Null without `send_email`. */
export interface EmailDelivery {
  /** `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. */
  status: 'queued' | 'sent' | 'failed' | 'not_sent'
  /** How often it was tried. */
  attempts: number
  /** Why the last attempt failed, or none was made; null otherwise. */
  error: string | null
  /** When it was sent, in UTC; null until then. */
  sent_at: string | null
}

export interface PaymentLink {
  /** The id of the payment link, `plink_…`. */
  payment_link_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /**
   * How often it can be paid.
   *
   * - `one_time`: It is paid once.
   * - `recurring`: It can be paid any number of times until it expires; it is not a subscription.
   * - `donation`: Like `recurring`; without an `amount` the shopper chooses one.
   */
  link_type: 'one_time' | 'recurring' | 'donation'
  /**
   * Whether it can be paid.
   *
   * - `active`: Can be paid on its page.
   * - `completed`: Paid: once if it is `one_time`, or as often as `usage_limit` allows.
   * - `expired`: Its `expiry` has passed. A payment that was in progress can still complete it.
   * - `deactivated`: You deactivated it. A payment that was in progress can still complete it.
   */
  status: 'active' | 'completed' | 'expired' | 'deactivated'
  /** The page on which a shopper pays. */
  url: string
  /** The same as `url`. */
  link_to_pay: string
  /** What is collected, in the lowest unit; null if the shopper chooses it. */
  amount: number | null
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** Of a donation: the amounts to choose from, in the lowest unit; null without any. */
  suggested_amounts: number[] | null
  /** Of a donation: the least that can be given; null: no minimum. */
  min_amount: number | null
  /** Of a donation: the most that can be given; null: no maximum. */
  max_amount: number | null
  /** What is paid for, as the page shows it. */
  description: string | null
  /** The order that you sent, one entry for each item; null without one. */
  order_details: PaymentOrderDetail[] | null
  /** The customer whom the payments belong to; null without one. */
  customer_id: string | null
  /** The address that the URL is sent to. */
  email: string | null
  /** Whether the URL is sent to `email`. */
  send_email: boolean
  email_delivery: EmailDelivery | null
  /** `automatic` captures on approval, `manual` waits for one capture, `manual_multiple` for several. */
  capture_method: 'automatic' | 'manual' | 'manual_multiple'
  /** Whether you asked for 3-D Secure or for none; null if you left it open. */
  authentication_type: 'three_ds' | 'no_three_ds' | null
  /** Whether the page asks for the name, the e-mail address and the billing address. */
  require_customer_info: boolean
  /** How the page looks, as you sent it; null: as the profile says. */
  payment_link_config: PaymentLinkCreatePaymentLinkConfig | null
  /** How many payments may succeed; null without a limit. */
  usage_limit: number | null
  /** The payments that succeeded. */
  usage_count: number
  /** What the page says once the link is completed or expired. */
  sold_out_message: string | null
  /** The last payment made through the link. */
  payment_id: string | null
  metadata: StoredMetadata
  /** Until when it can be paid, in UTC. */
  expiry: string
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface PaymentLinkCreate {
  currency: Currency
  /** What to collect, in the lowest unit of the currency. Required, except for a `donation` whose amount the shopper chooses. */
  amount?: number | null | undefined
  /**
   * How often it can be paid. By default `one_time`.
   *
   * - `one_time`: It is paid once.
   * - `recurring`: It can be paid any number of times until it expires; it is not a subscription.
   * - `donation`: Like `recurring`; without an `amount` the shopper chooses one.
   */
  link_type?: 'one_time' | 'recurring' | 'donation' | null | undefined
  /** The business profile of the link. By default the one in `X-Profile-Id`, else the default profile. */
  profile_id?: string | null | undefined
  /** What is paid for. The page shows it. */
  description?: string | null | undefined
  /** The items, in the currency of the link. The page lists them. */
  order_details?: PaymentCreateOrderDetail[] | null | undefined
  /** Of a donation: amounts to choose from. */
  suggested_amounts?: number[] | null | undefined
  /** Of a donation: the least that can be given, in the lowest unit. */
  min_amount?: number | null | undefined
  /** Of a donation: the most that can be given, in the lowest unit. */
  max_amount?: number | null | undefined
  /** An existing customer, to whom the payments then belong. */
  customer_id?: string | null | undefined
  /** The address that the URL is sent to, with `send_email`. */
  email?: string | null | undefined
  /** Sends the URL to `email`, which is then required. */
  send_email?: boolean | null | undefined
  /** Of the payments. By default `automatic`; otherwise capture each payment yourself. */
  capture_method?: 'automatic' | 'manual' | 'manual_multiple' | null | undefined
  /** Of the payments: `three_ds` demands 3-D Secure, `no_three_ds` skips it. */
  authentication_type?: 'three_ds' | 'no_three_ds' | null | undefined
  /** The page asks for the name, the e-mail address and the billing address. */
  require_customer_info?: boolean | null | undefined
  payment_link_config?: PaymentLinkCreatePaymentLinkConfig | null | undefined
  /** How many payments may succeed. Always 1 for `one_time`; without a limit otherwise. */
  usage_limit?: number | null | undefined
  /** What the page says once the link is completed or expired. */
  sold_out_message?: string | null | undefined
  /** 60 seconds to 90 days from now. By default 24 hours from now. */
  expiry?: string | null | undefined
  /** Your own pairs; the payments get them too. The receipt shows `order_id` as the order number. */
  metadata?: Metadata | null | undefined
}

/** How the page of this link looks; each absent setting is that of the profile. */
export interface PaymentLinkCreatePaymentLinkConfig {
  /** The name of the seller at the top of the page. By default that of the profile. */
  seller_name?: string | null | undefined
  /** An https URL, or a data URL of an image with at most 32,768 characters. A PNG or JPEG is checked and encoded again, so the answer has other bytes. */
  logo?: string | null | undefined
  /** The color of buttons and links on the hosted pages, such as `#1a73e8`. */
  theme?: string | null | undefined
  /** How the page arranges the payment methods. */
  sdk_layout?: 'tabs' | 'accordion' | 'spaced_accordion' | null | undefined
  /** Shown in this order; empty: all that the profile accepts. */
  allowed_payment_method_types?: PaymentMethodType[] | null | undefined
}

export type PaymentLinkList = Page<PaymentLink>

export interface PaymentLinkListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** One id, or several separated by commas. */
  payment_link_id?: string | string[] | undefined
  /** A status, or several. Values: `active`, `completed`, `expired`, `deactivated`. */
  status?: string | string[] | undefined
  /** A type, or several. Values: `one_time`, `recurring`, `donation`. */
  link_type?: string | string[] | undefined
  /** A customer, or several. */
  customer_id?: string | string[] | undefined
  /** A currency as an ISO 4217 code, or several. */
  currency?: string | string[] | undefined
  /** A profile, or several. */
  profile_id?: string | string[] | undefined
}

export interface PaymentLinkPreview {
  /** What the page shows of the link and its profile. */
  page: Record<string, unknown>
  /** The seller's colour, as a style sheet. */
  colors: string
}

export type PaymentLinkPreviewParams = Pick<PaymentLinkCreate, 'currency' | 'amount' | 'link_type' | 'profile_id' | 'description' | 'order_details' | 'suggested_amounts' | 'min_amount' | 'max_amount' | 'customer_id' | 'email' | 'send_email' | 'capture_method' | 'authentication_type' | 'require_customer_info' | 'payment_link_config' | 'usage_limit' | 'sold_out_message' | 'expiry' | 'metadata'>
