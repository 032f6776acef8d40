// One list page, newest or oldest first, with a count that stops at ten thousand. With `starting_after` or `ending_before` a page
// costs the same at any depth: `ending_before` reads the same index backwards.
//
// A page reads one index: a filter's, if one has an index, or the list's order. The other filters are tested row by
// row, on that index's first rows only: the scan is bounded.
import type { Table } from './change.ts'
import { type Database, isTimeout } from './db.ts'
import type { Turns } from './turns.ts'
import { type Counted, MAX_COUNT, readAnchor, Scan, toConditions } from './scan.ts'
import { type Columns, raw, type Sql, sql, when } from './sql.ts'

/** Among the first `MAX_SCANNED` rows, too few match the filters to fill the page. */
export class ScanTooLong extends Error {
  constructor() {
    super('the filters of a list match too few of the rows that one request may scan')
  }
}

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly starting_after?: string | undefined
  /** Never with `starting_after`. */
  readonly ending_before?: string | undefined
  readonly is_oldest_first?: boolean
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
  /** Conditions that are the predicate of an index in the order of creation. */
  readonly partial?: Readonly<Record<string, Sql>>
  /** Orders the entries by this column, the earliest first; each index in `indexed` ends with it. */
  readonly by?: string
  /** An index in another table, for filters without an own one. */
  readonly terms?: TermIndex
  /** The table with one row for each id, if this one has several. */
  readonly anchors?: string
}

/**
 * An index in another table, for filters without an own one: each term's entries in the list's order. It can lag behind
 * the table, so it is read only if the table's own rows are too many, and its entries are tested.
 */
export interface TermIndex {
  /** Its table, with the columns `i_merchant_id`, `i_term`, `i_created` and `i_object_id`. */
  readonly from: Sql
  readonly where: Sql
  /** Has a row for each merchant whose terms are not complete yet. */
  readonly incomplete: string
  /** A filter's terms, by its column; undefined for a value without terms. The most selective filter first. */
  readonly of: Readonly<Record<string, (value: unknown) => readonly string[] | undefined>>
}

/** Pages through a table by its own key. */
export function pageSource<Row extends object, T>(
  { name, key }: Table<Row>,
  columns: Columns<T>,
  more: Omit<PageSource<T>, 'table' | 'id' | 'columns'> = {},
): PageSource<T> {
  return { table: name, id: key.at(-1) ?? '', columns, ...more }
}

export interface Page<T> {
  /** In the request's order. */
  readonly rows: T[]
  /** In the direction that was read: following rows, or preceding ones with `ending_before`. */
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

/** Undefined if there is no row with the id `starting_after` or `ending_before`. Fails with `ScanTooLong`. */
export async function readPage<T>(
  lists: ListDatabase,
  merchant_id: string,
  source: PageSource<T>,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<Page<T> | undefined> {
  const read = (terms?: readonly string[]) =>
    readScan(
      lists,
      merchant_id,
      source,
      new Scan(merchant_id, source, conditions, request, terms),
      request,
    )
  try {
    return await read()
  } catch (error) {
    const isLong = error instanceof ScanTooLong || (isTimeout(error) && conditions.length > 0)
    const terms = isLong ? await findTerms(lists.db, merchant_id, source, conditions) : undefined
    if (terms !== undefined) return read(terms)
    throw isLong ? new ScanTooLong() : error
  }
}

async function readScan<T>(
  { db, scans }: ListDatabase,
  merchant_id: string,
  source: PageSource<T>,
  scan: Scan<T>,
  request: PageRequest,
): Promise<Page<T> | undefined> {
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
  const shown = rows.slice(0, request.limit)
  return {
    rows: request.ending_before === undefined ? shown : shown.toReversed(),
    has_more,
    total_count: Math.min(total, MAX_COUNT),
    total_count_relation: total > MAX_COUNT || is_cut ? 'gte' : 'eq',
  }
}

/**
 * The page and the count are two reads, and rows are added between them, so the page wins where it can see. `found`
 * is a page's length when it was read with one extra row.
 */
export function computeTotal(request: PageRequest, found: number, counted: number): number {
  const { limit, offset } = request
  const seen = offset + found
  if (found > limit) return Math.max(seen, counted)
  const isLast = readAnchor(request) === undefined && (found > 0 || offset === 0)
  return isLast ? seen : counted
}

const NONE: Counted = { n: 0, is_cut: false }

/** A filter that matches too few rows is then tested once, not twice. */
async function countFirst<T>(db: Database, scan: Scan<T>, request: PageRequest): Promise<Counted> {
  const counted = (await db.first<Counted>(scan.count())) ?? NONE
  const { limit, offset } = request
  const isShort = readAnchor(request) === undefined && counted.n <= offset + limit
  if (counted.is_cut && isShort) throw new ScanTooLong()
  return counted
}

/** From an anchor a page has other rows to scan than the count. */
async function endsTooEarly<T>(db: Database, scan: Scan<T>, request: PageRequest) {
  if (readAnchor(request) === undefined) return true
  return (await db.first<Pick<Counted, 'is_cut'>>(scan.isCut()))?.is_cut ?? false
}

async function anchorExists<T>(
  db: Database,
  merchant_id: string,
  { table, id, anchors = table }: PageSource<T>,
  request: PageRequest,
) {
  const anchor = readAnchor(request)
  if (anchor === undefined) return true
  const found = await db.first(
    sql`select 1 from ${raw(anchors)} where merchant_id = ${merchant_id} and ${raw(id)} = ${anchor}`,
  )
  return found !== undefined
}

/** The terms of the first filter that the other index has; undefined if it is not complete yet. */
async function findTerms<T>(
  db: Database,
  merchant_id: string,
  { terms }: PageSource<T>,
  conditions: readonly Condition[],
): Promise<readonly string[] | undefined> {
  if (terms === undefined) return undefined
  const found = Object.entries(terms.of)
    .map(([name, read]) => {
      const condition = conditions.find(({ column }) => column === name)
      return condition && read(condition.value)
    })
    .find((each) => each !== undefined)
  if (found === undefined) return undefined
  const incomplete = await db.first(
    sql`select 1 from ${raw(terms.incomplete)} where merchant_id = ${merchant_id}`,
  )
  return incomplete === undefined ? found : undefined
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
