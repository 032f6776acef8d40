// Questions to POST /analytics/v1/{scope}/metrics, several in one request.
import { unwrapAnswer, api } from '../api/client.ts'
import { granularities, type Period, type Range, type Unit } from './period.ts'

export type Kind = 'payments' | 'refunds' | 'disputes'

/** Counts the merchant's objects, a profile's, or those in the whole organization. */
export type Scope =
  | { readonly name: 'merchant' | 'org' }
  | { readonly name: 'profile'; readonly profile_id: string }

export interface Question {
  readonly metrics: readonly string[]
  readonly range: Range
  readonly filters?: Readonly<Record<string, readonly string[]>>
  readonly groups?: readonly string[]
  readonly unit?: Unit
  /** In which the units begin. */
  readonly time_zone?: string
}

export type Row = Readonly<Record<string, unknown>>

export interface Counted {
  readonly rows: readonly Row[]
  /** A metric's sum over all rows. */
  total: (metric: string) => number
  /** False while the sums are not up to date. */
  readonly isComplete: boolean
}

/** One answer for each question. */
type CountedEach<Questions> = { readonly [Nth in keyof Questions]: Counted }

export async function count<const Questions extends readonly Question[]>(
  kind: Kind,
  scope: Scope,
  questions: Questions,
): Promise<CountedEach<Questions>> {
  const body = questions.map(({ metrics, range, filters, groups, unit, time_zone }) => ({
    timeRange: { startTime: range.from.toISOString(), endTime: range.to.toISOString() },
    metrics: [...metrics],
    ...(filters ? { filters: Object.fromEntries(copied(filters)) } : {}),
    ...(groups ? { groupByNames: [...groups] } : {}),
    ...(unit ? { timeSeries: { granularity: granularities[unit] } } : {}),
    ...(time_zone ? { timeZone: time_zone } : {}),
  }))
  const params = {
    path: { scope: scope.name },
    ...(scope.name === 'profile' ? { header: { 'X-Profile-Id': scope.profile_id } } : {}),
  }
  const { queryData, metaData } = await unwrapAnswer(post[kind]({ params, body } as never))
  const counted = questions.map((_, nth): Counted => {
    const meta = (metaData[nth] ?? {}) as Row
    return {
      rows: (queryData as Row[]).filter(({ query_index = 0 }) => query_index === nth),
      total: (metric) => Number(meta[`total_${metric}`] ?? 0),
      isComplete: meta['is_complete'] !== false,
    }
  })
  return counted as CountedEach<Questions>
}

function copied(filters: Readonly<Record<string, readonly string[]>>) {
  return Object.entries(filters).map(([name, values]) => [name, [...values]] as const)
}

/** All three take the same questions, so one request type is enough. */
type Sent = never

const post = {
  payments: (sent: Sent) => api.POST('/analytics/v1/{scope}/metrics/payments', sent),
  refunds: (sent: Sent) => api.POST('/analytics/v1/{scope}/metrics/refunds', sent),
  disputes: (sent: Sent) => api.POST('/analytics/v1/{scope}/metrics/disputes', sent),
} as const

export interface Point {
  readonly range: Range
  readonly start: Date
  readonly row: Row
  readonly before: Row | undefined
}

/** Each unit with the same unit in the period before. */
export function pairPoints(now: Counted, before: Counted | undefined): Point[] {
  return now.rows.map((row, nth) => {
    const { start_time, end_time } = row['time_range'] as { start_time: string; end_time: string }
    return {
      range: { from: new Date(start_time), to: new Date(end_time) },
      start: new Date(dimensionValue(row, 'time_bucket') ?? start_time),
      row,
      before: before?.rows[nth],
    }
  })
}

/** The same question about a period and the one before it. */
export function askBoth(
  { now, before, time_zone }: Period,
  question: Omit<Question, 'range' | 'time_zone'>,
): readonly [Question, Question] {
  return [
    { ...question, time_zone, range: now },
    { ...question, time_zone, range: before },
  ]
}

export function metricValue(row: Row | undefined, metric: string): number {
  return Number(row?.[metric] ?? 0)
}

/** The value that the row is grouped by; null for objects without one. */
export function dimensionValue(row: Row, dimension: string): string | null {
  const value = row[dimension]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Null where nothing was decided: a rate without payments is unknown, not 0. */
export function successRate(row: Row | undefined): number | null {
  const decided =
    metricValue(row, 'payment_success_count') + metricValue(row, 'payment_failed_count')
  return decided === 0 ? null : metricValue(row, 'payment_success_rate')
}

/** The success rate over all rows; null where nothing was decided. */
export function overallSuccessRate(counted: Counted): number | null {
  const decided = counted.total('payment_success_count') + counted.total('payment_failed_count')
  return decided === 0 ? null : counted.total('payment_success_rate')
}

/** The currencies in which payments were made in the last year, the most frequent first. */
export async function readCurrencies(scope: Scope, now: Date): Promise<string[]> {
  const from = new Date(now.getTime() - 365 * 86_400_000)
  const [counted] = await count('payments', scope, [
    { metrics: ['payment_count'], groups: ['currency'], range: { from, to: now } },
  ])
  return (counted?.rows ?? [])
    .toSorted((a, b) => metricValue(b, 'payment_count') - metricValue(a, 'payment_count'))
    .flatMap((row) => dimensionValue(row, 'currency') ?? [])
}
