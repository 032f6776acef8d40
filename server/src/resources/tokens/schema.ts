import { type Static, Type } from 'typebox'
import { answer, strict, Timestamp } from '#http/fields.ts'
import { Card } from '#resources/payment_methods/schema.ts'

export const CreateToken = strict({ card: Card })
export type CreateToken = Static<typeof CreateToken>

export const Token = answer('Token', {
  token: Type.String({ description: 'Use it once, as `payment_method_data.token`.' }),
  card: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  expires_at: Timestamp,
})
export type Token = Static<typeof Token>
