import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { answerDispute } from './answer.ts'
import { checkChallengeable } from './submit_evidence.ts'
import type { DeletedEvidence, DeleteEvidence } from './schema.ts'

/** Removes one field from the submitted evidence and sends the rest again. */
export async function deleteEvidence(
  context: Context,
  inBody: DeleteEvidence,
  inQuery: DeleteEvidence,
): Promise<DeletedEvidence> {
  const { dispute_id, evidence_type } = { ...inQuery, ...inBody }
  if (dispute_id === undefined) throw missing('dispute_id')
  if (evidence_type === undefined) throw missing('evidence_type')
  await answerDispute(context, dispute_id, (current) => {
    const { [evidence_type]: value, ...evidence } = current.evidence
    checkChallengeable(current, context.now)
    if (value === undefined) {
      throw new Failure('IR_05', `The dispute has no evidence ${evidence_type}.`)
    }
    const submitted_at = context.now.toISOString()
    return { verb: 'evidence', evidence, submitted_at }
  })
  return { dispute_id, evidence_type, deleted: true as const }
}

function missing(field: string): Failure {
  return new Failure('IR_01', `\`${field}\` is required, in the body or in the query.`, { field })
}
