// A state machine is a table: each state with its meaning for merchants; each transition with its start states,
// its one target state, its actor and the event that merchants receive. Types, start-up checks, tests, the check
// constraint in the database and the diagram in the docs all come from this table.

export type Actor = 'merchant' | 'customer' | 'provider' | 'clock'

export interface Transition<State extends string, Event extends string = string> {
  readonly from: readonly State[]
  readonly to: State
  readonly by: Actor
  /** The event that merchants receive, if any. */
  readonly emits?: Event
}

export interface Machine<State extends string = string, Name extends string = string> {
  readonly name: string
  readonly start: readonly State[]
  readonly states: Readonly<Record<State, string>>
  readonly transitions: Readonly<Record<Name, Transition<State>>>
}

/** Checks the table at start-up, so that a mistake in it stops the program and not a payment. */
export function machine<State extends string, Name extends string>(
  table: Machine<State, Name>,
): Machine<State, Name> {
  const known = new Set<string>(Object.keys(table.states))
  const rows = Object.entries<Transition<State>>(table.transitions)
  for (const [name, { from, to }] of rows) {
    for (const state of [...from, to]) {
      if (!known.has(state)) throw new Error(`${table.name}.${name} names no known state: ${state}`)
    }
  }
  const reached = new Set<string>(table.start)
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const [, { from, to }] of rows) if (from.some((s) => reached.has(s))) reached.add(to)
  }
  for (const state of known) {
    if (!reached.has(state)) throw new Error(`${table.name}: nothing leads to the state ${state}`)
  }
  return table
}

export function allows<State extends string, Name extends string>(
  table: Machine<State, Name>,
  state: State,
  name: Name,
): boolean {
  return table.transitions[name].from.includes(state)
}

/**
 * Every possible next event, as `event state`, for an object in the state `from` or a new object. Transitions without
 * an event, or with one that may be omitted (`silent`), are followed further.
 */
export function nextEvents<State extends string, Name extends string>(
  table: Machine<State, Name>,
  from: State | undefined,
  silent: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const found = new Set<string>()
  const passed = new Set<State>(from === undefined ? table.start : [from])
  for (const state of passed) {
    for (const [name, row] of Object.entries<Transition<State>>(table.transitions)) {
      if (!row.from.includes(state)) continue
      if (row.emits !== undefined) found.add(`${row.emits} ${row.to}`)
      if (row.emits === undefined || silent.has(name)) passed.add(row.to)
    }
  }
  return found
}

/** A final state has no outgoing transition. */
export function isFinal<State extends string, Name extends string>(
  table: Machine<State, Name>,
  state: State,
): boolean {
  return Object.values<Transition<State>>(table.transitions).every(
    ({ from }) => !from.includes(state),
  )
}
