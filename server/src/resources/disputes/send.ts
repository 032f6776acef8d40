import type { Services } from '#kernel/context.ts'
import { type FileRow, findFiles } from '#resources/files/read.ts'
import type { EvidenceFile } from '#core/providers/dispute.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { type EvidenceValues, ofKind } from './evidence_fields.ts'
import { type AnswerOperation, OVERTAKEN, toOutcome } from './outcome.ts'
import type { DisputeRow } from './store.ts'

/** Sends the pending response of a dispute; sent again under the same id it counts once. */
export async function sendResponse(
  services: Services,
  dispute: DisputeRow,
  { operation_id }: AnswerOperation,
  faults?: string,
): Promise<Outcome> {
  const { connector_dispute_id: dispute_id, answer } = dispute
  if (answer?.answer_id !== operation_id) return OVERTAKEN
  const { provider } = services
  const request = { dispute_id, faults }
  if (answer.verb !== 'evidence') {
    const isAccepted = answer.verb === 'accept'
    const asked = isAccepted ? provider.acceptDispute(request) : provider.expireDispute(request)
    return toOutcome(await asked)
  }
  const texts = Object.fromEntries(ofKind(answer.evidence, 'text'))
  const files = describe(answer.evidence, await filesIn(services, dispute, answer.evidence))
  const evidence = { ...request, submission_id: operation_id, texts, files }
  return toOutcome(await provider.submitEvidence(evidence))
}

async function filesIn(
  { db, clocks }: Services,
  { merchant_id }: DisputeRow,
  evidence: EvidenceValues,
): Promise<Map<string, FileRow>> {
  const ids = ofKind(evidence, 'file').map(([, file_id]) => file_id)
  if (ids.length === 0) return new Map()
  return findFiles({ db, merchant_id, now: await clocks.now(merchant_id) }, ids)
}

function describe(evidence: EvidenceValues, found: ReadonlyMap<string, FileRow>): EvidenceFile[] {
  return ofKind(evidence, 'file').flatMap(([field, file_id]) => {
    const file = found.get(file_id)
    if (file === undefined) return []
    const { file_name, file_type, file_size } = file
    return { field, file_name, file_type, file_size }
  })
}
