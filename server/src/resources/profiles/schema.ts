// The API schemas of business profiles: the settings of one shop of a merchant.
import { type Static, Type } from 'typebox'
import { eventNames } from '#core/outbox/event_types.ts'
import {
  answer,
  Metadata,
  MetadataPatch,
  nullable,
  shaped,
  NullableTimestamp,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { methodTypeNames } from '#resources/payment_methods/types.ts'

const MAX_LOGO = 32_768
const LOGO =
  '^(https://[^\\s]+|data:image/(png|jpeg|gif|webp|svg\\+xml);base64,[A-Za-z0-9+/]+={0,2})$'

export const Logo = shaped(LOGO, 'an https URL, or a data URL of an image', {
  maxLength: MAX_LOGO,
  description: 'An https URL, or a data URL of an image with at most 32,768 characters.',
})

export const Theme = shaped('^#[0-9A-Fa-f]{6}$', 'a colour such as #1a73e8')

/** Names that a webhook's own headers use, or that would change how the request is sent. */
const HEADER_NAME =
  '^(?!(?:host|content-.*|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|proxy-.*|user-agent|x-webhook-.*|webhook-.*)$)[a-z][a-z0-9-]{0,63}$'

const webhook = {
  webhook_url: nullable(text(2048)),
  enabled_events: Type.Array(Type.Unsafe<string>({ type: 'string', enum: eventNames }), {
    maxItems: 100,
    description: 'The event types to send; empty means all.',
  }),
  payment_created_enabled: Type.Boolean(),
  payment_succeeded_enabled: Type.Boolean(),
  payment_failed_enabled: Type.Boolean(),
  custom_http_headers: Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 10,
    propertyNames: {
      pattern: HEADER_NAME,
      'x-wanted': 'a header name in lower case that webhooks do not use themselves',
    },
    additionalProperties: {
      type: 'string',
      maxLength: 500,
      pattern: '^[\\x20-\\x7e]*$',
      'x-wanted': 'plain ASCII text',
    },
    description:
      'Sent with every webhook; names in lower case. Answers show `****` instead of each value; in an update, `****` keeps the stored value.',
  }),
}

const WebhookDetails = Type.Object({
  ...webhook,
  secret_last_rotated_at: Timestamp,
})

/** What a rule can test. */
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
  field: Type.Unsafe<string>({ type: 'string', enum: riskFields }),
  op: Type.Unsafe<string>({
    type: 'string',
    enum: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'not_in'],
  }),
  value: Type.Unsafe<string | number | string[]>({
    type: ['array', 'number', 'string'],
    maxLength: 255,
    maxItems: 1_000,
    items: { type: 'string', maxLength: 255 },
  }),
  action: Type.Unsafe<string>({ type: 'string', enum: ['block', 'review', 'require_3ds'] }),
})

/** The settings that a merchant can change, each with its default. */
const sent = {
  return_url: nullable(WebUrl),
  session_expiry: Type.Integer({
    minimum: 60,
    maximum: 86_400,
    default: 900,
    description: 'How long a session lasts, in seconds.',
  }),
  capture_window_days: Type.Integer({ minimum: 1, maximum: 30, default: 7 }),
  payment_link_config: nullable(
    strict({
      seller_name: Type.Optional(text(255)),
      logo: Type.Optional(Logo),
      theme: Type.Optional(Theme),
      sdk_layout: Type.Optional(text(64)),
      allowed_payment_method_types: Type.Optional(Type.Array(text(64), { maxItems: 100 })),
    }),
  ),
  allowed_payment_method_types: Type.Array(
    Type.Unsafe<string>({ type: 'string', enum: methodTypeNames }),
    { maxItems: 100, description: 'The accepted payment method types; empty means all.' },
  ),
  wallet_identities: strict({
    apple_pay: Type.Optional(strict({ merchant_identifier: text(255) })),
    google_pay: Type.Optional(strict({ merchant_id: text(255) })),
  }),
  is_manual_retry_enabled: Type.Boolean({ default: false }),
  risk_rules: Type.Array(RiskRule, { maxItems: 100 }),
  card_testing_guard_config: strict({
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
    window_minutes: Type.Integer({ minimum: 1, maximum: 1_440, default: 60 }),
  }),
  dunning: strict({
    retry_days: Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { maxItems: 10 }),
    final_action: Type.Unsafe<string>({ type: 'string', enum: ['cancelled', 'unpaid', 'paused'] }),
  }),
  refund_batch_time: shaped('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time of day such as 00:00', {
    description: 'The time of day, in UTC, at which scheduled refunds are sent.',
  }),
  refuse_payouts_above_balance: Type.Boolean({
    default: false,
    description: 'Whether a payout above the available balance is refused.',
  }),
}

export const Profile = answer('BusinessProfile', {
  profile_id: Type.String(),
  merchant_id: Type.String(),
  profile_name: Type.String(),
  is_default: Type.Boolean(),
  ...sent,
  webhook_details: WebhookDetails,
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

const changeable = {
  webhook_details: Type.Optional(Type.Partial(strict(webhook), { additionalProperties: false })),
  ...Type.Partial(Type.Object(sent)).properties,
}

export const CreateProfile = strict({
  profile_name: text(64, { minLength: 1 }),
  ...changeable,
  metadata: Type.Optional(Metadata),
})
export type CreateProfile = Static<typeof CreateProfile>

export const UpdateProfile = strict({
  profile_name: Type.Optional(text(64, { minLength: 1 })),
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
  payment_response_hash_key: Type.String(),
  secret_last_rotated_at: Timestamp,
  previous_secret_valid_until: NullableTimestamp,
})
export type RotatedSecret = Static<typeof RotatedSecret>

export const DeletedProfile = answer('DeletedBusinessProfile', {
  profile_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedProfile = Static<typeof DeletedProfile>
