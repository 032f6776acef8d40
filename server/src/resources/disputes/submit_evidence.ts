import type { Context } from '#kernel/context.ts'
import { answerDispute } from './answer.ts'
import { checkChallengeable } from './challengeable.ts'
import type { EvidenceValues } from './evidence_fields.ts'
import type { SubmitEvidence, SubmittedEvidence } from './schema.ts'

/** What is sent is laid over what was submitted before; an empty value clears its field. */
export async function submitEvidence(
  context: Context,
  { dispute_id, ...sent }: SubmitEvidence,
): Promise<SubmittedEvidence> {
  const row = await answerDispute(context, dispute_id, (current) => {
    checkChallengeable(current, context.now)
    const all = Object.entries({ ...current.evidence, ...sent })
    const evidence: EvidenceValues = Object.fromEntries(all.filter(([, value]) => value !== ''))
    const submitted_at = context.now.toISOString()
    return { verb: 'evidence', evidence, submitted_at }
  })
  return row.answer === null
    ? { dispute_id, status: 'submitted', evidence_submitted_at: row.evidence_submitted_at }
    : { dispute_id, status: 'processing', evidence_submitted_at: null }
}
