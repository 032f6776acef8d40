// One list page, newest first, with a count that stops at ten thousand. With `starting_after` a page costs the same
// at any depth.
//
// A page reads one index: a filter's, if one has an index, or the creation order. The other filters are tested row by
// row, on that index's newest rows only: the scan is bounded.
import type { Table } from './change.ts'
import { type Database, isTimeout } from './db.ts'
import type { Turns } from './turns.ts'
import { type Columns, listed, raw, Sql, sql, when } from './sql.ts'

export const MAX_COUNT = 10_000
/** The rows on which filters without an index are tested. */
export const MAX_SCANNED = 10_000

/** Among the newest `MAX_SCANNED` rows, too few match the filters to fill the page. */
export class ScanTooLong extends Error {
  constructor() {
    super('the filters of a list match too few of the rows that one request may scan')
  }
}

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly starting_after?: string | undefined
  readonly created_gte?: Date | undefined
  readonly created_lte?: Date | undefined
}

/** A row matches if the column has the value or one of several, is null, or is within a bound. */
export interface Condition {
  readonly column: string
  readonly operator: '=' | '>=' | '<='
  readonly value: unknown
}

/** `T` is a row as `columns` selects it. */
export interface PageSource<T> {
  readonly table: string
  /** Among them `created` and the id. */
  readonly columns: Columns<T>
  /** The column that orders rows with the same `created`. */
  readonly id: string
  /** Holds for every entry; begins with `and`. */
  readonly where?: Sql
  /** Columns with their own index, `where <column> is not null`; the most selective first. */
  readonly indexed?: readonly string[]
  /** Conditions on more than one column, by their name in `Condition.column`. */
  readonly conditions?: Readonly<Record<string, (value: unknown) => Sql>>
}

/** Pages through a table by its own key. */
export function pageSource<Row extends object, T>(
  { name, key }: Table<Row>,
  columns: Columns<T>,
  more: Pick<PageSource<T>, 'where' | 'conditions' | 'indexed'> = {},
): PageSource<T> {
  return { table: name, id: key.at(-1) ?? '', columns, ...more }
}

export interface Page<T> {
  readonly rows: T[]
  readonly has_more: boolean
  readonly total_count: number
  readonly total_count_relation: 'eq' | 'gte'
}

/** The database for lists, and the turns in which merchants scan it. */
export interface ListDatabase {
  readonly db: Database
  readonly scans: Turns
}

export type CreatedRange = Pick<PageRequest, 'created_gte' | 'created_lte'>

/** Follows another condition. */
export function createdWithin(column: Sql, { created_gte, created_lte }: CreatedRange): Sql {
  return sql`${when(created_gte !== undefined, sql`and ${column} >= ${created_gte}`)}
      ${when(created_lte !== undefined, sql`and ${column} <= ${created_lte}`)}`
}

/** Undefined if there is no row with the id `starting_after`. Fails with `ScanTooLong`. */
export async function readPage<T>(
  { db, scans }: ListDatabase,
  merchant_id: string,
  source: PageSource<T>,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<Page<T> | undefined> {
  const scan = new Scan(merchant_id, source, conditions, request)
  try {
    const counted = scan.isBounded()
      ? await scans.take(merchant_id, () => countFirst(db, scan, request))
      : db.first<Counted>(scan.count())
    const [anchored, rows, { n, is_cut } = NONE] = await Promise.all([
      anchorExists(db, merchant_id, source, request),
      db.rows<T>(scan.page()),
      counted,
    ])
    if (!anchored) return undefined
    const has_more = rows.length > request.limit
    const total = is_cut ? n : computeTotal(request, rows.length, n)
    if (!has_more && is_cut && (await endsTooEarly(db, scan, request))) throw new ScanTooLong()
    return {
      rows: rows.slice(0, request.limit),
      has_more,
      total_count: Math.min(total, MAX_COUNT),
      total_count_relation: total > MAX_COUNT || is_cut ? 'gte' : 'eq',
    }
  } catch (error) {
    throw isTimeout(error) && conditions.length > 0 ? new ScanTooLong() : error
  }
}

/**
 * The page and the count are two reads, and rows are added between them, so the page wins where it can see. `found`
 * is a page's length when it was read with one extra row.
 */
export function computeTotal(request: PageRequest, found: number, counted: number): number {
  const { limit, offset, starting_after } = request
  const seen = offset + found
  if (found > limit) return Math.max(seen, counted)
  const isLast = starting_after === undefined && (found > 0 || offset === 0)
  return isLast ? seen : counted
}

interface Counted {
  /** Matching rows, to `MAX_COUNT` and one more. */
  readonly n: number
  /** There are rows that were not tested. */
  readonly is_cut: boolean
}

const NONE: Counted = { n: 0, is_cut: false }

/** A filter that matches too few rows is then tested once, not twice. */
async function countFirst<T>(db: Database, scan: Scan<T>, request: PageRequest): Promise<Counted> {
  const counted = (await db.first<Counted>(scan.count())) ?? NONE
  const { limit, offset, starting_after } = request
  const isShort = starting_after === undefined && counted.n <= offset + limit
  if (counted.is_cut && isShort) throw new ScanTooLong()
  return counted
}

/** Behind `starting_after` a page has other rows to scan than the count. */
async function endsTooEarly<T>(db: Database, scan: Scan<T>, { starting_after }: PageRequest) {
  if (starting_after === undefined) return true
  return (await db.first<Pick<Counted, 'is_cut'>>(scan.isCut()))?.is_cut ?? false
}

async function anchorExists<T>(
  db: Database,
  merchant_id: string,
  { table, id }: PageSource<T>,
  { starting_after }: PageRequest,
) {
  if (starting_after === undefined) return true
  const found = await db.first(
    sql`select 1 from ${raw(table)} where merchant_id = ${merchant_id} and ${raw(id)} = ${starting_after}`,
  )
  return found !== undefined
}

const operators = { '=': raw('='), '>=': raw('>='), '<=': raw('<=') }

/** Conditions as text, each beginning with `and`; a list matches any of its values. */
export function toConditions<T>(
  source: PageSource<T>,
  conditions: readonly Condition[],
  nameOf: (column: string) => string = (column) => column,
): Sql {
  const parts = conditions.map(({ column, operator, value }) => {
    const own = source.conditions?.[column]
    if (own) return own(value)
    if (value === null) return sql`and ${raw(nameOf(column))} is null`
    return sql`and ${raw(nameOf(column))} ${operators[operator]} ${compared(value)}`
  })
  return new Sql(['', ...parts.map(() => ' ')], parts)
}

/** One value is compared as itself: only then PostgreSQL reads an index in its order. */
function compared(value: unknown): Sql {
  if (!Array.isArray(value)) return sql`${value}`
  return value.length === 1 ? sql`${value[0]}` : sql`any(${value})`
}

/** The statements for one page: they read rows from `index`, and test `others` on a bounded number. */
class Scan<T> {
  private readonly merchant_id: string
  private readonly source: PageSource<T>
  private readonly request: PageRequest
  private readonly index: Condition | undefined
  private readonly others: readonly Condition[]
  /** Values for the filter that has the index. */
  private readonly values: readonly unknown[]
  private readonly table: Sql
  private readonly order: Sql

  constructor(
    merchant_id: string,
    source: PageSource<T>,
    conditions: readonly Condition[],
    request: PageRequest,
  ) {
    this.merchant_id = merchant_id
    this.source = source
    this.request = request
    this.index = [source.id, ...(source.indexed ?? [])]
      .map((name) => conditions.find(({ column, operator }) => column === name && operator === '='))
      .find((found) => found !== undefined)
    this.others = conditions.filter((condition) => condition !== this.index)
    this.values = [...new Set([this.index?.value ?? []].flat())]
    this.table = raw(source.table)
    this.order = sql`order by created desc, ${raw(source.id)} desc`
  }

  page(): Sql {
    const { limit, offset } = this.request
    const { columns } = this.source
    const after = this.after()
    const bound = sql`and created >= coalesce(${this.edge(after)}, '-infinity')`
    const rows = this.each(
      columns,
      (value) => sql`select ${columns} from ${this.table} where ${this.rows(value, after)}
        ${this.tested()} ${when(this.isBounded(), bound)} ${this.order} limit ${offset + limit + 1}`,
    )
    return sql`select ${columns} from (${rows}) as found ${this.order}
      limit ${limit + 1} offset ${offset}`
  }

  count(): Sql {
    const bound = sql`and created >= (select coalesce(created, '-infinity') from edge)`
    const rows = this.each(
      raw('found.one'),
      (value) => sql`select 1 as one from ${this.table} where ${this.rows(value, sql``)}
        ${this.tested()} ${when(this.isBounded(), bound)} ${this.order} limit ${MAX_COUNT + 1}`,
    )
    const edge = this.isBounded() ? this.edge(sql``) : raw('null::timestamptz')
    return sql`with edge as materialized (select ${edge} as created)
      select (select created is not null from edge) as is_cut, count(*)::int as n
      from (select one from (${rows}) as found limit ${MAX_COUNT + 1}) as bounded`
  }

  isCut(): Sql {
    return sql`select ${this.edge(this.after())} is not null as is_cut`
  }

  /** Without other filters a page reads only what it returns; an id is looked up. */
  isBounded(): boolean {
    return this.others.length > 0 && this.index?.column !== this.source.id
  }

  /** One scan for each value: only rows with the same value are in index order. */
  private each(columns: Sql, scan: (value: Sql) => Sql): Sql {
    if (this.values.length <= 1) return scan(sql`${this.values[0]}`)
    return sql`select ${columns} from unnest(${this.values}::text[]) as of (value)
      cross join lateral (${scan(raw('of.value'))}) as found`
  }

  /** As an expression a column has no index, so PostgreSQL cannot choose another one. */
  private tested(): Sql {
    const { indexed = [] } = this.source
    return toConditions(this.source, this.others, (column) =>
      indexed.includes(column) ? `(${column} || '')` : column,
    )
  }

  /** The index's rows, before other filters. */
  private rows(value: Sql, after: Sql): Sql {
    return sql`merchant_id = ${this.merchant_id} and ${this.chosen(value)} ${this.source.where ?? sql``}
      ${createdWithin(raw('created'), this.request)} ${after}`
  }

  /** States only the chosen index's condition. */
  private chosen(value: Sql): Sql {
    return this.index === undefined ? listed : sql`${raw(this.index.column)} = ${value}`
  }

  private after(): Sql {
    const id = raw(this.source.id)
    const { starting_after } = this.request
    return when(
      starting_after !== undefined,
      sql`and (created, ${id}) < (select a.created, a.${id} from ${this.table} a
        where a.merchant_id = ${this.merchant_id} and a.${id} = ${starting_after})`,
    )
  }

  /** The time before which rows are not tested; null if there are few enough. Several values share the bound. */
  private edge(after: Sql): Sql {
    const share = Math.floor(MAX_SCANNED / Math.max(1, this.values.length))
    const rows = this.each(
      raw('found.created'),
      (value) => sql`select created from ${this.table} where ${this.rows(value, after)}
        ${this.order} offset ${share} limit 1`,
    )
    return sql`(select max(created) from (${rows}) as edges)`
  }
}

/** All row ids, newest first, a page at a time. */
export async function* eachId<T>(
  db: Database,
  merchant_id: string,
  source: PageSource<T>,
  conditions: readonly Condition[],
  limit: number,
): AsyncIterable<string[]> {
  const id = raw(source.id)
  let last: { id: string; created: Date } | undefined
  do {
    const after = sql`and (created, ${id}) < (${last?.created}, ${last?.id})`
    const page = await db.rows<{ id: string; created: Date }>(sql`select ${id} as id, created
      from ${raw(source.table)} where merchant_id = ${merchant_id}
        ${toConditions(source, conditions)} ${when(last !== undefined, after)}
      order by created desc, ${id} desc limit ${limit}`)
    yield page.map((row) => row.id)
    last = page.length < limit ? undefined : page.at(-1)
  } while (last !== undefined)
}
