// A merchant is created by the operator, with everything needed for a first call.
import { type Static, Type } from 'typebox'
import { answer, payable, strict, text, Timestamp } from '#http/fields.ts'

const DisputeFees = Type.Unsafe<Record<string, number>>({
  type: 'object',
  propertyNames: { enum: payable },
  additionalProperties: { type: 'integer', minimum: 0, maximum: 999_999_999_999 },
  description:
    'The fee that you charge the merchant for a dispute, by currency, in its lowest unit; 0 for currencies that are not listed.',
})

export const CreateMerchant = strict({
  merchant_name: text(255, { minLength: 1 }),
  dispute_fees: Type.Optional(DisputeFees),
})
export type CreateMerchant = Static<typeof CreateMerchant>

export const UpdateMerchant = strict({
  merchant_name: Type.Optional(text(255, { minLength: 1 })),
  dispute_fees: Type.Optional(DisputeFees),
})
export type UpdateMerchant = Static<typeof UpdateMerchant>

export const Merchant = answer('Merchant', {
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  publishable_key: Type.String(),
  dispute_fees: DisputeFees,
  created: Timestamp,
  modified_at: Timestamp,
})
export type Merchant = Static<typeof Merchant>

export const NewMerchant = answer('NewMerchant', {
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  profile_id: Type.String({ description: 'The default business profile.' }),
  api_key: Type.String({ description: 'The first secret key. It is returned only once.' }),
  publishable_key: Type.String(),
  payment_response_hash_key: Type.String({
    description: 'The webhook signing secret. It is returned only once.',
  }),
})
export type NewMerchant = Static<typeof NewMerchant>
