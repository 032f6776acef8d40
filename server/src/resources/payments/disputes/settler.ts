// Sends and settles dispute responses: the decisions are in outcome.ts, the protocol in operations/. Recovery sends a
// response again under its own id, because providers have no query for responses.
import type { Services } from '#kernel/context.ts'
import { disputeFee } from '#resources/accounts/merchants/read.ts'
import { intend, type OperationRow } from '#core/operations/operation.ts'
import type { Settler } from '#core/operations/settler.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { findOperation } from '#core/operations/read.ts'
import { findPayments } from '#resources/payments/payments/read.ts'
import type { Outcome, Provider } from '#core/providers/provider.ts'
import {
  type AnswerOperation,
  decide,
  type Facts,
  isAccepted,
  OVERTAKEN,
  toOutcome,
} from './outcome.ts'
import { type DisputeRow, findDispute } from './store.ts'
import { readAttached } from './lifecycle.ts'
import { type FileRow, findFiles, readBytes } from '#resources/payments/files/read.ts'
import type { EvidenceFile, ProviderDispute } from '#core/providers/dispute.ts'
import { composeEvidence } from './compose_evidence.ts'
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
  operation: AnswerOperation,
  outcome: Outcome,
): Promise<Facts> {
  const { db, clocks } = services
  const { merchant_id, currency, connector_dispute_id } = dispute
  const queried =
    outcome.result === 'refused'
      ? await (await findProvider(services, operation)).queryDispute(connector_dispute_id)
      : undefined
  const isKnown = typeof queried === 'object' && !('result' in queried)
  const now = await clocks.now(merchant_id)
  return {
    reported: isAccepted(outcome) ? outcome.dispute : isKnown ? queried : undefined,
    ahead_ms: await clocks.ahead(merchant_id),
    fee: await disputeFee(db, merchant_id, currency),
    attached: await readAttached({ db, merchant_id, now }, dispute),
  }
}

/** Addressed to the account whose authorization is disputed, whichever account the payment used last. */
export async function intendAnswer(
  services: Pick<Services, 'db' | 'provider' | 'clock'>,
  dispute: DisputeRow,
  operation_id: string,
) {
  const { merchant_id, dispute_id, currency } = dispute
  const disputed = await findDisputed(services, dispute)
  return intend({
    merchant_id,
    operation_id,
    object_id: dispute_id,
    kind: 'answer',
    amount: 0,
    currency,
    provider: disputed?.provider ?? services.provider.name,
    connector_id: disputed?.connector_id ?? null,
    parent_id: null,
    intent: {},
    now: services.clock.now(),
  })
}

async function findDisputed(
  { db }: Pick<Services, 'db'>,
  { merchant_id, payment_id, authorization_id }: DisputeRow,
): Promise<OperationRow | undefined> {
  const [payment] = authorization_id ? [] : await findPayments({ db, merchant_id }, [payment_id])
  const operation_id = authorization_id ?? payment?.authorization_id
  return operation_id ? findOperation(db, merchant_id, operation_id) : undefined
}

/** Sends the pending response; a repeated request with the same id has no further effect. */
export async function sendResponse(
  services: Services,
  provider: Provider,
  dispute: DisputeRow,
  { operation_id }: AnswerOperation,
): Promise<Outcome> {
  const { connector_dispute_id: dispute_id, answer } = dispute
  if (answer?.answer_id !== operation_id) return OVERTAKEN
  const request = { dispute_id, known: await describeKnown(services, dispute) }
  if (answer.verb !== 'evidence') {
    const isAccepted = answer.verb === 'accept'
    const outcome = isAccepted ? provider.acceptDispute(request) : provider.expireDispute(request)
    return toOutcome(await outcome)
  }
  const found = await filesIn(services, dispute, answer.evidence)
  const parts = composeEvidence(answer.evidence, found)
  const texts = Object.fromEntries(parts.texts)
  const files = parts.files.map(([field, file]) => describe(services, field, file))
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

/** The dispute as it is recorded, for a provider whose answers do not describe it. */
async function describeKnown(
  services: Services,
  dispute: DisputeRow,
): Promise<ProviderDispute | undefined> {
  const { status, dispute_stage: stage } = dispute
  const disputed = await findDisputed(services, dispute)
  if (disputed === undefined || disputed.connector_id === null) return undefined
  return {
    dispute_id: dispute.connector_dispute_id,
    operation_id: disputed.operation_id,
    transaction_id: disputed.transaction_id,
    revision: dispute.revision,
    stage: stage as ProviderDispute['stage'],
    status: status.replace('dispute_', '') as ProviderDispute['status'],
    reason: dispute.reason,
    reason_code: dispute.reason_code,
    amount: dispute.amount,
    currency: dispute.currency,
    debited: dispute.amount_claimed,
    fees: dispute.provider_fees,
    opened_at: dispute.created.toISOString(),
    challenge_required_by: dispute.challenge_required_by.toISOString(),
  }
}

function describe({ storage }: Services, field: string, file: FileRow): EvidenceFile {
  const { file_name, file_type, file_size } = file
  return { field, file_name, file_type, file_size, read: () => readBytes(storage, file) }
}
