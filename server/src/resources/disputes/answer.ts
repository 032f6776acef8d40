// Evidence, acceptance and the end of the time to answer, each an operation: recorded, sent, recorded. Without an
// outcome recovery sends it again, under the same id.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { faultsOf, unlessDown } from '#core/operations/faults.ts'
import type { Intended, OperationRow } from '#core/operations/operation.ts'
import { busy, nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import type { Outcome } from '#core/providers/provider.ts'
import type { AnswerOperation } from './outcome.ts'
import { readDispute } from './read.ts'
import type { Response } from './response.ts'
import { sendResponse } from './send.ts'
import { disputeSettler, intendAnswer } from './settler.ts'
import type { DisputeRow } from './store.ts'
import { filesOf, writesOf } from './write.ts'

/** `decide` refuses, or says what to answer; with undefined the dispute stays as it is. */
export async function answerDispute(
  context: Context,
  dispute_id: string,
  decide: (current: DisputeRow) => Response | undefined,
): Promise<DisputeRow> {
  // First: a mistake in the request must change nothing.
  const faults = faultsOf(context)
  const { operation_id, started } = await nextOperation(context)
  if (started) return answered(context, dispute_id, started)
  const attempt = await retryOnConflict(async () => {
    const current = await readDispute(context, dispute_id)
    const response = decide(current)
    if (response === undefined) return { row: current }
    return start(context, current, operation_id, response)
  })
  if (!('operation' in attempt)) return attempt.row
  const { row = attempt.row, outcome } = await perform(context, disputeSettler, attempt, () =>
    unlessDown(faults, () => sendResponse(context, attempt.row, attempt.operation, faults)),
  )
  // Recovery may have sent it meanwhile: then the call that was not made says nothing.
  if (row.answer?.answer_id !== operation_id) refuseAnswer(outcome)
  return row
}

/** An earlier attempt of this request has started the operation. */
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
  const { operation, write, decided_ms } = intendAnswer(context, current, operation_id)
  const files = await filesOf(context, current, next)
  const { row, writes } = writesOf(current, next, files, context.now)
  await record(context, operation, ...writes, write)
  return { row, operation, decided_ms }
}

function refuseAnswer(outcome: Outcome): void {
  if (outcome.result === 'refused' && outcome.unified_code === 'UE_4004') {
    throw new Failure('IR_14', outcome.message)
  }
  refuse(outcome)
}
