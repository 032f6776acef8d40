// The api process, as perform.ts and settle.ts have it: first commit, deadline, call, second commit, answer.
import type { Write } from '#kernel/change.ts'
import { resending } from '#core/operations/operation.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { hasMoved } from './bank.ts'
import type { Decision } from './decide.ts'
import { type Columns, type Copy, type Row, type Said, sayingOf } from './rows.ts'
import { clientOf, current, netOf, type Process, processOf, type State } from './state.ts'
import { asOperation, commit, find, operationOf } from './store.ts'
import { firstCommit, objectName, type Verb } from './verbs.ts'
import {
  addProcess,
  committed,
  faulty,
  moved,
  NEVER,
  type Next,
  RANK,
  who,
  without,
  type ModelContext,
} from './step.ts'

const NOT_SENT = sayingOf({ result: 'not_sent', reason: 'unreachable' })
const UNKNOWN = sayingOf({ result: 'unknown' })
const LATE_MS = 60_000

export function apiSteps(model: ModelContext, state: State, process: Process, out: Next[]): void {
  if (process.at === 'decided') out.push(recordStep(state, process))
  else sendSteps(model, state, process, out)
  if (process.is_late || !model.may(state, 'pause')) return
  const late = processOf({ ...process, is_late: true })
  const say = `${who(process)} is paused for longer than a minute.`
  out.push({ state: faulty(moved(state, process, late)), say, rank: NEVER })
}

/** The first commit. Refused, it stands nevertheless if the operation is there: it is taken for our own. */
export function recordStep(state: State, process: Process): Next {
  const { first, operation_id } = process
  if (first?.operation === undefined) throw new Error('nothing to record')
  const isStale = process.row?.is_current === false
  const done = isStale ? undefined : commit(state.store, first.writes)
  const rank = RANK.process
  if (done !== undefined) {
    const row = current(first.row)
    const recorded = processOf({
      ...process,
      at: 'recorded',
      first: null,
      row,
      operation: current(first.operation),
    })
    const after = addProcess(committed(without(state, process), done), recorded)
    return { state: after, say: `${who(process)} records ${sentence(first.operation.row)}.`, rank }
  }
  const own = operationOf(state.store, operation_id)
  return own === undefined ? decideAgain(state, process) : recordAgain(state, process, own)
}

const resends = new Map<Row, Write[]>()

/** As sent again: its own commit, or the same request's repeated one, has already happened. */
function recordAgain(state: State, process: Process, own: Row): Next {
  const { first, operation_id } = process
  const rank = RANK.process
  if (asOperation(own).status !== 'sent') {
    const say = `${who(process)} finds that ${operation_id} is already being processed, and answers so.`
    return { state: without(state, process), say, rank }
  }
  const writes = resends.get(own) ?? [resending(asOperation(own))]
  resends.set(own, writes)
  const done = commit(state.store, writes)
  if (first?.operation === undefined || done === undefined) throw new Error('not refused before')
  const row = { row: first.row, is_current: find(state.store, first.row.name) === first.row }
  const operation = { row: first.operation, is_current: false }
  const recorded = processOf({ ...process, at: 'recorded', first: null, row, operation })
  const say = `${who(process)} finds ${operation_id} recorded already, records that it is sent again, and goes on.`
  return { state: addProcess(committed(without(state, process), done), recorded), say, rank }
}

/** A confirmation that another one has overtaken is refused; the rest is decided again on the object as it now is. */
function decideAgain(state: State, process: Process): Next {
  const { operation_id } = process
  const verb = operation_id.split('-')[0] as Verb
  const first = verb === 'confirm' ? undefined : firstCommit(state.store, verb, operation_id)
  const rank = RANK.process
  if (first?.operation === undefined) {
    const say = `${who(process)} finds that the object has changed, and refuses.`
    return { state: without(state, process), say, rank }
  }
  const row = first.read === undefined ? null : current(first.read)
  const again = processOf({ ...process, first, row, is_late: false })
  const say = `${who(process)} finds that the object has changed, and decides again.`
  return { state: moved(state, process, again), say, rank }
}

function sentence(row: Columns): string {
  const { kind, amount, operation_id } = row
  return `the intent to ${String(kind)}${Number(amount) > 0 ? ` ${String(amount)}` : ''} as ${String(operation_id)}`
}

function sendSteps(model: ModelContext, state: State, process: Process, out: Next[]): void {
  const { operation_id, is_late } = process
  const rank = RANK.process
  if (model.rules.isTooLateToSend(0, is_late ? LATE_MS : 0)) {
    const unsent = processOf({ ...process, at: 'answered', said: NOT_SENT, is_late: false })
    const say = `${who(process)} sees that too much time has passed, and does not send ${operation_id}.`
    out.push({ state: moved(state, process, unsent), say, rank })
    return
  }
  const sent = processOf({ ...process, at: 'sent', way: 'act', is_late: false })
  const net = netOf([...state.net.messages, { operation_id, way: 'act', from: 'api' }])
  const say = `${who(process)} sends ${operation_id}.`
  out.push({ state: { ...moved(state, process, sent), net }, say, rank })
  if (!model.may(state, 'unreachable')) return
  const unsent = processOf({ ...process, at: 'answered', said: NOT_SENT, is_late: false })
  const why = `${who(process)} cannot reach the provider with ${operation_id}; nothing is sent.`
  out.push({ state: faulty(moved(state, process, unsent)), say: why, rank: NEVER })
}

/** One attempt to commit an outcome, whichever process brings it. */
export function settleSteps(
  model: ModelContext,
  state: State,
  process: Process,
  out: Next[],
): void {
  const stored = operationOf(state.store, process.operation_id)
  if (stored === undefined) throw new Error(`${process.operation_id} is lost`)
  const operation = process.operation ?? current(stored)
  const name = objectName(asOperation(stored).kind)
  const found = find(state.store, name)
  const row = process.row ?? (found === undefined ? undefined : current(found))
  if (row === undefined) {
    const say = `${who(process)} finds that the object is gone.`
    out.push({
      ...ended(
        model,
        without(state, process),
        process,
        undefined,
        (process.said ?? UNKNOWN).outcome,
      ),
      say,
    })
    return
  }
  settleWith(model, state, process, row, operation, out)
}

function settleWith(
  model: ModelContext,
  state: State,
  process: Process,
  row: Copy,
  operation: Copy,
  out: Next[],
): void {
  const said = process.said ?? UNKNOWN
  const decision = model.decisions.outcome(row, operation, said, isHoldGone(state, operation, said))
  const again = processOf({ ...process, row: null, operation: null })
  const result = said.outcome.result
  if (decision === 'error') {
    const say = `${who(process)} cannot apply ${result} to ${process.operation_id}: no such transition.`
    out.push({ ...failed(model, without(state, process), process), say })
    return
  }
  const done = decision === 'conflict' ? undefined : commit(state.store, decision.writes)
  if (decision === 'conflict' || done === undefined) {
    const say = `${who(process)} finds that the object has changed, and will decide again.`
    out.push({ state: moved(state, process, again), say, rank: RANK.process })
    return
  }
  const rest = without(state, process)
  const say = `${who(process)} commits the outcome of ${process.operation_id}: ${result}${saying(decision)}.`
  out.push({
    ...ended(model, committed(rest, done), process, decision.row, decision.believed),
    say,
  })
  if (process.kind !== 'api' || !model.may(state, 'failed commit')) return
  for (const [stands, how] of [
    [rest, 'fails'],
    [committed(rest, done), 'stands, and is reported as failed'],
  ] as const) {
    const why = `The second commit of ${who(process).toLowerCase()} ${how}.`
    const next = failed(model, stands, process)
    out.push({ ...next, state: faulty(next.state), say: why, rank: NEVER })
  }
}

function saying({ row, writes }: Decision): string {
  if (writes.length === 0) return ', which says nothing new'
  return row === undefined ? ', the object is removed' : `, now ${String(row['status'])}`
}

const HOLDING = new Set(['requires_capture', 'partially_captured_and_capturable'])

function isHoldGone(state: State, operation: Copy, { outcome }: Said): boolean {
  const { kind, parent_id, intent } = asOperation(operation.row)
  const { from = '', by } = intent as { from?: string; by?: string }
  const isVoid = kind === 'void' && HOLDING.has(from)
  const isRelease = kind === 'reversal' && by === 'void'
  if (!(isVoid || isRelease) || outcome.result !== 'refused' || parent_id === null) return false
  const parent = state.bank.acts[parent_id]
  return parent?.result === 'approved' && parent.held === 0
}

type Ended = Omit<Next, 'say'>

/** The process is done and no longer in the state; an api process answers its client. */
function ended(
  model: ModelContext,
  state: State,
  process: Process,
  row: Columns | undefined,
  { result }: Outcome,
): Ended {
  const rank = RANK.process
  if (process.kind !== 'api') return { state, rank }
  const { kind, intent } = asOperation(operationOf(state.store, process.operation_id) ?? NONE)
  const isReleased = kind === 'void' && row?.['status'] !== (intent as { from: string }).from
  const isRefusal = kind === 'capture' || (kind === 'void' && !isReleased)
  const isNothing = (result === 'not_sent' && !isReleased) || (result === 'refused' && isRefusal)
  if (isNothing) return { state: tellNothing(state, process), rank }
  return { state, rank, wrong: row && overstated(model, state, process, row) }
}

const NONE = { row: {} } as never

/** After the first commit a failure is answered with the object as it stands. */
function failed(model: ModelContext, state: State, process: Process): Ended {
  if (process.kind !== 'api' || model.rules.is_failure_in_flight) {
    return { state, rank: RANK.process }
  }
  return { state: tellNothing(state, process), rank: RANK.process }
}

function tellNothing(state: State, { operation_id }: Process): State {
  const { asked, told_nothing, left } = state.client
  return { ...state, client: clientOf(asked, [...told_nothing, operation_id], left) }
}

/** An answer must not show money that has not moved. */
function overstated(
  _model: ModelContext,
  { bank, store }: State,
  { operation_id }: Process,
  row: Columns,
): string | undefined {
  const { kind } = asOperation(operationOf(store, operation_id) ?? NONE)
  const status = String(row['status'])
  const isPaid = kind === 'payout' ? bank.gross > 0 : hasMoved(bank, operation_id)
  const isShown = kind === 'refund' ? status === 'succeeded' : status === 'success'
  if ((kind === 'refund' || kind === 'payout') && isShown && !isPaid) {
    return `false claim: the answer says ${status} and the provider moved nothing`
  }
  const received = Number(row['amount_received'] ?? 0)
  if (received > bank.gross) {
    return `false claim: the answer shows ${received} received and the provider took ${bank.gross}`
  }
  return undefined
}
