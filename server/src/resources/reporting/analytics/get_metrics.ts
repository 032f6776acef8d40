import type { Context } from '#kernel/context.ts'
import { type Download, wantsCsv } from '#http/download.ts'
import { readTimeZone } from '#resources/accounts/merchants/read.ts'
import { toCsv } from './csv.ts'
import type { Kind } from './dimensions.ts'
import { type Plan, planQuery } from './query.ts'
import { readPlan, type Result, tooMany } from './read_plan.ts'
import { fieldNames, toTimeRange, type Row, rowCount, listRows, computeTotals } from './rows.ts'
import type { Analytics, Query } from './schema.ts'
import { readMerchants, resolveScope } from './scope.ts'
import { type Progress, readProgress } from './store.ts'

/** Row limit for all queries in one request. */
const MAX_ROWS = 50_000

/** Every query is checked before the first one is read. */
export async function getMetrics(
  context: Context,
  kind: Kind,
  name: string,
  body: Query | Query[],
): Promise<Analytics | Download> {
  const scope = await resolveScope(context, name)
  const isList = Array.isArray(body)
  const sent = isList ? body : [body]
  const paths = sent.map((_, i) => (isList ? `${i}.` : ''))
  const zone = await merchantZone(context, sent)
  const plans = sent.map((query, i) => planQuery(context, kind, query, paths[i] ?? '', scope, zone))
  const merchants = await readMerchants(context, scope, plans)
  const progress = await readProgress(context.lists.db, [...new Set(merchants.flat())])
  const turn = scope.organization_id ?? context.merchant_id
  const results: [Plan, Result][] = []
  for (const [i, plan] of plans.entries()) {
    const ids = merchants[i] ?? []
    const generations = ids.map((id) => progress.generations.get(id) ?? 0)
    results.push([plan, await readPlan(context, plan, { ids, generations, turn })])
    if (results.reduce((n, each) => n + rowCount(...each), 0) > MAX_ROWS) throw tooMany()
  }
  if (wantsCsv(context.request?.headers ?? {})) return asCsv(kind, results)
  const metaData = results.map(([plan, result], i) => ({
    ...(results.length > 1 ? { query_index: i } : {}),
    ...toMeta(plan, progress),
    ...computeTotals(plan, result),
  }))
  return { queryData: [...rowsOfAll(results)], metaData }
}

/** Not read if every query names its zone. */
async function merchantZone({ db, merchant_id }: Context, sent: readonly Query[]): Promise<string> {
  const isNamed = sent.every(({ timeZone }) => timeZone !== undefined)
  return isNamed ? 'UTC' : readTimeZone(db, merchant_id)
}

function asCsv(kind: Kind, results: readonly [Plan, Result][]): Download {
  const names = results.flatMap((each) => fieldNames(...each))
  if (results.length > 1) names.unshift('query_index')
  return toCsv(kind, [...new Set(names)], rowsOfAll(results))
}

function* rowsOfAll(results: readonly [Plan, Result][]): Generator<Row> {
  for (const [query_index, [plan, result]] of results.entries()) {
    for (const row of listRows(plan, result))
      yield results.length > 1 ? { ...row, query_index } : row
  }
}

function toMeta({ window, source, time_zone }: Plan, { is_complete, lag_seconds }: Progress): Row {
  const about = { current_time_range: toTimeRange(window), time_zone, source }
  if (source === 'LIVE') return { ...about, is_complete: true, lag_seconds: 0 }
  return { ...about, is_complete, lag_seconds }
}
