import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findFiles } from '#resources/payments/files/read.ts'
import { composeEvidence } from './compose_evidence.ts'
import type { EvidencePreview } from './draft_schema.ts'
import { ofKind } from './evidence_fields.ts'
import { readDispute } from './read.ts'
import type { SubmitEvidence } from './schema.ts'
import { checkChallengeable, checkSent, mergeEvidence } from './submit_evidence.ts'

/** The evidence that the issuer would get, as the submission composes it. Nothing is written. */
export async function previewEvidence(
  context: Context,
  { dispute_id, ...sent }: SubmitEvidence,
): Promise<EvidencePreview> {
  checkSent(sent)
  const dispute = await readDispute(context, dispute_id)
  checkChallengeable(dispute, context.now)
  const evidence = mergeEvidence(dispute.evidence, sent)
  const ids = ofKind(evidence, 'file').map(([, file_id]) => file_id)
  const found = await findFiles(context, ids)
  for (const [field, file_id] of ofKind(sent, 'file')) {
    if (file_id === '' || found.has(file_id)) continue
    throw new Failure('IR_04', `There is no file with the id ${file_id}.`, { field })
  }
  const { texts, files } = composeEvidence(evidence, found)
  return {
    dispute_id,
    texts: texts.map(([evidence_type, value]) => ({ evidence_type, value })),
    files: files.map(([evidence_type, { file_id, file_name, file_size, file_type }]) => ({
      evidence_type,
      file_id,
      file_name,
      file_size,
      file_type,
    })),
  }
}
