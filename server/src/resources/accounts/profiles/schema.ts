// API schemas for business profiles: the settings for one shop.
import { type Static, Type } from 'typebox'
import { EVENT_TYPE, eventNames } from '#core/outbox/event_types.ts'
import {
  answer,
  described,
  Metadata,
  MetadataPatch,
  named,
  nullable,
  NullableTimestamp,
  shaped,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { wholePaging } from '#http/lists.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'

export const MAX_LOGO = 32_768
const LOGO =
  '^(https://[^\\s]+|data:image/(png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2})$'

export const Logo = shaped(LOGO, 'an https URL, or a data URL of an image', {
  maxLength: MAX_LOGO,
  description:
    'An https URL, or a data URL of an image with at most 32,768 characters. A PNG or JPEG is checked and encoded again, so the answer has other bytes.',
})

export const Theme = shaped('^#[0-9A-Fa-f]{6}$', 'a colour such as #1a73e8', {
  description: 'The color of buttons and links on the hosted pages, such as `#1a73e8`.',
})

/** Names that a webhook's own headers use, or that would change how the request is sent. */
const HEADER_NAME =
  '^(?i:(?!(?:host|content-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|user-agent|x-webhook-.*|webhook-.*)$)[a-z][a-z0-9-]{0,63})$'

const webhook = {
  webhook_url: nullable(
    text(2048, {
      description:
        'Where events are posted: an https URL with a public address; http to loopback in the sandbox only. Null sends none.',
    }),
  ),
  enabled_events: Type.Array(named<string>(eventNames, EVENT_TYPE, { title: 'EventType' }), {
    maxItems: 100,
    description: 'The event types to send; empty means all.',
  }),
  payment_created_enabled: Type.Boolean({
    description: 'Whether `payment_created` is sent. By default false.',
  }),
  payment_succeeded_enabled: Type.Boolean({
    description: 'Whether `payment_succeeded` is sent. By default true.',
  }),
  payment_failed_enabled: Type.Boolean({
    description: 'Whether `payment_failed` is sent. By default true.',
  }),
  custom_http_headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 10,
    propertyNames: {
      pattern: HEADER_NAME,
      'x-wanted': 'a header name that webhooks do not use themselves',
    },
    additionalProperties: {
      type: 'string',
      maxLength: 500,
      pattern: '^[\\x20-\\x7e]*$',
      'x-wanted': 'plain ASCII text',
    },
    description:
      'Sent with every webhook. Names are stored in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value.',
  }),
}

const WebhookDetails = Type.Object({
  ...webhook,
  secret_last_rotated_at: Timestamp,
})

/** Fields that a rule can test. */
const riskFields = [
  'amount',
  'currency',
  'card_bin',
  'email',
  'ip_address',
  'billing_country',
] as const
export type RiskField = (typeof riskFields)[number]

const RiskRule = strict({
  field: Type.Unsafe<string>({
    type: 'string',
    enum: riskFields,
    description:
      'What the rule tests. `card_bin` is the first six digits of the card number; e-mail addresses are compared in lower case.',
  }),
  op: Type.Unsafe<string>({
    type: 'string',
    enum: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'],
    description:
      'How the field is compared with `value`. A field that is not known matches only `ne` and `not_in`.',
  }),
  value: Type.Unsafe<string | number | string[]>({
    type: ['array', 'number', 'string'],
    minLength: 1,
    maxLength: 255,
    maxItems: 1_000,
    items: { type: 'string', minLength: 1, maxLength: 255 },
    description: 'The value to compare with; a list of texts for `in` and `not_in`.',
  }),
  action: Type.Unsafe<string>({
    type: 'string',
    enum: ['block', 'review', 'require_3ds'],
    description:
      'What follows: `block` declines with UE_2003, `review` holds the payment until you approve or reject it, `require_3ds` demands 3-D Secure.',
  }),
})

/** The settings that a merchant can change, each with its default. */
const sent = {
  return_url: described(
    nullable(WebUrl),
    'Where browsers are sent after a payment that has no `return_url` of its own.',
  ),
  session_expiry: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 900,
    description:
      'How long a browser can use a `client_secret`, and how long a customer has for a `next_action`, in seconds.',
  }),
  capture_window_days: Type.Integer({
    minimum: 1,
    maximum: 30,
    default: 7,
    description: 'How long an authorization can be captured; after that it is released.',
  }),
  payment_link_config: nullable(
    strict(
      {
        seller_name: Type.Optional(
          text(255, { description: 'The name of the seller. By default `profile_name`.' }),
        ),
        logo: Type.Optional(Logo),
        theme: Type.Optional(Theme),
        sdk_layout: Type.Optional(
          text(64, {
            description:
              'How a page arranges the payment methods: `tabs`, `accordion` or `spaced_accordion`.',
          }),
        ),
        allowed_payment_method_types: Type.Optional(
          Type.Array(text(64), {
            maxItems: 100,
            description: 'The payment method types that payment links offer. By default all.',
          }),
        ),
      },
      { description: 'How payment links and invoices look, unless a link has its own settings.' },
    ),
  ),
  allowed_payment_method_types: Type.Array(
    named(methodTypeNames, METHOD_TYPE, { title: 'PaymentMethodType' }),
    { maxItems: 100, description: 'The accepted payment method types; empty means all.' },
  ),
  wallet_identities: strict(
    {
      apple_pay: Type.Optional(
        strict(
          { merchant_identifier: text(255, { description: 'Your merchant identifier at Apple.' }) },
          { description: 'Required before this profile accepts Apple Pay.' },
        ),
      ),
      google_pay: Type.Optional(
        strict(
          { merchant_id: text(255, { description: 'Your merchant id at Google.' }) },
          { description: 'Required before this profile accepts Google Pay.' },
        ),
      ),
    },
    { description: 'Who you are for the wallets that need to know it.' },
  ),
  is_manual_retry_enabled: Type.Boolean({
    default: false,
    description: 'Whether a failed payment can be confirmed again.',
  }),
  risk_rules: Type.Array(RiskRule, {
    maxItems: 100,
    description: 'Tested in this order before a payment is sent; the first that matches decides.',
  }),
  card_testing_guard_config: strict(
    {
      max_failed_per_ip: Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 20,
        description:
          'How many card payments of a shopper at one address may be declined or unfinished; 0 is no limit. With a publishable key the address is that of the connection, with a secret key `browser_info.ip_address`.',
      }),
      max_failed_per_card: Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 0,
        description: 'The same for one card number, from any address; 0 is no limit.',
      }),
      window_minutes: Type.Integer({
        minimum: 1,
        maximum: 1_440,
        default: 60,
        description: 'The time window in which they are counted.',
      }),
    },
    {
      description:
        'Blocks callers who try stolen card numbers, with UE_2003. Saved payment methods that a secret key or a renewal charges neither count nor are blocked; with a publishable key they are guarded like entered cards.',
    },
  ),
  dunning: strict(
    {
      retry_days: Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), {
        maxItems: 10,
        description: 'On which days after the first failure an invoice is charged again.',
      }),
      final_action: Type.Unsafe<string>({
        type: 'string',
        enum: ['cancelled', 'unpaid', 'paused'],
        description: 'What the subscription becomes after the last retry.',
      }),
    },
    { description: 'What happens to subscriptions whose invoice cannot be collected.' },
  ),
  refund_batch_time: shaped('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time of day such as 00:00', {
    description: 'The time of day, in UTC, at which scheduled refunds are sent.',
  }),
  refuse_payouts_above_balance: Type.Boolean({
    default: false,
    description: 'Whether a payout above the available balance is refused.',
  }),
  payout_approvals: Type.Integer({
    minimum: 0,
    maximum: 3,
    default: 0,
    description:
      'How many different users must approve a payout before it is sent. With 1 or more, `auto_fulfill` is refused.',
  }),
}

export const Profile = answer('BusinessProfile', {
  profile_id: Type.String(),
  merchant_id: Type.String(),
  profile_name: Type.String({ description: 'Unique among the profiles of the merchant.' }),
  is_default: Type.Boolean({
    description: 'Whether requests that name no profile use this one. A merchant has exactly one.',
  }),
  ...sent,
  webhook_details: described(WebhookDetails, 'Where events are sent, and which.'),
  payment_response_hash_key: Type.String({
    description:
      'The webhook signing secret. Returned in full only when the profile is created or the secret is rotated; otherwise only its last four characters.',
  }),
  metadata: StoredMetadata,
  created: Timestamp,
  modified_at: Timestamp,
})
export type Profile = Static<typeof Profile>

export const ProfileList = Type.Array(Profile)

export const ListProfiles = strict(wholePaging)
export type ListProfiles = Static<typeof ListProfiles>

const changeable = {
  webhook_details: Type.Optional(
    Type.Partial(strict(webhook), {
      additionalProperties: false,
      description: 'Where events are sent, and which. Omitted fields keep their values.',
    }),
  ),
  ...Type.Partial(Type.Object(sent)).properties,
}

const PROFILE_NAME = 'A name for the shop, unique among the profiles of the merchant.'

export const CreateProfile = strict({
  profile_name: text(64, { description: PROFILE_NAME }),
  ...changeable,
  metadata: Type.Optional(Metadata),
})
export type CreateProfile = Static<typeof CreateProfile>

export const UpdateProfile = strict({
  profile_name: Type.Optional(text(64, { description: PROFILE_NAME })),
  is_default: Type.Optional(
    Type.Boolean({
      description:
        'True makes this the default profile instead of the present one, at once. False is refused for the default profile.',
    }),
  ),
  ...changeable,
  metadata: Type.Optional(MetadataPatch),
})
export type UpdateProfile = Static<typeof UpdateProfile>

export const RotateSecret = strict({
  grace_period_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 72,
      default: 24,
      description: 'How long the previous secret also signs, in hours.',
    }),
  ),
})
export type RotateSecret = Static<typeof RotateSecret>

export const RotatedSecret = answer('RotatedWebhookSecret', {
  profile_id: Type.String(),
  payment_response_hash_key: Type.String({
    description: 'The new webhook signing secret. It is returned only once, here.',
  }),
  secret_last_rotated_at: Timestamp,
  previous_secret_valid_until: described(
    NullableTimestamp,
    'Until when the previous secret also signs, in UTC; null if it stopped at once.',
  ),
})
export type RotatedSecret = Static<typeof RotatedSecret>

export const DeletedProfile = answer('DeletedBusinessProfile', {
  profile_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedProfile = Static<typeof DeletedProfile>
