// A time range that ends now, in whole days, weeks or months in a time zone, and the equally long range before it.
import { addDays, dayAt, dayStart } from '../list/period.ts'

export type Unit = 'day' | 'week' | 'month'

export interface Range {
  readonly from: Date
  readonly to: Date
}

export interface Period {
  readonly unit: Unit
  readonly days: number
  readonly time_zone: string
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
export function toPeriod(days: number, unit: Unit, now: Date, time_zone: string): Period {
  const count = countUnits(days, unit)
  const today = dayAt(now.getTime(), time_zone)
  const first = back(startOf(today, unit), unit, count - 1)
  const firstBefore = back(first, unit, count)
  const from = dayStart(first, time_zone)
  // As long after midnight on the day that is as far from the first one: a change of the clocks between them is ignored.
  const elapsed = now.getTime() - dayStart(today, time_zone).getTime()
  const day = addDays(firstBefore, daysBetween(first, today))
  const end = Math.min(dayStart(day, time_zone).getTime() + elapsed, from.getTime() - 1)
  const before = { from: dayStart(firstBefore, time_zone), to: new Date(end) }
  return { unit, days, time_zone, now: { from, to: now }, before }
}

function countUnits(days: number, unit: Unit): number {
  if (unit === 'day') return days
  return unit === 'week' ? Math.ceil(days / 7) : Math.max(1, Math.round(days / 30.4))
}

function daysBetween(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY_MS
}

function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day
  if (unit === 'month') return `${day.slice(0, 8)}01`
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

function back(day: string, unit: Unit, count: number): string {
  if (unit !== 'month') return addDays(day, -count * (unit === 'week' ? 7 : 1))
  const month = new Date(day)
  month.setUTCMonth(month.getUTCMonth() - count)
  return month.toISOString().slice(0, 10)
}

interface Reader {
  readonly locale: string
  readonly time_zone: string
}

/** `16 Nov`, `Week of 16 Nov` or `Nov 2026`. */
export function unitName(start: Date, unit: Unit, { locale, time_zone }: Reader): string {
  const style: Intl.DateTimeFormatOptions =
    unit === 'month' ? { month: 'short', year: 'numeric' } : { day: 'numeric', month: 'short' }
  const text = new Intl.DateTimeFormat(locale, { ...style, timeZone: time_zone }).format(start)
  return unit === 'week' ? `Week of ${text}` : text
}

/** List filters for objects created in this range. */
export function createdIn({ from, to }: Range): { created_gte: string; created_lte: string } {
  return { created_gte: from.toISOString(), created_lte: to.toISOString() }
}
