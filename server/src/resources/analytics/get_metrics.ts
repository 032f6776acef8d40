import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { type Download, wantsCsv } from '#http/download.ts'
import { profileOfRequest } from '#resources/profiles/read.ts'
import { csvOf } from './csv.ts'
import type { Kind } from './dimensions.ts'
import { type Plan, planOf } from './query.ts'
import { readPlan, type Result, tooMany } from './read_plan.ts'
import { namesOf, rangeOf, type Row, rowCount, rowsOf, totalsOf } from './rows.ts'
import type { Analytics, Query } from './schema.ts'
import { type Progress, readProgress } from './store.ts'

const scopes = ['merchant', 'profile', 'org'] as const

/** The rows of all queries of one request. */
const MAX_ROWS = 50_000

/** Every query is checked before the first one is read. */
export async function getMetrics(
  context: Context,
  kind: Kind,
  scope: string,
  body: Query | Query[],
): Promise<Analytics | Download> {
  checkScope(scope)
  const isList = Array.isArray(body)
  const sent = isList ? body : [body]
  const paths = sent.map((_, i) => (isList ? `${i}.` : ''))
  const profile_id = scope === 'profile' ? (await profileOfRequest(context)).profile_id : undefined
  const plans = sent.map((query, i) => planOf(context, kind, query, paths[i] ?? '', profile_id))
  const progress = await readProgress(context.lists.db, context.merchant_id)
  const results: [Plan, Result][] = []
  for (const plan of plans) {
    results.push([plan, await readPlan(context, plan, progress.generation)])
    if (results.reduce((n, each) => n + rowCount(...each), 0) > MAX_ROWS) throw tooMany()
  }
  if (wantsCsv(context.request?.headers ?? {})) return asCsv(kind, results)
  const metaData = results.map(([plan, result], i) => ({
    ...(results.length > 1 ? { query_index: i } : {}),
    ...metaOf(plan, progress),
    ...totalsOf(plan, result),
  }))
  return { queryData: [...rowsOfAll(results)], metaData }
}

function asCsv(kind: Kind, results: readonly [Plan, Result][]): Download {
  const names = results.flatMap((each) => namesOf(...each))
  if (results.length > 1) names.unshift('query_index')
  return csvOf(kind, [...new Set(names)], rowsOfAll(results))
}

/** No key belongs to an organisation yet. */
function checkScope(scope: string): void {
  if (scope === 'org') {
    const message = 'Only a key of an organisation can be used with the scope org.'
    throw new Failure('AU_03', message)
  }
  if (scopes.some((known) => known === scope)) return
  const message = `There is no scope ${scope.slice(0, 64)}. Scopes: ${scopes.join(', ')}.`
  throw new Failure('IR_04', message, { field: 'scope' })
}

function* rowsOfAll(results: readonly [Plan, Result][]): Generator<Row> {
  for (const [query_index, [plan, result]] of results.entries()) {
    for (const row of rowsOf(plan, result)) yield results.length > 1 ? { ...row, query_index } : row
  }
}

function metaOf({ window, source }: Plan, { is_complete, lag_seconds }: Progress): Row {
  const current_time_range = rangeOf(window)
  if (source === 'LIVE') return { current_time_range, source, is_complete: true, lag_seconds: 0 }
  return { current_time_range, source, is_complete, lag_seconds }
}
