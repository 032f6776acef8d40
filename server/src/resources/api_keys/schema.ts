// The API schemas of API keys. The key itself is only in the response to its creation.
import { type Static, Type } from 'typebox'
import { answer, nullable, NullableTimestamp, strict, text, Timestamp } from '#http/fields.ts'
import { scopes } from '#http/authenticate.ts'

const Scopes = Type.Array(Type.Unsafe<string>({ type: 'string', enum: ['*', ...scopes] }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  default: ['*'],
  description: 'The permissions of the key; `*` grants all of them.',
})

const Expiration = Type.String({
  format: 'expiration',
  maxLength: 40,
  default: 'never',
  description: '`never`, or a time in the future as an ISO 8601 timestamp.',
})

const record = {
  key_id: Type.String(),
  merchant_id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  prefix: Type.String({ description: 'The first characters of the key, to tell keys apart.' }),
  scopes: Type.Array(Type.String()),
  status: Type.Unsafe<string>({ type: 'string', enum: ['active', 'expired', 'revoked'] }),
  expiration: Type.String({ description: '`never` or an ISO 8601 timestamp.' }),
  last_used_at: NullableTimestamp,
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

export const CreateApiKey = strict({
  name: text(64, { minLength: 1 }),
  description: Type.Optional(nullable(text(255))),
  scopes: Type.Optional(Scopes),
  expiration: Type.Optional(Expiration),
})
export type CreateApiKey = Static<typeof CreateApiKey>

export const UpdateApiKey = strict({
  name: Type.Optional(text(64, { minLength: 1 })),
  description: Type.Optional(nullable(text(255))),
  scopes: Type.Optional(Scopes),
  expiration: Type.Optional(Expiration),
})
export type UpdateApiKey = Static<typeof UpdateApiKey>

export const ListApiKeys = strict({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000, default: 0 })),
})
export type ListApiKeys = Static<typeof ListApiKeys>

export const RevokedApiKey = answer('RevokedApiKey', {
  key_id: Type.String(),
  merchant_id: Type.String(),
  revoked: Type.Literal(true),
})
export type RevokedApiKey = Static<typeof RevokedApiKey>
