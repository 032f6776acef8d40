// A state machine is a table: each state with the sentence that tells a merchant what it means, each
// event with the states it may start from, the one state it leads to, and who causes it. What can go
// two ways is two events. Types, start-up checks, tests, the database's check constraint, the diagram
// in the docs and the moves a dashboard offers all come from this one table.

export type Actor = 'merchant' | 'customer' | 'provider' | 'clock'

export interface Move<State extends string> {
  readonly from: readonly State[]
  readonly to: State
  readonly by: Actor
}

export interface Machine<State extends string = string, Event extends string = string> {
  readonly name: string
  readonly start: readonly State[]
  readonly states: Readonly<Record<State, string>>
  readonly events: Readonly<Record<Event, Move<State>>>
}

/** Checks the table once, at start-up: a mistake in it stops the program, not a payment. */
export function machine<State extends string, Event extends string>(
  table: Machine<State, Event>,
): Machine<State, Event> {
  const known = new Set<string>(Object.keys(table.states))
  const moves = Object.entries<Move<State>>(table.events)
  for (const [event, move] of moves) {
    for (const state of [...move.from, move.to]) {
      if (!known.has(state))
        throw new Error(`${table.name}.${event} names no known state: ${state}`)
    }
  }
  const reached = new Set<string>(table.start)
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const [, move] of moves) if (move.from.some((s) => reached.has(s))) reached.add(move.to)
  }
  for (const state of known) {
    if (!reached.has(state)) throw new Error(`${table.name}: nothing leads to the state ${state}`)
  }
  return table
}

export function allows<State extends string, Event extends string>(
  table: Machine<State, Event>,
  state: State,
  event: Event,
): boolean {
  return table.events[event].from.includes(state)
}

/** No event leads out of a final state. */
export function isFinal<State extends string, Event extends string>(
  table: Machine<State, Event>,
  state: State,
): boolean {
  return Object.values<Move<State>>(table.events).every((move) => !move.from.includes(state))
}
