// API schemas for saved payment methods.
import { type Static, Type } from 'typebox'
import { answer, Anything, nullable, strict, Timestamp } from '#http/fields.ts'
import { arrayPaging, listSchema, listQuery } from '#http/lists.ts'
import { methodTypeNames, methodTypes } from '#core/method_types.ts'

export const SOON_DAYS = 30

const CardState = Type.Unsafe<{ expired: boolean; expires_soon: boolean } | null>({
  type: ['object', 'null'],
  properties: {
    expired: Type.Boolean({ description: 'The month of its expiry has passed.' }),
    expires_soon: Type.Boolean({ description: `It expires within ${SOON_DAYS} days.` }),
  },
  required: ['expired', 'expires_soon'],
  additionalProperties: false,
  description: 'Null for a method that is not a card.',
})

export const PaymentMethod = answer('PaymentMethod', {
  payment_method_id: Type.String(),
  merchant_id: Type.String(),
  customer_id: Type.String({ description: 'The customer who owns it.' }),
  payment_method: Type.Unsafe<string>({
    type: 'string',
    enum: Object.keys(methodTypes),
    description: 'The category of the payment method.',
  }),
  payment_method_type: Type.Unsafe<string>({
    type: 'string',
    enum: [...methodTypeNames],
    description: 'The kind within the category, such as `credit`.',
  }),
  payment_method_data: { ...Anything, description: 'The method with its numbers masked.' },
  is_default: Type.Boolean({
    description: 'Whether it is the `default_payment_method_id` of the customer.',
  }),
  card: CardState,
  replaced_by: nullable(
    Type.String({
      description:
        'A newer method of the customer with the same card number, such as the same card after its renewal.',
    }),
  ),
  created: Timestamp,
})
export type PaymentMethod = Static<typeof PaymentMethod>

export const ListPaymentMethods = listQuery({})
export type ListPaymentMethods = Static<typeof ListPaymentMethods>

export const PaymentMethodList = listSchema('PaymentMethodList', PaymentMethod)

/** A saved method that only one provider account can charge. */
export const PinnedMethod = answer('PinnedPaymentMethod', {
  payment_method_id: Type.String(),
  customer_id: Type.String({ description: 'The customer who owns it.' }),
  payment_method_type: PaymentMethod.properties.payment_method_type,
  created: Timestamp,
})
export type PinnedMethod = Static<typeof PinnedMethod>

/** Its entries can be reached by offset alone: only a person who disables the account reads it. */
export const ListPinnedMethods = strict(arrayPaging)
export type ListPinnedMethods = Static<typeof ListPinnedMethods>

export const PinnedMethodList = listSchema('PinnedPaymentMethodList', PinnedMethod)

export const DeletedPaymentMethod = answer('DeletedPaymentMethod', {
  payment_method_id: Type.String(),
  deleted: Type.Literal(true),
})
export type DeletedPaymentMethod = Static<typeof DeletedPaymentMethod>
