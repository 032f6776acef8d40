import type { Context } from '../kernel/context.ts'
import { findFiles } from '../files/find.ts'
import type { DisputeOutcome, EvidenceFile } from '../providers/dispute.ts'
import { type EvidenceValues, ofKind } from './evidence_fields.ts'
import type { DisputeRow } from './store.ts'

/** Sends the answer that a dispute carries; sent again it counts once. */
export async function sendAnswer(
  context: Context,
  { connector_dispute_id: dispute_id, answer }: DisputeRow,
  faults?: string,
): Promise<DisputeOutcome> {
  const request = { dispute_id, faults }
  if (answer?.verb === 'accept') return context.provider.acceptDispute(request)
  if (answer?.verb !== 'evidence') return context.provider.expireDispute(request)
  const { answer_id: submission_id, evidence } = answer
  const texts = Object.fromEntries(ofKind(evidence, 'text'))
  const files = await describeFiles(context, evidence)
  return context.provider.submitEvidence({ ...request, submission_id, texts, files })
}

async function describeFiles(context: Context, evidence: EvidenceValues): Promise<EvidenceFile[]> {
  const named = ofKind(evidence, 'file')
  const found = await findFiles(
    context,
    named.map(([, file_id]) => file_id),
  )
  return named.flatMap(([field, file_id]) => {
    const file = found.get(file_id)
    if (file === undefined) return []
    const { file_name, file_type, file_size } = file
    return { field, file_name, file_type, file_size }
  })
}
