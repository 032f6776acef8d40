// Responses to a dispute: evidence, acceptance, expiry. Each is an operation: record, call, record. Without an outcome
// recovery sends the response again, under the same id.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { busy, nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import type { Intended, OperationRow } from '#core/operations/operation.ts'
import type { Outcome } from '#core/providers/provider.ts'
import type { AnswerOperation } from './outcome.ts'
import { readDispute } from './read.ts'
import type { Response, DisputeRow } from './store.ts'
import { sendResponse, disputeSettler, intendAnswer } from './settler.ts'
import { readAttached, disputeWrites } from './lifecycle.ts'

/** `decide` throws, or returns the response to send; with undefined the dispute stays as it is. */
export async function answerDispute(
  context: Context,
  dispute_id: string,
  decide: (current: DisputeRow) => Response | undefined,
): Promise<DisputeRow> {
  const { operation_id, started: earlier } = await nextOperation(context)
  if (earlier) return answered(context, dispute_id, earlier)
  const started = await retryOnConflict(async () => {
    const current = await readDispute(context, dispute_id)
    const response = decide(current)
    if (response === undefined) return { row: current }
    return start(context, current, operation_id, response)
  })
  if (!('operation' in started)) return started.row
  const { row = started.row, outcome } = await perform(
    context,
    disputeSettler,
    started,
    (provider) => sendResponse(context, provider, started.row, started.operation),
  )
  // Recovery may have sent it meanwhile: then this call's outcome does not matter.
  if (row.answer?.answer_id !== operation_id) refuseAnswer(outcome)
  return row
}

/** An earlier attempt at this request has started the operation. */
function answered(
  context: Context,
  dispute_id: string,
  { status, provider_message }: OperationRow,
): Promise<DisputeRow> {
  if (status === 'refused') throw new Failure('IR_14', provider_message ?? undefined)
  return readDispute(context, dispute_id)
}

async function start(
  context: Context,
  current: DisputeRow,
  operation_id: string,
  response: Response,
): Promise<{ row: DisputeRow } & Omit<Intended<AnswerOperation>, 'write'>> {
  if (current.answer !== null) {
    throw busy('An earlier answer to this dispute has no outcome yet.', 5)
  }
  const next = { ...current, answer: { ...response, answer_id: operation_id } }
  const { operation, write, decided_ms } = await intendAnswer(context, current, operation_id)
  const attached = await readAttached(context, current, next)
  const { row, writes } = disputeWrites(current, next, attached, context.now)
  await record(context, operation, ...writes, write)
  return { row, operation, decided_ms }
}

function refuseAnswer(outcome: Outcome): void {
  if (outcome.result === 'refused' && outcome.unified_code === 'UE_4004') {
    throw new Failure('IR_14', outcome.message)
  }
  refuse(outcome)
}

/** Reports to the provider that the deadline has passed without a response. */
export async function expireDispute(context: Context, dispute_id: string): Promise<void> {
  await answerDispute(context, dispute_id, ({ status, expire_at, answer }) => {
    // A pending response decides first.
    const isDue = expire_at !== null && expire_at <= context.now && answer === null
    return isDue && status === 'dispute_opened' ? { verb: 'expire' } : undefined
  })
}
