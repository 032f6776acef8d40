// Everything that can happen next. The processes' steps follow perform.ts, settle.ts and recover.ts line by line;
// each pause between two lines is a place where anything else can happen.
import {
  act,
  type Bank,
  complete,
  drop,
  heldUnder,
  type Manner,
  revoke,
  reported,
  waitingAt,
} from './bank.ts'
import { isOpen } from '#core/operations/operation.ts'
import { Decisions } from './decide.ts'
import { clientActions, expiry } from './clients.ts'
import { apiSteps, settleSteps } from './api.ts'
import type { Fault, ProviderModel, Scenario } from './scenarios.ts'
import type { Rules } from './rules.ts'
import { type Row, type Said, sayingOf } from './rows.ts'
import {
  current,
  type Message,
  netOf,
  type Process,
  processOf,
  replaced,
  type State,
} from './state.ts'
import { asOperation, find, operationOf, operationsOf } from './store.ts'
import { objectName } from './verbs.ts'
import {
  faulty,
  moved,
  NEVER,
  type Next,
  RANK,
  spend,
  who,
  without,
  type ModelContext,
} from './step.ts'
import { queryStep, workerSteps } from './worker.ts'

export class Model implements ModelContext {
  readonly scenario: Scenario
  readonly provider: ProviderModel
  readonly rules: Rules
  readonly decisions: Decisions

  constructor(scenario: Scenario, provider: ProviderModel, rules: Rules) {
    this.scenario = scenario
    this.provider = provider
    this.rules = rules
    this.decisions = new Decisions(rules)
  }

  next(state: State): Next[] {
    const out: Next[] = []
    for (const each of state.processes) this.#process(state, each, out)
    state.net.messages.forEach((message, n) => {
      if (n === 0 || message !== state.net.messages[n - 1]) this.#message(state, message, out)
    })
    this.#provider(state, out)
    this.#events(state, out)
    this.#claims(state, out)
    clientActions(this, state, out)
    return out
  }

  may(state: State, fault: Fault): boolean {
    return state.client.left.faults > 0 && this.scenario.faults.has(fault)
  }

  #process(state: State, process: Process, out: Next[]): void {
    if (process.at === 'stepping') workerSteps(state, process, out)
    else if (process.at === 'answered') settleSteps(this, state, process, out)
    else if (process.at === 'sent') this.#noAnswer(state, process, out)
    else apiSteps(this, state, process, out)
    if (process.kind !== 'event' && this.may(state, 'crash')) {
      const say = `${who(process)} crashes.`
      out.push({ state: faulty(without(state, process)), say, rank: NEVER })
    }
  }

  #noAnswer(state: State, process: Process, out: Next[]): void {
    const { kind, operation_id, way } = process
    const isLost = !state.net.messages.some(
      (each) => each.from === kind && each.operation_id === operation_id && each.way === way,
    )
    if (!isLost && !this.may(state, 'no answer')) return
    const said = sayingOf({ result: 'unknown' })
    const next = moved(state, process, processOf({ ...process, at: 'answered', said, way: null }))
    const say = `${who(process)} gets no answer about ${operation_id} in time.`
    out.push({ state: isLost ? next : faulty(next), say, rank: isLost ? RANK.process : NEVER })
  }

  #message(state: State, message: Message, out: Next[]): void {
    const { operation_id, way } = message
    const { net } = state
    const others = net.messages.filter((each) => each !== message)
    const rest = [...others, ...net.messages.filter((each) => each === message).slice(1)]
    const operation = operationOf(state.store, operation_id)
    if (operation === undefined) throw new Error(`${operation_id} was sent and not recorded`)
    const row = asOperation(operation)
    const arrived = { ...state, net: netOf(rest) }
    if (way === 'revoke') {
      const bank = revoke(state.bank, row)
      const say = `The provider receives the revocation of ${operation_id}: ${reported(bank, operation_id)?.outcome.result}.`
      out.push({ state: answered(arrived, message, bank), say, rank: RANK.network })
    } else {
      for (const manner of this.#manners(state, operation_id)) {
        const bank = act(state.bank, row, manner)
        const say = `The provider receives ${operation_id}: ${describe(bank, operation_id)}.`
        const then = answered(arrived, message, bank)
        const rank = manner === 'whole' ? RANK.network : NEVER
        out.push({ state: manner === 'whole' ? then : used(then, manner), say, rank })
      }
    }
    if (this.may(state, 'lost request')) {
      const say = `The request ${operation_id} is lost on its way.`
      out.push({ state: faulty(arrived), say, rank: NEVER })
    }
    if (way === 'act' && net.messages.length < 3 && this.may(state, 'duplicate')) {
      const twice = netOf([...net.messages, { operation_id, way, from: 'nobody' }])
      const say = `The network delivers ${operation_id} twice.`
      out.push({ state: faulty({ ...state, net: twice }), say, rank: NEVER })
    }
  }

  #manners(state: State, operation_id: string): readonly Manner[] {
    if (state.bank.acts[operation_id] !== undefined) return ['whole']
    const { faults, less } = state.client.left
    return this.scenario.manners.filter(
      (each) => each === 'whole' || (each === 'less' ? less > 0 : faults > 0),
    )
  }

  #provider(state: State, out: Next[]): void {
    const waiting = waitingAt(state.bank)
    const operation = waiting === undefined ? undefined : operationOf(state.store, waiting)
    if (operation !== undefined) {
      const bank = complete(state.bank, asOperation(operation))
      const say = `At the provider ${waiting} goes through: ${describe(bank, waiting ?? '')}.`
      out.push({ state: { ...state, bank }, say, rank: RANK.provider })
    }
    const held = heldUnder(state.bank)
    if (held !== undefined && this.may(state, 'dropped hold')) {
      const say = `The provider drops the hold ${held} by itself.`
      out.push({ state: faulty({ ...state, bank: drop(state.bank, held) }), say, rank: NEVER })
    }
    const due = expiry(this, state)
    if (due !== undefined) out.push({ ...due, rank: RANK.expiry })
  }

  /** Callbacks, in any order and twice; missing ones are read from the provider's event list. */
  #events(state: State, out: Next[]): void {
    const { left } = state.client
    for (const operation of operationsOf(state.store)) {
      const { operation_id, status } = asOperation(operation)
      const said = reported(state.bank, operation_id)
      if (said === undefined || said.outcome.result === 'revoked') continue
      const isMissing =
        said.outcome.result === 'approved' &&
        !isOpen({ status }) &&
        this.#isNew(state, operation, said)
      if (!isMissing && left.events === 0) continue
      const handler = processOf({
        ...IDLE,
        kind: 'event',
        at: 'answered',
        operation_id,
        operation: current(operation),
        said,
      })
      if (
        state.processes.some((each) => each.kind === 'event' && each.operation_id === operation_id)
      )
        continue
      const handling = { ...state, processes: replaced(state.processes, undefined, handler) }
      const say = `A callback reports that ${operation_id} is ${said.outcome.result}.`
      if (left.events > 0) {
        const spent = spend(handling, { ...left, events: left.events - 1 })
        out.push({ state: spent, say, rank: NEVER })
      }
      const read = `A worker reads from the provider's events that ${operation_id} is ${said.outcome.result}.`
      if (isMissing) out.push({ state: handling, say: read, rank: RANK.event })
    }
  }

  #isNew({ store }: State, operation: Row, said: Said): boolean {
    const row = find(store, objectName(asOperation(operation).kind))
    if (row === undefined) return false
    const decision = this.decisions.outcome(current(row), current(operation), said, false)
    return typeof decision === 'string' || decision.writes.length > 0
  }

  /** An operation is due later than a call may be made, so a process that has not called yet is late. */
  #claims(state: State, out: Next[]): void {
    const workers = state.processes.filter(({ kind }) => kind === 'worker')
    if (workers.length > 1 || (workers.length === 1 && !this.may(state, 'two workers'))) return
    for (const operation of operationsOf(state.store)) {
      const row = asOperation(operation)
      if (!isOpen(row)) continue
      const isSecond = workers.length === 1
      const { operation_id } = row
      const copy = current(operation)
      const worker = processOf({
        ...IDLE,
        kind: 'worker',
        at: 'claimed',
        operation_id,
        operation: copy,
      })
      const late = this.rules.is_clock_right
        ? lateFor(state.processes, operation_id)
        : state.processes
      const claimed = { ...state, processes: replaced(late, undefined, worker) }
      const before = out.length
      queryStep(this, isSecond ? faulty(claimed) : claimed, worker, out)
      // Asked and answered at once: what changes in between is found by the commit.
      for (let n = before; n < out.length; n++) {
        const next = out[n] as Next
        out[n] = { ...next, rank: isSecond || next.rank === NEVER ? NEVER : RANK.recovery }
      }
    }
  }
}

const IDLE = {
  request: -1,
  row: null,
  operation: null,
  said: null,
  first: null,
  way: null,
  is_late: false,
  is_retry: false,
} as const

function lateFor(list: readonly Process[], operation_id: string): readonly Process[] {
  const waits = (each: Process) =>
    each.operation_id === operation_id && (each.at === 'decided' || each.at === 'recorded')
  if (!list.some((each) => waits(each) && !each.is_late)) return list
  const next = list.map((each) => (waits(each) ? processOf({ ...each, is_late: true }) : each))
  return next.toSorted((a, b) => a.id - b.id)
}

/** The answer goes to the process that waits for it, if it still does. */
function answered(state: State, { operation_id, way, from }: Message, bank: Bank): State {
  const waiting = state.processes.find(
    (each) =>
      each.at === 'sent' &&
      each.operation_id === operation_id &&
      each.way === way &&
      each.kind === from,
  )
  if (waiting === undefined) return { ...state, bank }
  const said = reported(bank, operation_id) ?? null
  const next = processOf({ ...waiting, at: 'answered', said, way: null })
  return { ...moved(state, waiting, next), bank }
}

function describe(bank: Bank, operation_id: string): string {
  const { result, amount } = bank.acts[operation_id] ?? { result: 'unknown', amount: 0 }
  return amount > 0 ? `${result}, ${amount}` : result
}

function used(state: State, manner: Manner): State {
  if (manner !== 'less') return faulty(state)
  const { left } = state.client
  return spend(state, { ...left, less: left.less - 1 })
}
