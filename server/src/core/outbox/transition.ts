// The only code that writes a status. The resource's state table has the transition and its event; the row update and
// the events are returned as data for one commit.
import { type Insert, save, type Table, type Update } from '#kernel/change.ts'
import { allows, type Machine, type Transition } from '#kernel/machine.ts'
import type { ContentType } from './event_types.ts'
import { event } from './event.ts'

interface Stateful {
  version: number
  readonly merchant_id: string
  readonly profile_id: string
  status: string
  /** Number of events about this object; absent if it has none. */
  transitions?: number
  modified_at: Date
}

export interface Lifecycle<
  Row extends Stateful,
  Name extends string,
  Column extends keyof Row = keyof Row,
> {
  readonly machine: Machine<Row['status'], Name>
  readonly table: Table<Row>
  /** The columns that a transition can write; by default all but the key and the creation. */
  readonly columns?: readonly Column[]
  /** For a table with events. */
  readonly content?: ContentType
  /** The object in an event. */
  toApi?(row: Row): object
  /** Applied to every row that enters a state. */
  enter?(row: Row): Row
}

export interface Transitioned<Row> {
  row: Row
  /** The row's update and the events. */
  writes: [Update, ...Insert[]]
  /** For a row that is written in another way. */
  events: Insert[]
}

/** The stored columns that a caller may set; the transition itself writes the others. */
export type Settable<Row, Column extends keyof Row = keyof Row> = Partial<
  Omit<Pick<Row, Column>, 'status' | 'transitions' | 'modified_at' | 'version' | 'merchant_id'>
>

/**
 * One transition, or several for one outcome; `set` belongs to the last. An invalid transition is a bug: callers must
 * check first.
 */
export function transition<Row extends Stateful, Name extends string, Column extends keyof Row>(
  life: Lifecycle<Row, Name, Column>,
  current: Row,
  path: Name | readonly Name[],
  set: Settable<Row, Column>,
  now: Date,
): Transitioned<Row> {
  const names: readonly Name[] = typeof path === 'string' ? [path] : path
  const events: Insert[] = []
  let row = current
  for (const [n, name] of names.entries()) {
    if (!allows(life.machine, row.status, name)) {
      throw new Error(`${life.machine.name} ${rowId(life, row)}: no ${name} from ${row.status}`)
    }
    const { to, emits }: Transition<Row['status']> = life.machine.transitions[name]
    const merged = merge<Row>(row, n === names.length - 1 ? set : {}, to, now)
    row = life.enter?.(merged) ?? merged
    if (emits === undefined) continue
    row.transitions = (row.transitions ?? 0) + 1
    events.push(emit(life, row, emits))
  }
  if (names.length === 0) row = merge<Row>(row, set, row.status, now)
  row.version = current.version + 1
  return { row, writes: [save(life.table, current, row, life.columns), ...events], events }
}

/** A new object's status, which must be a start state in the table. */
export function startIn<State extends string, Name extends string>(
  machine: Machine<State, Name>,
  state: State,
): State {
  if (!machine.start.includes(state)) throw new Error(`${machine.name} does not start as ${state}`)
  return state
}

/** An event about an object whose status does not change. */
export function notice<Row extends Stateful, Name extends string>(
  life: Lifecycle<Row, Name>,
  current: Row,
  event_type: string,
  set: Settable<Row>,
  now: Date,
): { row: Row; event: Insert } {
  const transitions = (current.transitions ?? 0) + 1
  const row: Row = { ...current, ...set, modified_at: now, transitions }
  return { row: { ...row, version: current.version + 1 }, event: emit(life, row, event_type) }
}

/** `set` may be a whole row: its status, version and transition count are ignored. */
function merge<Row extends Stateful>(
  row: Row,
  set: object,
  status: Row['status'],
  modified_at: Date,
): Row {
  const { version } = row
  const counted = 'transitions' in row ? { transitions: row.transitions } : {}
  return { ...row, ...set, ...counted, status, modified_at, version }
}

function rowId<Row extends Stateful>({ table }: { table: Table<Row> }, row: Row): string {
  return String(row[table.key.at(-1) ?? 'merchant_id'])
}

/** The event for a new object or a new state. */
export function emit<Row extends Stateful, Name extends string, Column extends keyof Row>(
  life: Lifecycle<Row, Name, Column>,
  row: Row,
  event_type: string,
): Insert {
  if (!life.content || !life.toApi) throw new Error(`${life.machine.name} has no events`)
  return event({
    merchant_id: row.merchant_id,
    profile_id: row.profile_id,
    event_type,
    object_type: life.content,
    object_id: rowId(life, row),
    sequence: row.transitions ?? 0,
    object: life.toApi(row),
    now: row.modified_at,
  })
}
