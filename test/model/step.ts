// Shared by every part of the model: one step, its context, and small state changes.
import type { Decisions } from './decide.ts'
import type { Rules } from './rules.ts'
import type { Fault, ProviderModel, Scenario } from './scenarios.ts'
import { clientOf, type Left, type Process, replaced, type State, staled } from './state.ts'
import type { Committed } from './store.ts'

/** One thing that can happen. */
export interface Next {
  readonly state: State
  readonly say: string
  /** Automatic steps once nothing goes wrong any more, the first rank first; Infinity for the rest. */
  readonly rank: number
  /** The violation in this very step. */
  readonly wrong?: string | undefined
}

export const RANK = { process: 0, network: 1, provider: 2, event: 3, recovery: 4, expiry: 5 }
export const NEVER = Number.POSITIVE_INFINITY

export interface ModelContext {
  readonly scenario: Scenario
  readonly provider: ProviderModel
  readonly rules: Rules
  readonly decisions: Decisions
  /** True if one more fault of this kind may happen. */
  may(state: State, fault: Fault): boolean
}

export function who({ kind, request, operation_id, is_retry }: Process): string {
  if (kind === 'api') return `The api (request ${request + 1}${is_retry ? ', repeated' : ''})`
  return kind === 'worker' ? `The worker at ${operation_id}` : 'The event handler'
}

export function moved(state: State, from: Process, to: Process): State {
  return { ...state, processes: replaced(state.processes, from, to) }
}

export function without(state: State, process: Process): State {
  return { ...state, processes: replaced(state.processes, process, undefined) }
}

export function spend(state: State, left: Left): State {
  const { asked, told_nothing } = state.client
  return { ...state, client: clientOf(asked, told_nothing, left) }
}

export function faulty(state: State): State {
  const { left } = state.client
  return spend(state, { ...left, faults: left.faults - 1 })
}

export function committed(state: State, { store, written }: Committed): State {
  return { ...state, store, processes: staled(state.processes, written) }
}

export function addProcess(state: State, process: Process): State {
  return { ...state, processes: replaced(state.processes, undefined, process) }
}
