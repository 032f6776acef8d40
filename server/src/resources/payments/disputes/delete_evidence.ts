import type { Context } from '#kernel/context.ts'
import { Failure, combineFaults, type Fault } from '#errors.ts'
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
  if (dispute_id === undefined || evidence_type === undefined) {
    const names = { dispute_id, evidence_type }
    const absent = Object.entries(names).filter(([, value]) => value === undefined)
    throw combineFaults(absent.map(([field]) => missing(field)))
  }
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

function missing(field: string): Fault {
  const message = `\`${field}\` is required, in the body or in the query.`
  return { code: 'IR_01', field, message }
}
