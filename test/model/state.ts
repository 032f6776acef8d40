// A system state: the database, the provider, requests in flight, the processes, and the answers to clients. Each
// part exists once and has a number, so that a state is known by a few characters.
import type { Bank } from './bank.ts'
import { type Copy, Pool, type Said } from './rows.ts'
import type { Store } from './store.ts'
import type { FirstCommit, Verb } from './verbs.ts'

/** A process's position in the protocol. */
export type Place =
  /** The first commit is decided, and not made. */
  | 'decided'
  /** The first commit stands; the request has not left. */
  | 'recorded'
  /** Waits for the provider. */
  | 'sent'
  /** Has an outcome that is not committed. */
  | 'answered'
  /** A worker has read a due operation. */
  | 'claimed'
  /** A worker knows what to do about it. */
  | 'stepping'

interface Working {
  readonly kind: 'api' | 'worker' | 'event'
  readonly at: Place
  readonly operation_id: string
  /** The client's request it carries out; -1 for none. */
  readonly request: number
  /** The copies it holds; null when it reads them before it decides. */
  readonly row: Copy | null
  readonly operation: Copy | null
  readonly said: Said | null
  readonly first: FirstCommit | null
  readonly way: Way | null
  /** More time has passed than a call may be made after. */
  readonly is_late: boolean
  /** The same request under the same key, carried out again. */
  readonly is_retry: boolean
}
export type Process = Working & { readonly id: number }
export type Way = 'act' | 'revoke'

const processes = new Pool<Working>()

function copyKey(copy: Copy | null): string {
  return copy === null ? '' : `${copy.row.id}${copy.is_current ? '' : '~'}`
}

export function processOf(p: Working): Process {
  const first = p.first === null ? '' : `${p.first.row.id} ${p.first.operation?.id}`
  const rows = `${copyKey(p.row)} ${copyKey(p.operation)}`
  const head = `${p.kind} ${p.at} ${p.operation_id} ${p.request} ${p.way} ${p.is_late} ${p.is_retry}`
  return processes.intern(`${head} ${rows} ${p.said?.id} ${first}`, () => {
    const { kind, at, operation_id, request, row, operation, said, way, is_late, is_retry } = p
    return {
      kind,
      at,
      operation_id,
      request,
      row,
      operation,
      said,
      first: p.first,
      way,
      is_late,
      is_retry,
    }
  })
}

/** A request on its way, and who waits for its answer. */
interface Travelling {
  readonly operation_id: string
  readonly way: Way
  readonly from: 'api' | 'worker' | 'nobody'
}
interface Flight {
  readonly messages: readonly Travelling[]
}
export type Message = Travelling
export type Net = Flight & { readonly id: number }

const nets = new Pool<Flight>()

export function netOf(messages: readonly Message[]): Net {
  const named = messages.map((each) => ({
    each,
    key: `${each.operation_id} ${each.way} ${each.from}`,
  }))
  const sorted = named.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const key = sorted.map((one) => one.key).join()
  return nets.intern(key, () => ({ messages: sorted.map(({ each }) => each) }))
}

export interface Asked {
  readonly verb: Verb
  /** The ids it has used for operations so far. */
  readonly ids: readonly string[]
}

interface Clients {
  readonly asked: readonly Asked[]
  /** Operations that a client's answer says were not done. */
  readonly told_nothing: readonly string[]
  readonly left: Left
}
export type Client = Clients & { readonly id: number }

/** The scenario's remaining allowance. */
export interface Left {
  readonly requests: number
  readonly retries: number
  readonly faults: number
  readonly events: number
  readonly less: number
}

const clients = new Pool<Clients>()

export function clientOf(made: readonly Asked[], reported: readonly string[], left: Left): Client {
  // Which ids a request has used matters only to who can repeat it.
  const asked = left.retries > 0 ? made : made.map(({ verb }) => ({ verb, ids: [] }))
  const requests = asked.map(({ verb, ids }) => `${verb} ${ids.join(' ')}`).join()
  const { requests: r, retries, faults, events, less } = left
  const told_nothing = reported.toSorted()
  const key = `${requests};${told_nothing.join()};${r} ${retries} ${faults} ${events} ${less}`
  return clients.intern(key, () => ({ asked, told_nothing, left }))
}

export interface State {
  readonly store: Store
  readonly bank: Bank
  readonly net: Net
  readonly client: Client
  readonly processes: readonly Process[]
}

/** Two characters for each part; exact, because each part has its own number. */
export function keyOf({ store, bank, net, client, processes }: State): string {
  let key = chars(store.id) + chars(bank.id) + chars(net.id) + chars(client.id)
  for (const each of processes) key += chars(each.id)
  return key
}

function chars(id: number): string {
  return String.fromCharCode(id & 0x7f_ff, id >> 15)
}

export function replaced(
  list: readonly Process[],
  old: Process | undefined,
  next: Process | undefined,
): Process[] {
  const at = old === undefined ? -1 : list.indexOf(old)
  const rest = at < 0 ? [...list] : list.toSpliced(at, 1)
  if (next !== undefined) rest.push(next)
  return rest.toSorted((a, b) => a.id - b.id)
}

/** A commit makes the copies of its rows stale. */
export function staled(list: readonly Process[], written: ReadonlySet<string>): Process[] {
  const next = list.map((each) => {
    const row = stale(each.row, written)
    const operation = stale(each.operation, written)
    if (row === each.row && operation === each.operation) return each
    return processOf({ ...each, row, operation })
  })
  return next.toSorted((a, b) => a.id - b.id)
}

function stale(copy: Copy | null, written: ReadonlySet<string>): Copy | null {
  if (copy === null || !copy.is_current || !written.has(copy.row.name)) return copy
  return { row: copy.row, is_current: false }
}

export function current(row: Copy['row']): Copy {
  return { row, is_current: true }
}
