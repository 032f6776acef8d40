// One page of a list, newest first, and a count that stops at ten thousand: what it costs does not
// depend on how much a merchant has. Behind an id (`starting_after`) pages cost the same at any depth.
import type { Database } from './db.ts'
import { listed, raw, type Sql, sql, when } from './sql.ts'

export const LARGEST_COUNT = 10_000

export interface PageRequest {
  readonly limit: number
  readonly offset: number
  readonly starting_after?: string | undefined
  readonly created_gte?: Date | undefined
  readonly created_lte?: Date | undefined
}

export interface PageSource {
  readonly merchant_id: string
  readonly table: string
  readonly columns: Sql
  /** The column that tells rows of the same moment apart. */
  readonly id: string
  /** Conditions, each beginning with `and`. */
  readonly where: Sql
}

export interface Page<T> {
  readonly rows: T[]
  readonly has_more: boolean
  readonly total_count: number
  readonly total_count_relation: 'eq' | 'gte'
}

/** Undefined when `starting_after` names nothing. */
export async function readPage<T>(
  db: Database,
  source: PageSource,
  request: PageRequest,
): Promise<Page<T> | undefined> {
  const [anchored, rows, counted] = await Promise.all([
    anchorExists(db, source, request),
    db.rows<T>(pageStatement(source, request)),
    db.first<{ n: number }>(countStatement(source, request)),
  ])
  if (!anchored) return undefined
  const total = counted?.n ?? 0
  return {
    rows: rows.slice(0, request.limit),
    has_more: rows.length > request.limit,
    total_count: Math.min(total, LARGEST_COUNT),
    total_count_relation: total > LARGEST_COUNT ? 'gte' : 'eq',
  }
}

async function anchorExists(db: Database, source: PageSource, request: PageRequest) {
  if (request.starting_after === undefined) return true
  const { merchant_id, table, id } = source
  return (
    (await db.first(
      sql`select 1 from ${raw(table)} where merchant_id = ${merchant_id} and ${raw(id)} = ${request.starting_after}`,
    )) !== undefined
  )
}

function conditions(source: PageSource, request: PageRequest): Sql {
  const { created_gte, created_lte } = request
  return sql`merchant_id = ${source.merchant_id} and ${listed} ${source.where}
    ${when(created_gte !== undefined, sql`and created >= ${created_gte}`)}
    ${when(created_lte !== undefined, sql`and created <= ${created_lte}`)}`
}

function pageStatement(source: PageSource, request: PageRequest): Sql {
  const table = raw(source.table)
  const id = raw(source.id)
  const { starting_after, limit, offset } = request
  const after = sql`and (created, ${id}) < (select a.created, a.${id} from ${table} a
    where a.merchant_id = ${source.merchant_id} and a.${id} = ${starting_after})`
  return sql`select ${source.columns} from ${table}
    where ${conditions(source, request)} ${when(starting_after !== undefined, after)}
    order by created desc, ${id} desc limit ${limit + 1} offset ${offset}`
}

function countStatement(source: PageSource, request: PageRequest): Sql {
  return sql`select count(*)::int as n from (select 1 from ${raw(source.table)}
    where ${conditions(source, request)} limit ${LARGEST_COUNT + 1}) as bounded`
}
