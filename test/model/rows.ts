// Rows in the model's database, in a canonical form: values that no decision reads are dropped, so that states which
// differ only by them count once. Every distinct value exists once and has a number; a state is a few numbers.
import type { Outcome } from '#core/providers/provider.ts'

/** Values that exist once each, numbered in the order in which they were found. */
export class Pool<T extends object> {
  readonly #known = new Map<string, T & { readonly id: number }>()

  intern(key: string, make: () => T): T & { readonly id: number } {
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const made = Object.assign(make(), { id: this.#known.size })
    this.#known.set(key, made)
    return made
  }

  get size(): number {
    return this.#known.size
  }
}

export type Columns = Readonly<Record<string, unknown>>

/**
 * Versions are renumbered: a row in the store always has CURRENT, and a copy that was read before the last write has
 * STALE. Whether a commit is refused depends on nothing else.
 */
export const CURRENT = 2
const STALE = 1

interface Value {
  /** Table and key. */
  readonly name: string
  readonly row: Columns
  readonly stale: Columns
}
export type Row = Value & { readonly id: number }

export const THEN = new Date(0)

const pool = new Pool<Value>()

export function rowOf(name: string, columns: Columns): Row {
  const row = canonical(columns)
  return pool.intern(`${name} ${JSON.stringify(row)}`, () => ({
    name,
    row,
    stale: { ...row, version: STALE },
  }))
}

/** The last planned poll comes at the second one: the schedule's length decides nothing else. */
const EXHAUSTED = 99

const canon: Readonly<Record<string, (value: unknown) => unknown>> = {
  version: () => CURRENT,
  transitions: (value) => Math.min(Number(value), 1),
  checks: (value) => (Number(value) < 2 ? value : EXHAUSTED),
  sends: (value) => Math.min(Number(value), 2),
  poll_after_ms: () => null,
  provider_code: () => null,
  provider_message: () => null,
  error_message: () => null,
  unified_message: () => null,
  error_details: () => null,
  attempts: () => null,
}

function canonical(columns: Columns): Columns {
  const row: Record<string, unknown> = {}
  for (const column of Object.keys(columns).toSorted()) {
    const value = columns[column] ?? null
    const rule = canon[column]
    if (rule) row[column] = rule(value)
    else row[column] = value instanceof Date ? THEN : value
  }
  return row
}

/** A row as a process has read it. */
export interface Copy {
  readonly row: Row
  readonly is_current: boolean
}

export function columnsOf({ row, is_current }: Copy): Columns {
  return is_current ? row.row : row.stale
}

const said = new Pool<{ outcome: Outcome }>()

/** An outcome as it travels between the provider and a process. */
export type Said = ReturnType<typeof sayingOf>

export function sayingOf(outcome: Outcome) {
  return said.intern(JSON.stringify(outcome), () => ({ outcome }))
}
