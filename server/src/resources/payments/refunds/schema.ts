// API schemas for refunds.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  freeText,
  keyIn,
  listedId,
  Metadata,
  MetadataPatch,
  nullable,
  NullableTimestamp,
  shaped,
  StoredMetadata,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { among, amountRange, currencies, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { UnifiedCode, UnifiedMessage } from '#http/money_fields.ts'
import { methodNames } from '#core/method_types.ts'
import { refund } from './state.ts'

const MAX_AMOUNT = 999_999_999_999

const refundTypes = ['Instant', 'Scheduled'] as const
type RefundType = (typeof refundTypes)[number]

/** The word as it is spelled here, however its letters were sent. */
export function parseRefundType(sent: string): RefundType | undefined {
  return refundTypes.find((type) => type.toLowerCase() === sent.toLowerCase())
}

function anyCase(words: readonly string[]): string {
  const letters = (word: string) =>
    word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
  return `^(${words.map(letters).join('|')})$`
}

export const CreateRefund = strict({
  payment_id: text(64, { description: 'The payment to refund.' }),
  refund_id: Type.Optional(
    listedId('Your own id. It can never be reused, so a repeated request cannot refund twice.'),
  ),
  amount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'In the lowest unit of the currency; everything that is left when omitted.',
    }),
  ),
  reason: Type.Optional(nullable(freeText(255, { description: 'Why it is made: your own text.' }))),
  refund_type: Type.Optional(
    shaped(anyCase(refundTypes), `one of: ${refundTypes.join(', ')}`, {
      default: 'Instant',
      description: '`Instant` is sent immediately, `Scheduled` with the next batch of the profile.',
    }),
  ),
  metadata: Type.Optional(Metadata),
})
export type CreateRefund = Static<typeof CreateRefund>

export const UpdateRefund = strict({
  reason: Type.Optional(nullable(freeText(255, { description: 'Why it is made: your own text.' }))),
  metadata: Type.Optional(MetadataPatch),
})
export type UpdateRefund = Static<typeof UpdateRefund>

export const ResolveRefund = strict({
  status: Type.Unsafe<'succeeded' | 'failed'>({
    type: 'string',
    enum: ['succeeded', 'failed'],
    description: 'The outcome that the acquirer reported.',
  }),
})
export type ResolveRefund = Static<typeof ResolveRefund>

export const Refund = answer('Refund', {
  refund_id: Type.String(),
  payment_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  customer_id: nullable(
    Type.String({ description: 'The customer of the payment; null without one.' }),
  ),
  amount: Type.Integer({ description: 'What is refunded, in the lowest unit of the currency.' }),
  currency: Type.String({ description: 'The currency of the payment.' }),
  status: keyIn(refund.states, 'How far the refund is.'),
  refund_type: Type.Unsafe<RefundType>({
    type: 'string',
    enum: refundTypes,
    description: '`Instant` is sent immediately, `Scheduled` with the next batch of the profile.',
  }),
  reason: nullable(Type.String({ description: 'Why it was made: your own text.' })),
  metadata: StoredMetadata,
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  unified_code: UnifiedCode,
  unified_message: UnifiedMessage,
  connector_refund_id: nullable(
    Type.String({ description: 'The id of the refund at the acquirer; null until there is one.' }),
  ),
  scheduled_at: described(
    NullableTimestamp,
    'When the batch of a `Scheduled` refund is sent, in UTC; null for an `Instant` one.',
  ),
  created: Timestamp,
  modified_at: Timestamp,
  completed_at: described(
    NullableTimestamp,
    'When it succeeded or failed, in UTC; null until then.',
  ),
})
export type Refund = Static<typeof Refund>

const statuses = { column: 'status', read: among(refund.states) }

export const refundFilters = {
  payment_id: oneOrMany('A payment, or several.'),
  refund_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', statuses),
  refund_status: oneOrMany('The same as `status`.', statuses),
  refund_type: oneOrMany('`Instant` or `Scheduled`.', {
    read: Object.assign(parseRefundType, { names: refundTypes }),
  }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  payment_method: oneOrMany('The method of the payment, or several.', {
    read: among(methodNames),
  }),
  profile_id: oneOrMany('A profile, or several.'),
  ...amountRange,
}

export const ListRefunds = listQuery(refundFilters)
export type ListRefunds = Static<typeof ListRefunds>

export const RefundList = listSchema('RefundList', Refund)
