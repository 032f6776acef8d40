import { type Static, Type } from 'typebox'
import { answer, nullable, strict, Timestamp } from '#http/fields.ts'
import { arrayPaging } from '#http/lists.ts'

export const ListUndecided = strict(arrayPaging)
export type ListUndecided = Static<typeof ListUndecided>

export const UndecidedOperations = answer('UndecidedOperations', {
  data: Type.Array(
    Type.Object({
      operation_id: Type.String({
        description: 'The id of the call, which the acquirer knows too.',
      }),
      kind: Type.String({ description: 'What was asked for, such as `authorize` or `refund`.' }),
      object_id: Type.String({ description: 'The payment, refund, payout or dispute.' }),
      amount: Type.Integer({ description: 'In the lowest unit of the currency.' }),
      currency: Type.String(),
      connector: Type.String(),
      connector_id: nullable(Type.String()),
      created: Timestamp,
      age_seconds: Type.Integer({ description: 'The age of the call, in seconds.' }),
    }),
    { description: 'Oldest first, at most 200.' },
  ),
})
export type UndecidedOperations = Static<typeof UndecidedOperations>
