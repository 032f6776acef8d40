// Writes are data: what a decision wants committed, all of it or nothing. The first write of a commit is its head:
// it names the object the commit is about, and the others are written only if it is.

/** A table and the columns of its primary key. */
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

/** Writes only while the row still has the version that was decided upon; the version then grows by one. */
export type Update = RowWrite<'update'>

/** Removes the row, under the same condition as an update. */
export type Remove = RowWrite<'remove'>

/** Removes the row if it is there, whatever its version: for what others may have removed already. */
export type Evict = RowWrite<'evict'>

/**
 * Adds to a number of a row, whatever its version. A sum below zero is refused, and so is adding beyond the bound,
 * which is another number of the same row, less a third one. So many can take their share of one bound at once,
 * and none has to decide again because another was faster.
 */
export interface Add extends RowWrite<'add'> {
  readonly column: string
  /** Null for what has happened already, whatever bound it breaks. */
  readonly bound: string | null
  readonly less: string | null
}

export type Write = Insert | Update | Remove | Evict | Add

export interface Versioned {
  readonly version: number
}

export function table<Row extends object>(
  name: string,
  ...key: (keyof Row & string)[]
): Table<Row> {
  return { name, key }
}

/** Refused when a row with the same key, or the same value in any unique index, is there already. */
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
  return { kind: 'update', table: of, row }
}

/**
 * The row as it is to be: the named columns, or all but the key and the creation. Always in one order, so that it
 * is always one statement.
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

/** Must not be the head of a commit: it refuses nothing. */
export function evict<Row extends object>(of: Table<Row>, which: Partial<Row>): Evict {
  return { kind: 'evict', table: of, row: keyOf(of, which) }
}

/** What is taken off is a negative amount. */
export function add<Row extends Versioned>(
  to: Table<Row>,
  which: Partial<Row>,
  column: keyof Row & string,
  amount: number,
  bound: (keyof Row & string) | null,
  less: (keyof Row & string) | null = null,
): Add {
  const row = { ...keyOf(to, which), [column]: amount }
  return { kind: 'add', table: to, row, column, bound, less }
}

/** The row that was decided upon: its key and the version it had. */
function identity<Row extends Versioned>(of: Table<Row>, current: Row): Record<string, unknown> {
  return Object.assign(keyOf(of, current), { version: current.version })
}

function keyOf<Row extends object>(of: Table<Row>, row: Partial<Row>): Record<string, unknown> {
  const key: Partial<Row> = {}
  for (const column of of.key) key[column] = row[column]
  return plain(key)
}

/**
 * Rows are sent as JSON: bytes in PostgreSQL's hexadecimal format, nulls omitted, which makes the text a third
 * shorter. The column stays, because it is part of the shape of the commit.
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
