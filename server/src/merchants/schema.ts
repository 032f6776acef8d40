// A merchant is created by the operator, with everything needed for a first call.
import { type Static, Type } from 'typebox'
import { answer, strict, text } from '../http/fields.ts'

export const CreateMerchant = strict({ merchant_name: text(255, { minLength: 1 }) })
export type CreateMerchant = Static<typeof CreateMerchant>

export const NewMerchant = answer('NewMerchant', {
  merchant_id: Type.String(),
  merchant_name: Type.String(),
  profile_id: Type.String({ description: 'The default business profile.' }),
  api_key: Type.String({ description: 'The first secret key, shown once.' }),
  publishable_key: Type.String(),
  payment_response_hash_key: Type.String({
    description: 'The secret that signs webhooks, shown once.',
  }),
})
export type NewMerchant = Static<typeof NewMerchant>
