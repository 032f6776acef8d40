import type { Context } from '#kernel/context.ts'
import { answerDispute } from './answer.ts'
import type { EvidenceValues } from './evidence_fields.ts'
import type { SubmitEvidence, SubmittedEvidence } from './schema.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { dispute } from './state.ts'
import type { DisputeRow } from './store.ts'

/** Merges the fields into the evidence submitted before; an empty value clears its field. */
export async function submitEvidence(
  context: Context,
  { dispute_id, ...sent }: SubmitEvidence,
): Promise<SubmittedEvidence> {
  checkSent(sent)
  const row = await answerDispute(context, dispute_id, (current) => {
    checkChallengeable(current, context.now)
    const evidence = mergeEvidence(current.evidence, sent)
    const submitted_at = context.now.toISOString()
    return { verb: 'evidence', evidence, submitted_at }
  })
  return row.answer === null
    ? { dispute_id, status: 'submitted', evidence_submitted_at: row.evidence_submitted_at }
    : { dispute_id, status: 'processing', evidence_submitted_at: null }
}

export function checkSent(sent: EvidenceValues): void {
  if (Object.keys(sent).length > 0) return
  throw new Failure('IR_01', 'Send at least one field of evidence.')
}

/** The evidence as a whole: the fields that are sent, and the others as they were submitted. */
export function mergeEvidence(submitted: EvidenceValues, sent: EvidenceValues): EvidenceValues {
  const all = Object.entries({ ...submitted, ...sent })
  return Object.fromEntries(all.filter(([, value]) => value !== ''))
}

/** Evidence is accepted while the dispute is open and before its deadline. */
export function checkChallengeable({ status, challenge_required_by }: DisputeRow, now: Date): void {
  if (!allows(dispute, status, 'challenge')) {
    throw new Failure('IR_14', `A dispute with the status ${status} takes no evidence any more.`)
  }
  if (now > challenge_required_by) {
    const end = challenge_required_by.toISOString()
    throw new Failure('IR_14', `The time for evidence of this dispute ended at ${end}.`)
  }
}
