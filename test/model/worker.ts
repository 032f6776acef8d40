// Recovery, as recover.ts has it: query, decide, then send again, revoke, settle, or leave it to a person.
import { isAcknowledged, resending } from '#core/operations/operation.ts'
import { UNKNOWN_BY_POLL } from '#core/operations/evidence.ts'
import type { Outcome, QueryOutcome } from '#core/providers/provider.ts'
import { reported } from './bank.ts'
import { columnsOf, type Copy, sayingOf } from './rows.ts'
import { netOf, type Process, processOf, type State } from './state.ts'
import { asOperation, commit, find, operationOf } from './store.ts'
import { objectName } from './verbs.ts'
import { current } from './state.ts'
import {
  addProcess,
  committed,
  faulty,
  moved,
  NEVER,
  type Next,
  RANK,
  without,
  type ModelContext,
} from './step.ts'

const BY_POLL = sayingOf(UNKNOWN_BY_POLL)

export function workerSteps(state: State, process: Process, out: Next[]): void {
  out.push(process.way === 'revoke' ? sendRevoke(state, process) : sendAgain(state, process))
}

/** The provider's report, truthful or lagging, and its consequences. */
export function queryStep(model: ModelContext, state: State, process: Process, out: Next[]): void {
  const { operation_id } = process
  const truth: QueryOutcome =
    (reported(state.bank, operation_id)?.outcome as QueryOutcome) ?? 'never_seen'
  query(model, state, process, truth, false, out)
  if (truth === 'never_seen' || !model.may(state, 'lagging query')) return
  const lagging: Next[] = []
  query(model, state, process, 'never_seen', true, lagging)
  for (const next of lagging) {
    const say = `The provider's answer lags behind. ${next.say}`
    out.push({ state: faulty(next.state), say, rank: NEVER })
  }
}

function query(
  model: ModelContext,
  state: State,
  process: Process,
  truth: QueryOutcome,
  is_lagging: boolean,
  out: Next[],
): void {
  const operation = asOperation((process.operation as Copy).row)
  const { certainty } = model.provider
  const result = truth === 'never_seen' ? 'it has no record' : truth.result
  const asks = `The worker asks the provider about ${process.operation_id}: ${result}.`
  const young = model.rules.decideStep(operation, truth, certainty, 0)
  const old = model.rules.decideStep(operation, truth, certainty, certainty.horizon_ms + 1)
  const isOld = old.do !== young.do && isHorizonPassed(model, state, process, is_lagging)
  out.push({
    ...stepped(state, process, young),
    say: `${asks} ${next(young)}`,
    // Time passes by itself.
    rank: isOld ? NEVER : RANK.process,
  })
  if (isOld)
    out.push({ ...stepped(state, process, old), say: `${asks} ${next(old)}`, rank: RANK.process })
}

type Step = ReturnType<ModelContext['rules']['decideStep']>

function next(step: Step): string {
  switch (step.do) {
    case 'settle':
      return 'That is to be committed.'
    case 'resend':
      return 'It will send it again.'
    case 'revoke':
      return 'It will revoke the id.'
    case 'wait':
      return 'It will ask again later.'
    case 'review':
      return 'The horizon has passed; a person asks the provider, hears the same, and closes it.'
  }
}

/**
 * A provider that respects its horizon has no earlier request in flight, and its queries then know everything it has
 * done; only operations that it has acknowledged before may be missing, from a replica or an archive.
 */
function isHorizonPassed(
  { provider, rules }: ModelContext,
  { net }: State,
  { operation_id, operation }: Process,
  is_lagging: boolean,
): boolean {
  if (!rules.is_clock_right || !provider.is_horizon_kept) return true
  if (is_lagging && !isAcknowledged(asOperation((operation as Copy).row))) return false
  return !net.messages.some((each) => each.operation_id === operation_id && each.way === 'act')
}

function stepped(state: State, process: Process, step: Step): Omit<Next, 'say' | 'rank'> {
  switch (step.do) {
    case 'settle':
      return { state: moved(state, process, has(process, step.outcome)) }
    case 'wait':
      return {
        state: moved(state, process, processOf({ ...process, at: 'answered', said: BY_POLL })),
      }
    case 'review': {
      const { kind } = asOperation((process.operation as Copy).row)
      // Money that must go back is never given up: the person has it sent again.
      if (kind === 'reversal') return stepped(state, process, { do: 'resend' })
      return { state: moved(state, process, has(process, kind === 'refund' ? BY_HAND : REVOKED)) }
    }
    case 'resend':
    case 'revoke': {
      const way = step.do === 'revoke' ? 'revoke' : 'act'
      return { state: moved(state, process, processOf({ ...process, at: 'stepping', way })) }
    }
  }
}

const REVOKED: Outcome = { result: 'revoked' }
const BY_HAND: Outcome = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_9000',
  provider_code: 'resolved_by_hand',
  message: 'x',
}

function has(process: Process, outcome: Outcome): Process {
  const said = outcome.result === 'unknown' ? BY_POLL : sayingOf(outcome)
  return processOf({ ...process, at: 'answered', said })
}

function sendRevoke(state: State, process: Process): Next {
  const { operation_id } = process
  const net = netOf([...state.net.messages, { operation_id, way: 'revoke', from: 'worker' }])
  const sent = processOf({ ...process, at: 'sent' })
  const say = `The worker sends the revocation of ${operation_id}.`
  return { state: { ...moved(state, process, sent), net }, say, rank: RANK.process }
}

const resends = new Map<object, ReturnType<typeof resending>[]>()

/** Recorded first: from then on no earlier sender can say that nothing was sent. */
function sendAgain(state: State, process: Process): Next {
  const { operation_id, operation } = process
  const copy = operation as Copy
  const row = columnsOf(copy) as unknown as Parameters<typeof resending>[0]
  const writes = resends.get(row) ?? [resending(row)]
  resends.set(row, writes)
  const rank = RANK.process
  const object = find(state.store, objectName(asOperation(copy.row).kind))
  const done = object && commit(state.store, writes)
  if (done === undefined) {
    const say = `The worker finds that ${operation_id} was settled meanwhile.`
    return { state: without(state, process), say, rank }
  }
  const after = committed(without(state, process), done)
  const stored = operationOf(after.store, operation_id) as Copy['row']
  const net = netOf([...state.net.messages, { operation_id, way: 'act', from: 'worker' }])
  const sent = processOf({ ...process, at: 'sent', operation: current(stored) })
  const say = `The worker records that ${operation_id} is sent again, and sends it.`
  return { state: { ...addProcess(after, sent), net }, say, rank }
}
