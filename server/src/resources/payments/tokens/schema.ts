import { type Static, Type } from 'typebox'
import { answer, described, strict, Timestamp } from '#http/fields.ts'
import { Card } from '#resources/methods/payment_methods/schema.ts'

export const CreateToken = strict({
  card: described(Card, 'The card. Its security code is used once and never stored.'),
})
export type CreateToken = Static<typeof CreateToken>

export const Token = answer('Token', {
  token: Type.String({ description: 'Use it once, as `payment_method_data.token`.' }),
  card: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'The card with its number masked: last four digits, brand and expiry.',
  }),
  expires_at: described(Timestamp, 'Until when it can be used, in UTC.'),
})
export type Token = Static<typeof Token>
