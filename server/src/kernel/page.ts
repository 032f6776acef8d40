// One page of a list, newest first, with a count that stops at ten thousand, so that the cost is bounded. With
// `starting_after` a page costs the same at any depth.
import type { Table } from './change.ts'
import type { Database } from './db.ts'
import { type Columns, listed, raw, Sql, sql, when } from './sql.ts'

export const MAX_COUNT = 10_000

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
  readonly columns: Columns<T>
  /** The column that orders rows with the same `created`. */
  readonly id: string
  /** Holds for every entry; begins with `and`. */
  readonly where?: Sql
  /** Conditions on more than one column, by their name in `Condition.column`. */
  readonly conditions?: Readonly<Record<string, (value: unknown) => Sql>>
}

/** The pages of a table by its own key. */
export function pagesOf<Row extends object, T>(
  { name, key }: Table<Row>,
  columns: Columns<T>,
  more: Pick<PageSource<T>, 'where' | 'conditions'> = {},
): PageSource<T> {
  return { table: name, id: key.at(-1) ?? '', columns, ...more }
}

export interface Page<T> {
  readonly rows: T[]
  readonly has_more: boolean
  readonly total_count: number
  readonly total_count_relation: 'eq' | 'gte'
}

/** Undefined if there is no row with the id `starting_after`. */
export async function readPage<T>(
  db: Database,
  merchant_id: string,
  source: PageSource<T>,
  conditions: readonly Condition[],
  request: PageRequest,
): Promise<Page<T> | undefined> {
  const where = whereOf(merchant_id, source, conditions, request)
  const [anchored, rows, counted] = await Promise.all([
    anchorExists(db, merchant_id, source, request),
    db.rows<T>(pageStatement(merchant_id, source, where, request)),
    db.first<{ n: number }>(countStatement(source, where)),
  ])
  if (!anchored) return undefined
  const total = counted?.n ?? 0
  return {
    rows: rows.slice(0, request.limit),
    has_more: rows.length > request.limit,
    total_count: Math.min(total, MAX_COUNT),
    total_count_relation: total > MAX_COUNT ? 'gte' : 'eq',
  }
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

/** Conditions as text, each beginning with `and`; a list of values means any of them. */
export function conditionsOf<T>(source: PageSource<T>, conditions: readonly Condition[]): Sql {
  const parts = conditions.map(({ column, operator, value }) => {
    const own = source.conditions?.[column]
    if (own) return own(value)
    if (value === null) return sql`and ${raw(column)} is null`
    const compared = Array.isArray(value) ? sql`any(${value})` : sql`${value}`
    return sql`and ${raw(column)} ${operators[operator]} ${compared}`
  })
  return new Sql(['', ...parts.map(() => ' ')], parts)
}

function whereOf<T>(
  merchant_id: string,
  source: PageSource<T>,
  conditions: readonly Condition[],
  { created_gte, created_lte }: PageRequest,
): Sql {
  return sql`merchant_id = ${merchant_id} and ${listed} ${source.where ?? sql``}
    ${conditionsOf(source, conditions)}
    ${when(created_gte !== undefined, sql`and created >= ${created_gte}`)}
    ${when(created_lte !== undefined, sql`and created <= ${created_lte}`)}`
}

function pageStatement<T>(
  merchant_id: string,
  source: PageSource<T>,
  where: Sql,
  { starting_after, limit, offset }: PageRequest,
): Sql {
  const table = raw(source.table)
  const id = raw(source.id)
  const after = sql`and (created, ${id}) < (select a.created, a.${id} from ${table} a
    where a.merchant_id = ${merchant_id} and a.${id} = ${starting_after})`
  return sql`select ${source.columns} from ${table}
    where ${where} ${when(starting_after !== undefined, after)}
    order by created desc, ${id} desc limit ${limit + 1} offset ${offset}`
}

function countStatement<T>({ table }: PageSource<T>, where: Sql): Sql {
  return sql`select count(*)::int as n from (select 1 from ${raw(table)}
    where ${where} limit ${MAX_COUNT + 1}) as bounded`
}

/** The ids of all rows, newest first, a page at a time. */
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
      from ${raw(source.table)} where merchant_id = ${merchant_id} and ${listed}
        ${conditionsOf(source, conditions)} ${when(last !== undefined, after)}
      order by created desc, ${id} desc limit ${limit}`)
    yield page.map((row) => row.id)
    last = page.length < limit ? undefined : page.at(-1)
  } while (last !== undefined)
}
