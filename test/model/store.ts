// The database model: it interprets the same `Write` data that the program commits. A commit is applied whole, or
// refused because a row has moved; transfers become the books.
import type { Add, Write } from '#kernel/change.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import { CURRENT, type Columns, Pool, type Row, rowOf } from './rows.ts'

/** Book balances, by account; a debit adds. */
export interface Books {
  /** Owed to us by the provider: charges less refunds and payouts. */
  readonly moved: number
  readonly held: number
  /** Taken from the balance for payouts and refunds with an unknown outcome. */
  readonly in_transit: number
}

interface Content {
  readonly rows: ReadonlyMap<string, Row>
  /** Transfer ids, each at most once. */
  readonly transfers: ReadonlySet<string>
  readonly books: Books
  readonly commits: Map<object, Committed | undefined>
}
export type Store = Content & { readonly id: number }

export interface Committed {
  readonly store: Store
  /** The rows whose earlier copies are stale now. */
  readonly written: ReadonlySet<string>
}

const pool = new Pool<Content>()

function storeOf(rows: Map<string, Row>, transfers: Set<string>, books: Books): Store {
  const ids = [...rows.values()].map(({ id }) => id).toSorted((a, b) => a - b)
  const key = `${ids.join()} ${[...transfers].toSorted().join()}`
  return pool.intern(key, () => ({ rows, transfers, books, commits: new Map() }))
}

export function emptyStore(): Store {
  return storeOf(new Map(), new Set(), { moved: 0, held: 0, in_transit: 0 })
}

/** Undefined when it is refused. The same writes on the same store are worked out once. */
export function commit(store: Store, writes: readonly Write[]): Committed | undefined {
  if (store.commits.has(writes)) return store.commits.get(writes)
  const committed = apply(store, writes)
  store.commits.set(writes, committed)
  return committed
}

function apply(store: Store, writes: readonly Write[]): Committed | undefined {
  const rows = new Map(store.rows)
  const transfers = new Set(store.transfers)
  const written = new Set<string>()
  let { books } = store
  for (const write of writes) {
    const table = write.table.name
    if (table === 'events' || table === 'vault') continue
    if (table === 'transfers') {
      const { transfer_id, amount } = write.row
      const id = `${String(transfer_id)}=${String(amount)}`
      if ([...transfers].some((each) => each.startsWith(`${String(transfer_id)}=`)))
        return undefined
      transfers.add(id)
      books = booked(books, write.row)
      continue
    }
    const name = nameOf(write)
    // PostgreSQL would carry out only one.
    if (written.has(name)) throw new Error(`${name} is written twice in one commit`)
    if (!isAllowed(rows.get(name), write)) return undefined
    written.add(name)
    const next = merged(rows.get(name), name, write)
    if (next === undefined) rows.delete(name)
    else rows.set(name, next)
  }
  return { store: storeOf(rows, transfers, books), written }
}

function nameOf({ table, row }: Write): string {
  return `${table.name} ${table.key.map((column) => String(row[column])).join(' ')}`
}

function isAllowed(current: Row | undefined, write: Write): boolean {
  switch (write.kind) {
    case 'insert':
      return current === undefined
    case 'update':
    case 'remove':
      return current !== undefined && write.row['version'] === CURRENT
    case 'add':
      return current !== undefined && isWithin(current.row, write)
    case 'demand':
      return current !== undefined && isSame(current.row, write)
    case 'evict':
      return true
  }
}

function isSame(row: Columns, write: Write): boolean {
  return Object.keys(write.row).every(
    (column) => JSON.stringify(row[column]) === JSON.stringify(write.row[column]),
  )
}

function isWithin(row: Columns, write: Add): boolean {
  const change = Number(write.row[write.column])
  const sum = Number(row[write.column] ?? 0) + change
  if (sum < 0) return false
  if (write.bound === null || change < 0) return true
  return sum <= Number(row[write.bound] ?? 0) - Number(write.less ? (row[write.less] ?? 0) : 0)
}

function merged(current: Row | undefined, name: string, write: Write): Row | undefined {
  if (write.kind === 'remove' || write.kind === 'evict') return undefined
  if (write.kind === 'add') {
    const sum = Number(current?.row[write.column] ?? 0) + Number(write.row[write.column])
    return rowOf(name, { ...current?.row, [write.column]: sum })
  }
  return rowOf(name, { ...current?.row, ...write.row })
}

const ACCOUNTS: Readonly<Record<string, keyof Books>> = {
  acquirer_receivable: 'moved',
  acquirer_hold: 'held',
  payouts_in_transit: 'in_transit',
  refunds_in_transit: 'in_transit',
}

function booked(books: Books, { debit, credit, amount }: Columns): Books {
  const next = { ...books }
  const to = ACCOUNTS[String(debit)]
  const from = ACCOUNTS[String(credit)]
  if (to) next[to] += Number(amount)
  if (from) next[from] -= Number(amount)
  return next
}

export function find(store: Store, name: string): Row | undefined {
  return store.rows.get(name)
}

export function operationsOf(store: Store): Row[] {
  return [...store.rows.values()].filter(({ name }) => name.startsWith('operations '))
}

export function operationOf(store: Store, operation_id: string): Row | undefined {
  return find(store, `operations ${MERCHANT} ${operation_id}`)
}

export function asOperation({ row }: Row): OperationRow {
  return row as unknown as OperationRow
}

export const MERCHANT = 'm'
