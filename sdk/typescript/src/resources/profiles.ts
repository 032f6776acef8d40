// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { EventType, Metadata, MetadataPatch, PaymentMethodType, StoredMetadata } from '../types/shared.ts'

/** A business profile has the settings of one shop: webhooks, payment links, risk rules, retries of renewals. */
export class ProfilesApi extends Resource {
  /** List business profiles */
  list(merchant_id: string, params?: ProfileListParams, options?: CallOptions): List<BusinessProfile[], BusinessProfile> {
    return this.pages('GET /account/:merchant_id/business_profile', [merchant_id], params ?? {}, options, {})
  }

  /** Create a business profile */
  create(merchant_id: string, params: ProfileCreate, options?: CallOptions): Promise<BusinessProfile> {
    return this.call('POST /account/:merchant_id/business_profile', [merchant_id], params, options)
  }

  /** Retrieve a business profile */
  retrieve(merchant_id: string, profile_id: string, options?: CallOptions): Promise<BusinessProfile> {
    return this.call('GET /account/:merchant_id/business_profile/:profile_id', [merchant_id, profile_id], undefined, options)
  }

  /** Update a business profile */
  update(merchant_id: string, profile_id: string, params?: ProfileUpdate, options?: CallOptions): Promise<BusinessProfile> {
    return this.call('POST /account/:merchant_id/business_profile/:profile_id', [merchant_id, profile_id], params ?? {}, options)
  }

  /** Rotate the webhook signing secret */
  rotateWebhookSecret(merchant_id: string, profile_id: string, params?: ProfileRotateWebhookSecret, options?: CallOptions): Promise<RotatedWebhookSecret> {
    return this.call('POST /account/:merchant_id/business_profile/:profile_id/rotate_webhook_secret', [merchant_id, profile_id], params ?? {}, options)
  }

  /** Delete a business profile */
  delete(merchant_id: string, profile_id: string, options?: CallOptions): Promise<DeletedBusinessProfile> {
    return this.call('DELETE /account/:merchant_id/business_profile/:profile_id', [merchant_id, profile_id], undefined, options)
  }
}

export interface BusinessProfile {
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** Unique among the profiles of the merchant. */
  profile_name: string
  /** Whether requests that name no profile use this one. A merchant has exactly one. */
  is_default: boolean
  /** Where browsers are sent after a payment that has no `return_url` of its own. */
  return_url: string | null
  /** How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds. */
  session_expiry: number
  /** How long an authorization can be captured; after that it is released. */
  capture_window_days: number
  payment_link_config: BusinessProfilePaymentLinkConfig | null
  /** The accepted payment method types; empty means all. */
  allowed_payment_method_types: PaymentMethodType[]
  wallet_identities: WalletIdentities
  /** Whether a failed payment can be confirmed again. */
  is_manual_retry_enabled: boolean
  /** Tested in this order before a payment is sent; the first that matches decides. */
  risk_rules: RiskRule[]
  card_testing_guard_config: CardTestingGuardConfig
  dunning: Dunning
  /** The time of day, in UTC, at which scheduled refunds are sent. */
  refund_batch_time: string
  /** Whether a payout above the available balance is refused. */
  refuse_payouts_above_balance: boolean
  /** How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused. */
  payout_approvals: number
  webhook_details: BusinessProfileWebhookDetails
  /** The webhook signing secret. Returned in full only when the profile is created or the secret is rotated; otherwise only its last four characters. */
  payment_response_hash_key: string
  metadata: StoredMetadata
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

/** How payment links and invoices look, unless a link has its own settings. */
export interface BusinessProfilePaymentLinkConfig {
  /** The name of the seller. By default `profile_name`. */
  seller_name?: string | undefined
  /** An https URL, or a data URL of an image with at most 32,768 characters. A PNG or JPEG is checked and encoded again, so the answer has other bytes. */
  logo?: string | undefined
  /** The color of buttons and links on the hosted pages, such as `#1a73e8`. */
  theme?: string | undefined
  /** How a page arranges the payment methods: `tabs`, `accordion` or `spaced_accordion`. */
  sdk_layout?: string | undefined
  /** The payment method types that payment links offer. By default all. */
  allowed_payment_method_types?: string[] | undefined
}

/** Where events are sent, and which. */
export interface BusinessProfileWebhookDetails {
  /** Where events are posted: an https URL with a public address; http to loopback in the sandbox only. Null sends none. */
  webhook_url: string | null
  /** The event types to send; empty means all. */
  enabled_events: EventType[]
  /** Whether `payment_created` is sent. By default false. */
  payment_created_enabled: boolean
  /** Whether `payment_succeeded` is sent. By default true. */
  payment_succeeded_enabled: boolean
  /** Whether `payment_failed` is sent. By default true. */
  payment_failed_enabled: boolean
  /** Sent with every webhook. Names are stored in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value. */
  custom_http_headers: Record<string, string>
  /** When the webhook signing secret was created or last rotated, in UTC. */
  secret_last_rotated_at: string
}

/** Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards. */
export interface CardTestingGuardConfig {
  /** How many card payments of a shopper at one address may be declined or unfinished; 0 is no limit. With a publishable key the address is that of the connection, with a secret key `browser_info.ip_address`. */
  max_failed_per_ip: number
  /** The same for one card number, from any address; 0 is no limit. */
  max_failed_per_card: number
  /** The time window in which they are counted. */
  window_minutes: number
}

export interface DeletedBusinessProfile {
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** Always true: the object is deleted. */
  deleted: true
}

/** What happens to subscriptions whose invoice cannot be collected. */
export interface Dunning {
  /** On which days after the first failure an invoice is charged again. */
  retry_days: number[]
  /** What the subscription becomes after the last retry. */
  final_action: 'cancelled' | 'unpaid' | 'paused'
}

export interface ProfileCreate {
  /** A name for the shop, unique among the profiles of the merchant. */
  profile_name: string
  webhook_details?: ProfileCreateWebhookDetails | undefined
  /** Where browsers are sent after a payment that has no `return_url` of its own. */
  return_url?: string | null | undefined
  /** How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds. */
  session_expiry?: number | undefined
  /** How long an authorization can be captured; after that it is released. */
  capture_window_days?: number | undefined
  payment_link_config?: BusinessProfilePaymentLinkConfig | null | undefined
  /** The accepted payment method types; empty means all. */
  allowed_payment_method_types?: PaymentMethodType[] | undefined
  wallet_identities?: WalletIdentities | undefined
  /** Whether a failed payment can be confirmed again. */
  is_manual_retry_enabled?: boolean | undefined
  /** Tested in this order before a payment is sent; the first that matches decides. */
  risk_rules?: RiskRule[] | undefined
  card_testing_guard_config?: CardTestingGuardConfig | undefined
  dunning?: Dunning | undefined
  /** The time of day, in UTC, at which scheduled refunds are sent. */
  refund_batch_time?: string | undefined
  /** Whether a payout above the available balance is refused. */
  refuse_payouts_above_balance?: boolean | undefined
  /** How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused. */
  payout_approvals?: number | undefined
  metadata?: Metadata | undefined
}

/** Where events are sent, and which. Omitted fields keep their values. */
export interface ProfileCreateWebhookDetails {
  /** Where events are posted: an https URL with a public address; http to loopback in the sandbox only. Null sends none. */
  webhook_url?: string | null | undefined
  /** The event types to send; empty means all. */
  enabled_events?: EventType[] | undefined
  /** Whether `payment_created` is sent. By default false. */
  payment_created_enabled?: boolean | undefined
  /** Whether `payment_succeeded` is sent. By default true. */
  payment_succeeded_enabled?: boolean | undefined
  /** Whether `payment_failed` is sent. By default true. */
  payment_failed_enabled?: boolean | undefined
  /** Sent with every webhook. Names are stored in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value. */
  custom_http_headers?: Record<string, string> | undefined
}

export interface ProfileListParams {
  /** Entries to return, 1 to 100. By default all. */
  limit?: number | undefined
  /** Entries to skip. For deep pages `starting_after` is cheaper. */
  offset?: number | undefined
  /** Only entries created at this time or later; ISO 8601. */
  created_gte?: string | undefined
  /** Only entries created at this time or earlier; ISO 8601. */
  created_lte?: string | undefined
}

export interface ProfileRotateWebhookSecret {
  /** How long the previous secret also signs, in hours. */
  grace_period_hours?: number | undefined
}

export interface ProfileUpdate extends Omit<ProfileCreate, 'profile_name' | 'metadata'> {
  /** A name for the shop, unique among the profiles of the merchant. */
  profile_name?: string | undefined
  /** True makes this the default profile instead of the present one, at once. False is refused for the default profile. */
  is_default?: boolean | undefined
  metadata?: MetadataPatch | null | undefined
}

export interface RiskRule {
  /** What the rule tests. `card_bin` is the first six digits of the card number; e-mail addresses are compared in lower case. */
  field: 'amount' | 'currency' | 'card_bin' | 'email' | 'ip_address' | 'billing_country'
  /** How the field is compared with `value`. A field that is not known matches only `ne` and `not_in`. */
  op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'not_in'
  /** The value to compare with; a list of texts for `in` and `not_in`. */
  value: string[] | number | string
  /** What follows: `block` declines with UE_2003, `review` holds the payment until you approve or reject it, `require_3ds` demands 3-D Secure. */
  action: 'block' | 'review' | 'require_3ds'
}

export interface RotatedWebhookSecret {
  /** The id of the business profile, `pro_…`. */
  profile_id: string
  /** The new webhook signing secret. It is returned only once, here. */
  payment_response_hash_key: string
  /** When the webhook signing secret was created or last rotated, in UTC. */
  secret_last_rotated_at: string
  /** Until when the previous secret also signs, in UTC; null if it stopped at once. */
  previous_secret_valid_until: string | null
}

/** Who you are for the wallets that need to know it. */
export interface WalletIdentities {
  apple_pay?: WalletIdentitiesApplePay | undefined
  google_pay?: WalletIdentitiesGooglePay | undefined
}

/** Required before this profile accepts Apple Pay. */
export interface WalletIdentitiesApplePay {
  /** Your merchant identifier at Apple. */
  merchant_identifier: string
}

/** Required before this profile accepts Google Pay. */
export interface WalletIdentitiesGooglePay {
  /** Your merchant id at Google. */
  merchant_id: string
}
