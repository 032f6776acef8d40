// A merchant is created by the operator, with everything needed for a first call.
import { type Static, Type } from 'typebox'
import { TIME_ZONE } from '#kernel/calendar.ts'
import {
  answer,
  choice,
  CURRENCY,
  nullable,
  payable,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'

const DisputeFees = Type.Unsafe<Record<string, number>>({
  type: 'object',
  propertyNames: { enum: payable, 'x-wanted': CURRENCY },
  additionalProperties: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
  description:
    'The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed.',
})

const DailyLimits = Type.Unsafe<Record<string, number>>({
  type: 'object',
  propertyNames: { enum: payable, 'x-wanted': CURRENCY },
  additionalProperties: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
  description:
    'What the merchant may pay out on one day (UTC), by currency, in its lowest unit; no limit for currencies that are not listed.',
})

const AboveBalance = Type.Boolean({
  description:
    'Whether the merchant may pay out more than its available balance. False for new merchants in production, true in the sandbox.',
})

const RateLimit = nullable(
  Type.Integer({
    minimum: 1,
    maximum: 10_000_000,
    description:
      'Requests per minute with the secret keys of this merchant, instead of FLORIN_RATE_LIMIT; null: that of the deployment.',
  }),
)

const TimeZone = shaped(TIME_ZONE, 'a time zone such as Europe/Berlin', {
  maxLength: 64,
  description:
    'The IANA time zone that decides when the days, weeks and months of the merchant begin in analytics and exports. `UTC` by default.',
})

const NAME = 'The name of the merchant, which users see when they choose one.'
const ID = 'The id of the merchant, `mer_…`.'

/** The operator changes all; `MerchantSettings` has those that the merchant changes too. */
const terms = {
  dispute_fees: Type.Optional(DisputeFees),
  allow_payouts_above_balance: Type.Optional(AboveBalance),
  payout_daily_limits: Type.Optional(DailyLimits),
  rate_limit: Type.Optional(RateLimit),
  time_zone: Type.Optional(TimeZone),
}

export const CreateMerchant = strict({
  merchant_name: text(255, { description: NAME }),
  organization_id: Type.Optional(
    text(64, {
      description: 'An organization that exists. Without it, the merchant gets one of its own.',
    }),
  ),
  ...terms,
})
export type CreateMerchant = Static<typeof CreateMerchant>

export const UpdateMerchant = strict({
  merchant_name: Type.Optional(text(255, { description: NAME })),
  organization_id: Type.Optional(
    text(64, {
      description:
        'Moves the merchant to another organization. Its own users keep their roles; the admins and the keys of the old organization lose access to it.',
    }),
  ),
  ...terms,
  status: Type.Optional(
    Type.Unsafe<'active' | 'suspended'>({
      ...choice('active', 'suspended'),
      description:
        'A suspended merchant is refused with every key, and its payouts are held. Money in flight still arrives, and webhooks are delivered.',
    }),
  ),
})
export type UpdateMerchant = Static<typeof UpdateMerchant>

export const Merchant = answer('Merchant', {
  merchant_id: Type.String({ description: ID }),
  organization_id: nullable(
    Type.String({
      description: 'Null only for a merchant that an older release created during an upgrade.',
    }),
  ),
  merchant_name: Type.String({ description: NAME }),
  publishable_key: Type.String({
    description: 'The publishable key that the merchant began with.',
  }),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: ['active', 'suspended'],
    description: 'A suspended merchant is refused with every key, and its payouts are held.',
  }),
  dispute_fees: DisputeFees,
  allow_payouts_above_balance: AboveBalance,
  payout_daily_limits: DailyLimits,
  rate_limit: RateLimit,
  time_zone: TimeZone,
  created: Timestamp,
  modified_at: Timestamp,
})
export type Merchant = Static<typeof Merchant>

export const MerchantSettings = answer('MerchantSettings', {
  merchant_id: Type.String({ description: ID }),
  time_zone: TimeZone,
})
export type MerchantSettings = Static<typeof MerchantSettings>

export const UpdateMerchantSettings = strict({ time_zone: Type.Optional(TimeZone) })
export type UpdateMerchantSettings = Static<typeof UpdateMerchantSettings>

export const NewMerchant = answer('NewMerchant', {
  merchant_id: Type.String({ description: ID }),
  organization_id: Type.String(),
  merchant_name: Type.String({ description: NAME }),
  profile_id: Type.String({ description: 'The default business profile.' }),
  api_key: Type.String({ description: 'The first secret key. It is returned only once.' }),
  publishable_key: Type.String({ description: 'The first publishable key, for browsers.' }),
  payment_response_hash_key: Type.String({
    description: 'The webhook signing secret. It is returned only once.',
  }),
})
export type NewMerchant = Static<typeof NewMerchant>
