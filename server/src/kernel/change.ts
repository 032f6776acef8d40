// Writes are data, committed all together or not at all. A commit's first write is its head: it names the object, and
// the other writes happen only if the head does.

/** A table and its primary key columns. */
export interface Table<Row extends object> {
  readonly name: string
  readonly key: readonly (keyof Row & string)[]
}

interface RowWrite<Kind extends string> {
  readonly kind: Kind
  readonly table: Table<never>
  readonly row: Readonly<Record<string, unknown>>
}

export type Insert = RowWrite<'insert'>

/** An optimistic lock: writes only if the row still has the version that the decision read, and increments it. */
export interface Update extends RowWrite<'update'> {
  /** The row that the decision read. It is not written: the audit trail compares. */
  readonly before: object
}

/** Removes the row, under the same condition as an update. */
export type Remove = RowWrite<'remove'>

/** Removes the row if it exists, whatever its version: another writer may have removed it already. */
export type Evict = RowWrite<'evict'>

/**
 * Adds to a number in a row, regardless of the row's version, so that concurrent additions do not conflict. A sum
 * below zero is refused, and so is one above the bound: another column in the same row, less a third one.
 */
export interface Add extends RowWrite<'add'> {
  readonly column: string
  /** Null to record what has happened already, even beyond a bound. */
  readonly bound: string | null
  readonly less: string | null
}

/** Writes nothing: refuses the commit unless the row exists and has these values. Concurrent commits share it. */
export type Demand = RowWrite<'demand'>

export type Write = Insert | Update | Remove | Evict | Add | Demand

export interface Versioned {
  readonly version: number
}

export function table<Row extends object>(
  name: string,
  ...key: (keyof Row & string)[]
): Table<Row> {
  return { name, key }
}

/** Refused if a row with the same key, or with the same value in a unique index, exists. */
export function insert<Row extends object>(into: Table<Row>, row: Row): Insert {
  return { kind: 'insert', table: into, row: plain(row) }
}

/** The columns that are left out take their defaults in the database. */
export function insertPartly<Row extends object>(into: Table<Row>, row: Partial<Row>): Insert {
  return { kind: 'insert', table: into, row: plain(row) }
}

export function update<Row extends Versioned>(
  of: Table<Row>,
  current: Row,
  set: Partial<Omit<Row, 'version'>>,
): Update {
  const row = Object.assign(plain(set), identity(of, current))
  return { kind: 'update', table: of, row, before: current }
}

/**
 * Writes the named columns from `next`, or all but the key and the creation, always in one order, so that every
 * update is the same statement.
 */
export function save<Row extends Versioned>(
  of: Table<Row>,
  current: Row,
  next: Row,
  columns: readonly (keyof Row)[] = editable(of, current),
): Update {
  const set: Partial<Row> = {}
  for (const column of columns) set[column] = next[column]
  return update(of, current, set)
}

function editable<Row extends Versioned>(of: Table<Row>, row: Row): (keyof Row)[] {
  const fixed = new Set<string>([...of.key, 'created', 'version'])
  const names = Object.keys(row).filter((name) => !fixed.has(name))
  return names.toSorted() as (keyof Row & string)[]
}

export function remove<Row extends Versioned>(of: Table<Row>, current: Row): Remove {
  return { kind: 'remove', table: of, row: identity(of, current) }
}

/** Must not be a commit's head, because it never conflicts. */
export function evict<Row extends object>(of: Table<Row>, which: Partial<Row>): Evict {
  return { kind: 'evict', table: of, row: rowKey(of, which) }
}

/**
 * These columns must still hold the values that the decision read, until the commit is written. Unlike an empty
 * update it does not change the version, so any number of commits may demand the same row at once.
 */
export function demand<Row extends object>(
  of: Table<Row>,
  current: Row,
  columns: readonly (keyof Row & string)[],
): Demand {
  const row: Partial<Row> = {}
  for (const column of [...of.key, ...columns]) row[column] = current[column]
  return { kind: 'demand', table: of, row: plain(row) }
}

/** A negative amount subtracts. */
export function add<Row extends Versioned>(
  to: Table<Row>,
  which: Partial<Row>,
  column: keyof Row & string,
  amount: number,
  bound: (keyof Row & string) | null,
  less: (keyof Row & string) | null = null,
): Add {
  const row = { ...rowKey(to, which), [column]: amount }
  return { kind: 'add', table: to, row, column, bound, less }
}

/** The row's key and the version that the decision read. */
function identity<Row extends Versioned>(of: Table<Row>, current: Row): Record<string, unknown> {
  return Object.assign(rowKey(of, current), { version: current.version })
}

function rowKey<Row extends object>(of: Table<Row>, row: Partial<Row>): Record<string, unknown> {
  const key: Partial<Row> = {}
  for (const column of of.key) key[column] = row[column]
  return plain(key)
}

/**
 * Rows are sent as JSON: bytes in PostgreSQL's hexadecimal format, nulls omitted, which makes the text a third
 * shorter. The column stays, because it is part of the commit's shape.
 */
function plain(row: object): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...row }
  for (const column in copy) {
    const value = copy[column]
    if (value === null) copy[column] = undefined
    else if (Buffer.isBuffer(value)) copy[column] = `\\x${value.toString('hex')}`
  }
  return copy
}
