// How answers to disputes are sent and settled: the decisions are in outcome.ts, the protocol in operations/.
// Recovery sends an answer again under its own id, because a provider's query says nothing about answers.
import type { Services } from '#kernel/context.ts'
import { disputeFee } from '#resources/merchants/read.ts'
import { intend } from '#core/operations/operation.ts'
import type { Settler } from '#core/operations/settler.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { type AnswerOperation, decide, type Facts, isTaken } from './outcome.ts'
import { sendResponse } from './send.ts'
import { type DisputeRow, findDispute } from './store.ts'
import { filesOf } from './write.ts'

export const disputeSettler: Settler<DisputeRow, AnswerOperation, Facts> = {
  find: findDispute,
  facts,
  decide,
  // The event of the provider brings the dispute itself up to date.
  late: (row) => ({
    row,
    writes: [],
    alarm: 'an answer to a dispute was taken after it had been closed',
  }),
  resend: sendResponse,
  inFlight: (row) => row,
}

/** An answer that is refused shows that an event was missed: the dispute is queried. */
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
    reported: isTaken(outcome) ? outcome.dispute : isKnown ? queried : undefined,
    ahead_ms: await clocks.ahead(merchant_id),
    fee: await disputeFee(db, merchant_id, currency),
    files: await filesOf({ db, merchant_id, now }, dispute),
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
