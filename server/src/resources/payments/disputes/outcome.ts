// Decides what follows from the outcome of a dispute response, as data, without side effects: the same for an
// immediate outcome and for one after recovery has sent the response again.
import type { Moment, OperationRow } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import type { DisputeOutcome, ProviderDispute } from '#core/providers/dispute.ts'
import type { Approved, Outcome, Refused } from '#core/providers/provider.ts'
import { type At, NOT_PENDING, reconcile, submitted } from './reconcile.ts'
import type { DisputeRow } from './store.ts'
import { type Attached, disputeWrites } from './lifecycle.ts'

export type AnswerOperation = OperationRow<'answer'>

/** The provider accepted the response, which moves no money by itself. */
interface Accepted extends Approved {
  readonly dispute: ProviderDispute
}

export function toOutcome(outcome: DisputeOutcome): Outcome {
  if (outcome.result !== 'taken') return outcome
  const { dispute } = outcome
  const accepted: Accepted = {
    ...ACCEPTED,
    currency: dispute.currency,
    transaction_id: dispute.dispute_id,
    dispute,
  }
  return accepted
}

const ACCEPTED = { result: 'approved', review: false, amount: 0 } as const

export function isAccepted(outcome: Outcome): outcome is Accepted {
  return outcome.result === 'approved' && 'dispute' in outcome
}

/** Facts that a decision needs besides the dispute and its operation. */
export interface Facts extends Omit<At, 'now'> {
  /** The dispute as the provider reports it now, where that is known. */
  reported: ProviderDispute | undefined
  attached: Attached
}

export function decide(
  dispute: DisputeRow,
  { operation_id }: AnswerOperation,
  outcome: Outcome,
  { now }: Moment,
  facts: Facts | undefined,
): Decided<DisputeRow> | undefined {
  if (!FINAL.has(outcome.result) || facts === undefined) return undefined
  const { reported, attached, ...at } = facts
  const reconciled = reported && reconcile(dispute, reported, { ...at, now })
  const after = reconciled?.row ?? dispute
  const isPending = after.answer?.answer_id === operation_id
  const wasAccepted = outcome.result === 'approved'
  const set = wasAccepted ? submitted(after.answer) : NOT_PENDING
  const next = isPending ? { ...after, ...set } : after
  if (next === dispute) return { row: dispute, writes: [] }
  const { row, writes } = disputeWrites(dispute, next, attached, now)
  const alarm = reconciled?.is_unexpected ? { alarm: UNEXPECTED } : {}
  return { row, writes: [...writes, ...(reconciled?.writes ?? [])], ...alarm }
}

const FINAL: ReadonlySet<Outcome['result']> = new Set([
  'approved',
  'refused',
  'not_sent',
  'revoked',
])

export const UNEXPECTED = 'the provider reports a state that the table of disputes does not lead to'

/** The pending response's outcome, as far as a provider event shows it; undefined while it is pending. */
export function outcomeByEvent(current: DisputeRow, next: DisputeRow): Outcome | undefined {
  if (current.answer === null || next.answer !== null) return undefined
  const { verb } = current.answer
  const isDone =
    verb === 'evidence'
      ? next.evidence_submitted_at?.toISOString() === current.answer.submitted_at
      : next.status === ENDS[verb]
  const { currency, connector_dispute_id: transaction_id } = current
  return isDone ? { ...ACCEPTED, currency, transaction_id } : OVERTAKEN
}

const ENDS = { accept: 'dispute_accepted', expire: 'dispute_expired' } as const

/** The dispute ended before this response arrived. */
export const OVERTAKEN: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_4004',
  provider_code: 'dispute_over',
  message: 'The dispute was decided before this answer reached the issuer.',
}
