// Payout parts in responses that are separate objects.
import { type Static, Type } from 'typebox'
import { described, keyIn, nullable } from '#http/fields.ts'
import { UnifiedCode, UnifiedMessage } from '#http/money_fields.ts'
import { payout } from './state.ts'

export const Status = Type.Unsafe<string>(
  keyIn(payout.states, 'What happens next, and who has to act.'),
)

export const Attempt = Type.Object({
  attempt_id: Type.String({ description: 'The id of the attempt.' }),
  status: described(Status, 'The status of the payout after this attempt.'),
  amount: Type.Integer({ description: 'What was sent, in the lowest unit of the currency.' }),
  currency: Type.String(),
  connector: Type.String(),
  connector_transaction_id: nullable(Type.String()),
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  unified_code: UnifiedCode,
  unified_message: UnifiedMessage,
  created: Type.String({ format: 'date-time', description: 'When it was sent, in UTC.' }),
})
export type Attempt = Static<typeof Attempt>

const Approval = Type.Object({
  user_id: Type.String({ description: 'The user who approved the payout.' }),
  created: Type.String({ format: 'date-time', description: 'When it was approved, in UTC.' }),
})

export const reviewFields = {
  prepared_by: Type.Array(Type.String(), {
    description:
      'The users who created the payout or changed its content. None of them can approve it. Empty if only keys did.',
  }),
  approvals: Type.Array(Approval, {
    description: 'The approvals of the content as it is now, oldest first. A change removes them.',
  }),
  approvals_required: Type.Integer({
    description:
      'How many different users must approve it before it is sent: `payout_approvals` of its profile now.',
  }),
}
