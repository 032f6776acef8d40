// A time range that ends now, in whole UTC days, weeks or months, and the equally long range before it.

export type Unit = 'day' | 'week' | 'month'

export interface Range {
  readonly from: Date
  readonly to: Date
}

export interface Period {
  readonly unit: Unit
  readonly days: number
  readonly now: Range
  readonly before: Range
}

export const lengths = [
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
  { value: '90d', label: '90 days' },
  { value: '365d', label: 'Year' },
] as const

export const granularities: Readonly<Record<Unit, string>> = {
  day: 'G_ONE_DAY',
  week: 'G_ONE_WEEK',
  month: 'G_ONE_MONTH',
}

const DAY_MS = 86_400_000
const USUAL_DAYS = 30

export function parseDays(text: string | undefined): number {
  const known = lengths.find(({ value }) => value === text)
  return known === undefined ? USUAL_DAYS : Number.parseInt(known.value, 10)
}

/** As it stands in the URL. */
export function daysText(days: number): string {
  return `${days}d`
}

export function parseUnit(text: string | undefined): Unit {
  return text === 'week' || text === 'month' ? text : 'day'
}

/** Both ranges have equally many units, so that each unit has one before it. */
export function toPeriod(days: number, unit: Unit, now: Date): Period {
  const count = countUnits(days, unit)
  const from = back(startOf(now, unit), unit, count - 1)
  const start = back(from, unit, count)
  const elapsed = now.getTime() - from.getTime()
  const end = Math.min(start.getTime() + elapsed, from.getTime() - 1)
  return { unit, days, now: { from, to: now }, before: { from: start, to: new Date(end) } }
}

function countUnits(days: number, unit: Unit): number {
  if (unit === 'day') return days
  return unit === 'week' ? Math.ceil(days / 7) : Math.max(1, Math.round(days / 30.4))
}

function startOf(moment: Date, unit: Unit): Date {
  const day = Math.floor(moment.getTime() / DAY_MS) * DAY_MS
  if (unit === 'day') return new Date(day)
  if (unit === 'month') return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1))
  const sinceMonday = (moment.getUTCDay() + 6) % 7
  return new Date(day - sinceMonday * DAY_MS)
}

function back(from: Date, unit: Unit, count: number): Date {
  if (unit !== 'month') {
    return new Date(from.getTime() - count * DAY_MS * (unit === 'week' ? 7 : 1))
  }
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() - count, 1))
}

/** `16 Nov`, `Week of 16 Nov` or `Nov 2026`: analytics units are in UTC. */
export function unitName(start: Date, unit: Unit, locale: string): string {
  const style: Intl.DateTimeFormatOptions =
    unit === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }
  const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }).format(start)
  return unit === 'week' ? `Week of ${text}` : text
}

/** List filters for objects created in this range. */
export function createdIn({ from, to }: Range): { created_gte: string; created_lte: string } {
  return { created_gte: from.toISOString(), created_lte: to.toISOString() }
}
