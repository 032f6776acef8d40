// The days that a list shows: a preset, which moves with the calendar, or a first and a last day. Both are in the URL.
import type { Search } from '../lib/url.ts'

/** The names in the URL. The preset's is the only one that is not the API's, too. */
export const PERIOD_NAMES = ['created', 'created_gte', 'created_lte'] as const

export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  this_year: 'This year',
} as const
export type Preset = keyof typeof presets

export function isPreset(text: string | undefined): text is Preset {
  return text !== undefined && Object.hasOwn(presets, text)
}

/** The first and the last day, inclusive; no end is open. */
type Days = readonly [first: string | undefined, last: string | undefined]

/** A preset ends with the day that has begun, so that a list that is open includes what happens next. */
export function presetDays(preset: Preset, today: string): Days {
  const month = `${today.slice(0, 8)}01`
  const days: Readonly<Record<Preset, Days>> = {
    today: [today, today],
    yesterday: [addDays(today, -1), addDays(today, -1)],
    last_7_days: [addDays(today, -6), today],
    last_30_days: [addDays(today, -29), today],
    this_month: [month, today],
    last_month: [`${addDays(month, -1).slice(0, 8)}01`, addDays(month, -1)],
    this_year: [`${today.slice(0, 5)}01-01`, today],
  }
  return days[preset]
}

export function addDays(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`)
  moment.setUTCDate(moment.getUTCDate() + count)
  return moment.toISOString().slice(0, 10)
}

interface Reader {
  readonly locale: string
  readonly time_zone: string
}

/** `Last 7 days`, `Nov 1 – 19, 2026`, `from Nov 1, 2026`; undefined without a period. */
export function periodName(values: Search, { locale, time_zone }: Reader): string | undefined {
  const { created, created_gte, created_lte } = values
  if (isPreset(created)) return presets[created]
  if (created !== undefined) return created.slice(0, 40)
  const [first, last] = [created_gte, created_lte].map((text) => toDay(text, time_zone))
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const shown = (day: string) => new Date(`${day}T00:00:00Z`)
  if (first !== undefined && last !== undefined)
    return first > last
      ? `${format.format(shown(first))} – ${format.format(shown(last))}`
      : format.formatRange(shown(first), shown(last))
  if (first !== undefined) return `from ${format.format(shown(first))}`
  return last === undefined ? undefined : `until ${format.format(shown(last))}`
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A link can have a moment where a person chooses a day. Undefined for a text that is neither. */
export function toDay(text: string | undefined, time_zone: string): string | undefined {
  const moment = Date.parse(text ?? '')
  if (text === undefined || Number.isNaN(moment)) return undefined
  return DAY.test(text) ? text : dayAt(moment, time_zone)
}

/** The calendar day of a moment in a time zone. */
export function dayAt(moment: number, time_zone: string): string {
  return new Date(moment + offsetAt(moment, time_zone)).toISOString().slice(0, 10)
}

/** The API's bounds. A day is a whole day in the time zone, including its last moment. */
export function toMoments([first, last]: Days, time_zone: string): Record<string, string> {
  return {
    ...(first === undefined ? {} : { created_gte: firstMoment(first, time_zone) }),
    ...(last === undefined ? {} : { created_lte: lastMoment(last, time_zone) }),
  }
}

/** A text that is no day is left to the API. */
function isDay(day: string): boolean {
  return DAY.test(day) && !Number.isNaN(Date.parse(day))
}

function firstMoment(day: string, time_zone: string): string {
  return isDay(day) ? dayStart(day, time_zone).toISOString() : day
}

function lastMoment(day: string, time_zone: string): string {
  if (!isDay(day)) return day
  return new Date(dayStart(addDays(day, 1), time_zone).getTime() - 1).toISOString()
}

/** Midnight, or the first moment after it if the clocks skip it. */
export function dayStart(day: string, time_zone: string): Date {
  const wall = Date.parse(`${day}T00:00:00.000Z`)
  // The second guess is right when the clocks change between the first one and the moment.
  const guess = wall - offsetAt(wall, time_zone)
  return new Date(wall - offsetAt(guess, time_zone))
}

/** A zone's offset from UTC in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  // Swedish dates are ISO 8601.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return (
    Date.parse(`${format.format(moment).replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000
  )
}
