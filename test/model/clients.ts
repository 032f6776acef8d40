// Merchants' actions: ask, repeat the same request under the same key, and ask for something else once the object
// allows it.
import { isOpen } from '#core/operations/operation.ts'
import { recordStep } from './api.ts'
import { act, reported } from './bank.ts'
import { type Asked, clientOf, current, type Process, processOf, type State } from './state.ts'
import { asOperation, commit, operationOf, operationsOf } from './store.ts'
import { firstCommit, type Verb } from './verbs.ts'
import { addProcess, committed, faulty, NEVER, type Next, who, type ModelContext } from './step.ts'

export function clientActions(model: ModelContext, state: State, out: Next[]): void {
  const { asked, left } = state.client
  if (left.requests > 0) {
    for (const verb of model.scenario.verbs) ask(model, state, verb, out)
  }
  if (left.retries === 0) return
  asked.forEach((each, request) => retry(model, state, each, request, out))
}

/** Ids follow from the request: every process that carries it out makes the same ones. */
function idOf(verb: Verb, request: number, n: number): string {
  return `${verb}-${request + 1}${n === 0 ? '' : 'bcd'[n - 1]}`
}

function ask(model: ModelContext, state: State, verb: Verb, out: Next[]): void {
  const { asked, told_nothing, left } = state.client
  const request = asked.length
  const id = idOf(verb, request, 0)
  // A refund is requested once, and once more only after an answer that nothing was done.
  const earlier = asked.filter((each) => each.verb === 'refund')
  const failures = told_nothing.filter((each) => each.startsWith('refund'))
  if (verb === 'refund' && failures.length < earlier.length) return
  const first = firstCommit(state.store, verb, id)
  if (first === undefined) return
  const next = [...asked, { verb, ids: [id] }]
  const client = clientOf(next, told_nothing, { ...left, requests: left.requests - 1 })
  const say = `The merchant asks to ${verb} (request ${request + 1}).`
  if (first.operation === undefined) {
    const done = commit(state.store, first.writes)
    if (done) out.push({ state: { ...committed(state, done), client }, say, rank: NEVER })
    return
  }
  begin(model, { ...state, client }, started(request, id, first, false), say, out)
}

/**
 * The first commit is made at once: a process that decides and is overtaken before it commits decides again, so
 * nothing is lost. Only one that is paused in between, long enough for its client to repeat the request, differs.
 */
function begin(
  model: ModelContext,
  state: State,
  process: Process,
  say: string,
  out: Next[],
): void {
  const recorded = recordStep(state, process)
  out.push({ ...recorded, say: `${say} ${recorded.say}`, rank: NEVER })
  if (process.is_retry || !model.may(state, 'pause')) return
  const late = processOf({ ...process, is_late: true })
  const paused = `${say} ${who(process)} is paused for longer than a minute before its first commit.`
  out.push({ state: faulty(addProcess(state, late)), say: paused, rank: NEVER })
}

function started(
  request: number,
  operation_id: string,
  first: NonNullable<ReturnType<typeof firstCommit>>,
  is_retry: boolean,
): Process {
  return processOf({
    kind: 'api',
    at: 'decided',
    operation_id,
    request,
    // A refund takes its share of the payment whatever its version.
    row: first.read === undefined ? null : current(first.read),
    operation: null,
    said: null,
    first,
    way: null,
    is_late: false,
    is_retry,
  })
}

const UNDONE = new Set(['not_sent', 'revoked'])

/**
 * The same request again, when its process has answered or died, or is silent for a minute. It finds the operation
 * that was started, and starts another only after one that certainly did nothing.
 */
function retry(
  model: ModelContext,
  state: State,
  { verb, ids }: Asked,
  request: number,
  out: Next[],
): void {
  const own = state.processes.filter((each) => each.kind === 'api' && each.request === request)
  if (own.length > 1 || own.some(({ is_late }) => !is_late)) return
  const { asked, told_nothing, left } = state.client
  let n = 0
  let id = idOf(verb, request, n)
  for (; n < 3; n++) {
    id = idOf(verb, request, n)
    const known = operationOf(state.store, id)
    if (known === undefined) break
    if (!UNDONE.has(asOperation(known).status)) return
  }
  const first = firstCommit(state.store, verb, id)
  if (first?.operation === undefined) return
  const used = ids.includes(id) ? ids : [...ids, id]
  const next = asked.map((each, at) => (at === request ? { verb, ids: used } : each))
  const client = clientOf(next, told_nothing, { ...left, retries: left.retries - 1 })
  const say = `The merchant repeats request ${request + 1} under the same key.`
  begin(model, { ...state, client }, started(request, id, first, true), say, out)
}

/** A hold that the provider no longer has expires in time: the clock voids it, and what the void finds is committed. */
export function expiry(model: ModelContext, state: State): Omit<Next, 'rank'> | undefined {
  const isQuiet = state.processes.length === 0 && state.net.messages.length === 0
  if (!isQuiet || state.bank.held > 0) return undefined
  if (operationsOf(state.store).some((each) => isOpen(asOperation(each)))) return undefined
  const first = firstCommit(state.store, 'expire', idOf('expire', 0, 0))
  if (first?.operation === undefined) return undefined
  const bank = act(state.bank, asOperation(first.operation), 'whole')
  const said = reported(bank, asOperation(first.operation).operation_id)
  const recorded = commit(state.store, first.writes)
  if (said === undefined || recorded === undefined) return undefined
  const decision = model.decisions.outcome(current(first.row), current(first.operation), said, true)
  const done = typeof decision === 'string' ? undefined : commit(recorded.store, decision.writes)
  const say = 'The time to capture is over, and the hold is voided.'
  return done && { state: { ...state, store: done.store, bank }, say }
}
