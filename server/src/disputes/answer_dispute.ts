// Evidence, acceptance and the end of the time to answer: first what we are about to say is written, then
// the provider is told, then what came of it is written. An answer without an answer is sent again, under
// the same id, until there is one.
import { addMs } from '../kernel/clock.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { Failure } from '../errors.ts'
import { faultsOf, unlessDown } from '../operations/faults.ts'
import { busy, refuse } from '../operations/perform.ts'
import type { DisputeOutcome } from '../providers/dispute.ts'
import type { Refused } from '../providers/provider.ts'
import { taken, UNANSWERED } from './adopt.ts'
import type { Saying } from './answer.ts'
import { readDispute } from './read.ts'
import { sendAnswer } from './send.ts'
import type { DisputeRow } from './store.ts'
import { adoptTold } from './take_in.ts'
import { writeDispute } from './write.ts'

// Longer than a call may take.
const AGAIN_MS = 25_000

/** `decide` refuses, or says what to answer; undefined is nothing, and the dispute stays as it is. */
export async function answerDispute(
  context: Context,
  dispute_id: string,
  decide: (current: DisputeRow) => Saying | undefined,
): Promise<DisputeRow> {
  // Looked at first: what is wrong with the request must change nothing.
  const faults = faultsOf(context)
  const begun = await deciding(async () => {
    const current = await readDispute(context, dispute_id)
    const saying = decide(current)
    if (saying === undefined) return current
    checkUnanswered(current)
    const answer = { ...saying, answer_id: newId('ans') }
    const answer_at = addMs(context.now, AGAIN_MS)
    return writeDispute(context, current, { ...current, answer, answer_at })
  })
  if (begun.answer === null) return begun
  const outcome = await unlessDown(faults, () => sendAnswer(context, begun, faults))
  const row = await finishAnswer(context, begun, outcome)
  if (outcome.result === 'refused') throw refusal(outcome)
  if (outcome.result === 'not_sent') refuse(outcome)
  return row
}

/** What nothing was heard of is sent again; in the background, so that nobody waits. */
export async function sendAgain(context: Context, dispute_id: string): Promise<void> {
  const current = await readDispute(context, dispute_id)
  if (current.answer_at === null || current.answer_at > context.now) return
  const outcome = await sendAnswer(context, current)
  if (outcome.result === 'unknown' || outcome.result === 'not_sent') {
    const answer_at = addMs(context.now, AGAIN_MS)
    await writeDispute(context, current, { ...current, answer_at })
  } else await finishAnswer(context, current, outcome)
}

/** If somebody else was faster, a callback or another try, their truth stands. */
function finishAnswer(
  context: Context,
  begun: DisputeRow,
  outcome: DisputeOutcome,
): Promise<DisputeRow> {
  return deciding(async () => {
    const current = await readDispute(context, begun.dispute_id)
    if (outcome.result === 'unknown') return current
    const told = await truthOf(context, begun, outcome)
    const adopted = told ? await adoptTold(context, current, told) : current
    if (adopted.answer === null || adopted.answer.answer_id !== begun.answer?.answer_id) {
      return adopted
    }
    // It led to nothing new; taken it was all the same, or surely not.
    const set = outcome.result === 'taken' ? taken(adopted.answer) : UNANSWERED
    return writeDispute(context, adopted, { ...adopted, ...set })
  })
}

/** Who is refused has missed something: how the dispute stands is asked. */
async function truthOf(
  { provider }: Context,
  { connector_dispute_id }: DisputeRow,
  outcome: DisputeOutcome,
) {
  if (outcome.result === 'taken') return outcome.dispute
  if (outcome.result !== 'refused') return undefined
  const told = await provider.queryDispute(connector_dispute_id)
  return told === 'never_seen' || 'result' in told ? undefined : told
}

function refusal({ code, unified_code, message }: Refused): Failure {
  return new Failure(unified_code === 'UE_4004' ? 'IR_14' : code, message)
}

function checkUnanswered({ answer }: DisputeRow): void {
  if (answer === null) return
  throw busy('An earlier answer to this dispute has no outcome yet.', 5)
}
