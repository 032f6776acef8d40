// API schemas for API keys. The key itself appears only in the create response.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  freeText,
  keyIn,
  named,
  nullable,
  NullableTimestamp,
  payable,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { scopes } from '#http/authenticate.ts'
import { Amount, Currency } from '#http/money_fields.ts'
import { arrayPaging } from '#http/lists.ts'

const Scopes = Type.Array(
  named<string>(['*', ...scopes], '`*` or a scope such as payments:read (all: /docs)'),
  {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    default: ['*'],
    description: 'The permissions of the key; `*` grants all of them.',
  },
)

const expiration = { format: 'expiration', maxLength: 40 } as const
const Expiration = Type.String({
  ...expiration,
  default: 'never',
  description: '`never`, or a time in the future as an ISO 8601 timestamp.',
})

const Origins = Type.Array(
  shaped('^https?://[^/?#@\\s]+$', 'an origin such as https://shop.example', { maxLength: 255 }),
  {
    maxItems: 50,
    uniqueItems: true,
    description:
      'For a publishable key: the origins whose pages may use it, such as `https://shop.example`. Empty: all.',
  },
)

const Networks = Type.Array(text(64), {
  maxItems: 50,
  uniqueItems: true,
  description:
    'For a secret key: the addresses and networks that may use it, such as `203.0.113.0/24`. Empty: all.',
})

const Profiles = Type.Array(text(64), {
  maxItems: 50,
  uniqueItems: true,
  description:
    'The profiles that the key is bound to. It then works on payments, refunds, disputes and payouts of these profiles only. Empty: all.',
})

const AmountLimits = nullable(
  Type.Array(
    strict({
      currency: Currency,
      per_call: Type.Optional(
        nullable(described(Amount, 'The most that one call moves; null: any amount.')),
      ),
      per_day: Type.Optional(
        nullable(described(Amount, 'The most that all calls of a day move; null: any amount.')),
      ),
    }),
    {
      minItems: 1,
      maxItems: payable.length,
      description:
        'For a secret key: the most that its calls charge, capture, refund, pay out or ask for with links, one entry for each currency. Amounts in other currencies are refused. A day is a day in UTC. An object counts once, and it counts even if it is declined. Null, the default: no limits.',
    },
  ),
)

const KeyType = described(
  choice('secret', 'publishable'),
  '`publishable` for browsers, `secret` for servers.',
)

const NAME = 'A name by which you recognize the key.'
const ABOUT = 'Your own text about the key, such as where it is used.'

const record = {
  key_id: Type.String(),
  merchant_id: Type.String(),
  name: Type.String({ description: NAME }),
  description: nullable(Type.String({ description: ABOUT })),
  prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
  type: KeyType,
  scopes: Type.Array(Type.String(), {
    description: 'The permissions of the key; `*` grants all of them.',
  }),
  allowed_origins: Origins,
  allowed_ips: Networks,
  profile_ids: Profiles,
  amount_limits: AmountLimits,
  organization_id: nullable(
    Type.String({
      description:
        'Of a key of an organization, which also reads the metrics of all its merchants; null for the others.',
    }),
  ),
  publishable_key: nullable(
    Type.String({
      description: 'A publishable key itself, which is no secret; null for a secret key.',
    }),
  ),
  status: Type.Unsafe<string>(
    keyIn(
      {
        active: 'The key works.',
        expired: 'Its `expiration` has passed; it is refused with AU_02.',
        revoked: 'It was revoked; it is refused with AU_02.',
      },
      'Whether the key works.',
    ),
  ),
  expiration: Type.String({ description: '`never` or an ISO 8601 timestamp.' }),
  last_used_at: described(NullableTimestamp, 'When the key was last used, in UTC; null if never.'),
  created: Timestamp,
  modified_at: Timestamp,
}

export const ApiKey = answer('ApiKey', record)
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyList = Type.Array(ApiKey)

export const NewApiKey = answer('NewApiKey', {
  ...record,
  api_key: Type.String({ description: 'The key itself. It is returned only once, here.' }),
})
export type NewApiKey = Static<typeof NewApiKey>

export const CurrentKey = answer('CurrentKey', {
  merchant_id: Type.String(),
  key_id: nullable(Type.String({ description: 'The key; null for a signed-in user.' })),
  environment: Type.Unsafe<'sandbox' | 'production'>({
    type: 'string',
    enum: ['sandbox', 'production'],
    description: 'The environment of the server.',
  }),
  scopes: Type.Array(Type.String(), { description: 'What it may do; `*` is everything.' }),
  profile_ids: Type.Array(Type.String(), {
    description: 'The profiles that the key is bound to; empty for all.',
  }),
})
export type CurrentKey = Static<typeof CurrentKey>

const limits = {
  scopes: Type.Optional(Scopes),
  expiration: Type.Optional(Expiration),
  allowed_origins: Type.Optional(Origins),
  allowed_ips: Type.Optional(Networks),
  profile_ids: Type.Optional(Profiles),
  amount_limits: Type.Optional(AmountLimits),
}

export const CreateApiKey = strict({
  name: text(64, { description: NAME }),
  description: Type.Optional(nullable(freeText(255, { description: ABOUT }))),
  type: Type.Optional({ ...KeyType, default: 'secret' }),
  organization: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'A key of the organization: with `analytics:read` it also reads the metrics of all merchants of the organization. Only its admins and its keys can create one. It cannot be publishable or bound to profiles, and it cannot be changed into another key.',
    }),
  ),
  ...limits,
})
export type CreateApiKey = Static<typeof CreateApiKey>

export const UpdateApiKey = strict({
  name: Type.Optional(text(64, { description: NAME })),
  description: Type.Optional(nullable(freeText(255, { description: ABOUT }))),
  ...limits,
})
export type UpdateApiKey = Static<typeof UpdateApiKey>

export const OLD_KEY_HOURS = 24

export const RollApiKey = strict({
  old_key_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 720,
      default: OLD_KEY_HOURS,
      description:
        'How many hours the old key works on, at most 30 days. 0 revokes it at once, for a key that has leaked. A key that expires earlier still does.',
    }),
  ),
  expiration: Type.Optional(
    Type.String({
      ...expiration,
      description:
        'When the new key expires: `never`, or a time in the future. Absent: when the old key did before it was rolled.',
    }),
  ),
})
export type RollApiKey = Static<typeof RollApiKey>

export const ListApiKeys = strict({
  type: Type.Optional({ ...KeyType, default: 'secret' }),
  ...arrayPaging,
})
export type ListApiKeys = Static<typeof ListApiKeys>

export const RevokedApiKey = answer('RevokedApiKey', {
  key_id: Type.String(),
  merchant_id: Type.String(),
  revoked: Type.Literal(true, { description: 'Always true: the key no longer works.' }),
})
export type RevokedApiKey = Static<typeof RevokedApiKey>
