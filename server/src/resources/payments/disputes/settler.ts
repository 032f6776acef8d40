// Sends and settles dispute responses: the decisions are in outcome.ts, the protocol in operations/. Recovery sends a
// response again under its own id, because providers have no query for responses.
import type { Services } from '#kernel/context.ts'
import { disputeFee } from '#resources/accounts/merchants/read.ts'
import { intend } from '#core/operations/operation.ts'
import type { Settler } from '#core/operations/settler.ts'
import type { Outcome } from '#core/providers/provider.ts'
import {
  type AnswerOperation,
  decide,
  type Facts,
  isAccepted,
  OVERTAKEN,
  toOutcome,
} from './outcome.ts'
import { type DisputeRow, findDispute } from './store.ts'
import { readDisputeFiles } from './lifecycle.ts'
import { type FileRow, findFiles } from '#resources/payments/files/read.ts'
import type { EvidenceFile } from '#core/providers/dispute.ts'
import { type EvidenceValues, ofKind } from './evidence_fields.ts'

export const disputeSettler: Settler<DisputeRow, AnswerOperation, Facts> = {
  find: findDispute,
  facts,
  decide,
  // The provider's event updates the dispute itself.
  late: (row) => ({
    row,
    writes: [],
    alarm: 'a response to a dispute was accepted after its operation had been closed',
  }),
  resend: sendResponse,
  inFlight: (row) => row,
}

/** A refused response means that an event was missed: the dispute is queried. */
async function facts(
  services: Services,
  dispute: DisputeRow,
  _: AnswerOperation,
  outcome: Outcome,
): Promise<Facts> {
  const { db, provider, clocks } = services
  const { merchant_id, currency, connector_dispute_id } = dispute
  const queried =
    outcome.result === 'refused' ? await provider.queryDispute(connector_dispute_id) : undefined
  const isKnown = typeof queried === 'object' && !('result' in queried)
  const now = await clocks.now(merchant_id)
  return {
    reported: isAccepted(outcome) ? outcome.dispute : isKnown ? queried : undefined,
    ahead_ms: await clocks.ahead(merchant_id),
    fee: await disputeFee(db, merchant_id, currency),
    files: await readDisputeFiles({ db, merchant_id, now }, dispute),
  }
}

export function intendAnswer(
  { provider, clock }: Pick<Services, 'provider' | 'clock'>,
  { merchant_id, dispute_id, currency }: DisputeRow,
  operation_id: string,
) {
  return intend({
    merchant_id,
    operation_id,
    object_id: dispute_id,
    kind: 'answer',
    amount: 0,
    currency,
    provider: provider.name,
    parent_id: null,
    intent: {},
    now: clock.now(),
  })
}

/** Sends the pending response; a repeated request with the same id has no further effect. */
export async function sendResponse(
  services: Services,
  dispute: DisputeRow,
  { operation_id }: AnswerOperation,
): Promise<Outcome> {
  const { connector_dispute_id: dispute_id, answer } = dispute
  if (answer?.answer_id !== operation_id) return OVERTAKEN
  const { provider } = services
  const request = { dispute_id }
  if (answer.verb !== 'evidence') {
    const isAccepted = answer.verb === 'accept'
    const outcome = isAccepted ? provider.acceptDispute(request) : provider.expireDispute(request)
    return toOutcome(await outcome)
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
