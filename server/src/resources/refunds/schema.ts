// The API schemas of refunds.
import { type Static, Type } from 'typebox'
import {
  answer,
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
import { among, amountRange, currencies, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { refund } from './state.ts'

const MAX_AMOUNT = 999_999_999_999

const refundTypes = ['Instant', 'Scheduled'] as const
type RefundType = (typeof refundTypes)[number]

/** The word as it is spelled here, however its letters were sent. */
export function refundTypeOf(sent: string): RefundType | undefined {
  return refundTypes.find((type) => type.toLowerCase() === sent.toLowerCase())
}

function anyCase(words: readonly string[]): string {
  const letters = (word: string) =>
    word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
  return `^(${words.map(letters).join('|')})$`
}

export const CreateRefund = strict({
  payment_id: text(64, { description: 'The payment to refund.' }),
  // `list` is a route of its own: a refund of that name could never be read.
  refund_id: Type.Optional(
    shaped(
      '^(?!list$)[A-Za-z0-9_-]{1,64}$',
      '1 to 64 letters, digits, `_` or `-`, and not `list`',
      {
        description:
          'Your own id. It can never be reused, so a repeated request cannot refund twice.',
      },
    ),
  ),
  amount: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT,
      description: 'In the lowest unit of the currency; everything that is left when omitted.',
    }),
  ),
  reason: Type.Optional(nullable(text(255))),
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
  reason: Type.Optional(nullable(text(255))),
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
  customer_id: nullable(Type.String()),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.Unsafe<keyof typeof refund.states>({
    type: 'string',
    enum: Object.keys(refund.states),
  }),
  refund_type: Type.Unsafe<RefundType>({ type: 'string', enum: refundTypes }),
  reason: nullable(Type.String()),
  metadata: StoredMetadata,
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  unified_code: nullable(Type.String()),
  unified_message: nullable(Type.String()),
  connector_refund_id: nullable(Type.String()),
  scheduled_at: NullableTimestamp,
  created: Timestamp,
  modified_at: Timestamp,
  completed_at: NullableTimestamp,
})
export type Refund = Static<typeof Refund>

const statuses = { column: 'status', read: among(refund.states) }

export const refundFilters = {
  payment_id: oneOrMany('A payment, or several.'),
  refund_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', statuses),
  refund_status: oneOrMany('The same as `status`.', statuses),
  refund_type: oneOrMany('`Instant` or `Scheduled`.', { read: refundTypeOf }),
  currency: currencies,
  profile_id: oneOrMany('A profile, or several.'),
  ...amountRange,
}

export const ListRefunds = listQuery(refundFilters)
export type ListRefunds = Static<typeof ListRefunds>

export const RefundList = listOf('RefundList', Refund)
