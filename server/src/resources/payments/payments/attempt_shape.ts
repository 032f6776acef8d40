import { type Static, Type } from 'typebox'
import { answer, described, nullable, NullableTimestamp, Timestamp } from '#http/fields.ts'
import { UnifiedCode } from '#http/money_fields.ts'

export const Attempt = answer('Attempt', {
  attempt_id: Type.String({ description: 'The id of the call, which the acquirer knows too.' }),
  connector_id: nullable(Type.String()),
  connector: nullable(Type.String()),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: [
      'sent',
      'challenge',
      'pending',
      'approved',
      'declined',
      'refused',
      'not_sent',
      'revoked',
      'late',
    ],
    description:
      'What came of it. `sent`: no answer yet. `not_sent` and `revoked`: certainly nothing was charged. `late`: approved after it had been closed, and reversed.',
  }),
  unified_code: UnifiedCode,
  error_code: nullable(Type.String()),
  three_ds: nullable(
    Type.Unsafe<{ version: string | null; result: string | null; eci: string | null }>({
      type: 'object',
      properties: {
        version: { type: ['string', 'null'], description: 'The version of 3-D Secure.' },
        result: { type: ['string', 'null'], description: 'The result, as the acquirer names it.' },
        eci: { type: ['string', 'null'], description: 'The indicator of the card network.' },
      },
      description: 'The authentication; null if the acquirer reported none.',
    }),
  ),
  risk: nullable(
    Type.Unsafe<{ action: string; rule: number | null }>({
      type: 'object',
      properties: {
        action: { type: 'string', description: 'What the risk rules decided, such as `review`.' },
        rule: { type: ['integer', 'null'], description: 'The position of the rule, from 0.' },
      },
      description: 'The decision of the risk rules; null if none matched.',
    }),
  ),
  amount: Type.Integer({ description: 'What was asked for, in the lowest unit of the currency.' }),
  created: Timestamp,
  finished_at: described(NullableTimestamp, 'When it ended, in UTC; null while it is open.'),
})
export type Attempt = Static<typeof Attempt>
