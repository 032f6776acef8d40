// Response rows and totals, from a plan's sums. Sums in different currencies are never added.
import { localText } from '#kernel/calendar.ts'
import { add, difference, NOTHING, type Sums } from './metrics.ts'
import type { Plan } from './query.ts'
import { type GroupSums, type Result, windowSums, totalBase } from './read_plan.ts'
import type { Bucket, Window } from './windows.ts'

export type Row = Record<string, unknown>

const NOBODY: GroupSums = { values: new Map(), windows: new Map() }

/** Buckets in time order, each with every group, including groups without objects, which have zeros. */
export function* listRows(plan: Plan, result: Result): Generator<Row> {
  const groups = shownGroups(plan, result)
  for (const [index, window] of result.windows.entries()) {
    for (const group of groups) {
      const sums = windowSums(plan, result, group, index)
      const past = plan.hasDelta
        ? windowSums(plan, result, group, index + result.before)
        : undefined
      yield {
        ...groupValues(plan, group),
        ...metricValues(plan, sums, past),
        ...timeFields(plan, window),
      }
    }
  }
}

/** A row's field names. */
export function fieldNames(plan: Plan, result: Result): string[] {
  const [first = {}] = listRows(plan, { ...result, groups: new Map([['', NOBODY]]) })
  return Object.keys(first)
}

export function rowCount(plan: Plan, result: Result): number {
  return result.windows.length * shownGroups(plan, result).length
}

/** A query without groups has one row; a time series without objects has its buckets. */
function shownGroups({ groups, buckets }: Plan, result: Result): readonly GroupSums[] {
  const found = [...result.groups].toSorted(byName).map(([, each]) => each)
  const isEmpty = found.length === 0 && (groups.length === 0 || buckets !== undefined)
  return isEmpty ? [NOBODY] : found
}

function groupValues({ groups }: Plan, { values }: GroupSums): Row {
  return Object.fromEntries(groups.map((name) => [name, values.get(name) ?? null]))
}

function metricValues({ metrics }: Plan, sums: Sums, past: Sums | undefined): Row {
  const entries = metrics.flatMap(([name, { of }]): [string, unknown][] => {
    const value = of(sums)
    if (past === undefined) return [[name, exact(value)]]
    return [
      [name, exact(value)],
      [`${name}_delta`, exact(difference(value, of(past)))],
    ]
  })
  return Object.fromEntries(entries)
}

function timeFields({ buckets, time_zone }: Plan, window: Window): Row {
  if (buckets === undefined) return {}
  const { start, offset } = window as Bucket
  return {
    time_bucket: new Date(start).toISOString(),
    ...(time_zone === 'UTC' ? {} : { time_bucket_local: localText(start, offset) }),
    time_range: toTimeRange(window),
  }
}

/** The end is included. */
export function toTimeRange({ from, to }: Window) {
  return { start_time: new Date(from), end_time: new Date(to - 1) }
}

/** Rates are computed from the totals; amounts are by currency unless all share one. */
export function computeTotals(plan: Plan, result: Result): Row {
  const byCurrency = new Map<string, Sums>()
  let total: Sums = { ...NOTHING, base: totalBase(result) }
  for (const { values, windows } of result.groups.values()) {
    const currency = values.get('currency') ?? ''
    for (const [window, sums] of windows) {
      if (window >= result.before) continue
      total = add(total, sums)
      byCurrency.set(currency, add(byCurrency.get(currency) ?? NOTHING, sums))
    }
  }
  const entries = plan.metrics.map(([name, { of, type }]) => {
    if (type !== 'amount' || plan.hasOneCurrency) return [`total_${name}`, exact(of(total))]
    const each = [...byCurrency]
      .toSorted(byName)
      .map(([currency, sums]) => [currency, exact(of(sums))])
    return [`total_${name}`, Object.fromEntries(each)]
  })
  return Object.fromEntries(entries)
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1
}

/** A sum beyond JavaScript's safe integers is written as an exact integer too. */
function exact(value: bigint | number): unknown {
  const number = Number(value)
  if (typeof value === 'number' || Number.isSafeInteger(number)) return number
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(String(value))
}
