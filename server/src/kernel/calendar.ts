// Arithmetic with calendar intervals in UTC, and the clocks in time zones.
import { Temporal } from 'temporal-polyfill'

export type Interval = 'day' | 'week' | 'month' | 'year'

/**
 * A day that the month does not have becomes its last day. Computed from the anchor each time: adding to a previous
 * result would turn 31 January into the 28th in every later month.
 */
export function addIntervals(anchor: Date, interval: Interval, count: number): Date {
  const start = Temporal.Instant.fromEpochMilliseconds(anchor.getTime()).toZonedDateTimeISO('UTC')
  return new Date(start.add({ [`${interval}s`]: count }).epochMilliseconds)
}

/** A language tag's form; `isLocale` also knows which ones mean something. */
export const LOCALE = '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$'
/** The form of a name in the IANA database. */
export const TIME_ZONE = '^(UTC|[A-Z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){1,2})$'

export function isLocale(text: string): boolean {
  return isValid(() => Intl.getCanonicalLocales(text))
}

export function isTimeZone(text: string): boolean {
  const isNamed = new RegExp(TIME_ZONE).test(text)
  return isNamed && isValid(() => new Intl.DateTimeFormat('en', { timeZone: text }))
}

/** A zone's offset from UTC in milliseconds, since the moment of its change. */
export interface ZoneOffset {
  readonly since: number
  readonly offset: number
}

export const UTC: readonly ZoneOffset[] = [{ since: Number.NEGATIVE_INFINITY, offset: 0 }]

/** The offsets between two moments, oldest first: few, because clocks change about twice a year. */
export function zoneOffsets(time_zone: string, from: number, to: number): readonly ZoneOffset[] {
  if (time_zone === 'UTC') return UTC
  const start = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(time_zone)
  const offsets = [{ since: Number.NEGATIVE_INFINITY, offset: start.offsetNanoseconds / 1e6 }]
  for (let change = start.getTimeZoneTransition('next'); change; ) {
    if (change.epochMilliseconds >= to) break
    offsets.push({
      since: change.epochMilliseconds,
      offset: change.offsetNanoseconds / 1e6,
    })
    change = change.getTimeZoneTransition('next')
  }
  return offsets
}

/** `2026-02-01T00:00:00+05:30`, in whole seconds. */
export function localText(moment: number, offset: number): string {
  const [local = ''] = new Date(moment + offset).toISOString().split('.')
  const [length = ''] = new Date(Math.abs(offset)).toISOString().split('T').slice(1)
  return `${local}${offset < 0 ? '-' : '+'}${length.slice(0, 5)}`
}

/** The form in which errors ask for a zone. */
export const ZONE_WANTED = 'a zone such as Europe/Berlin'

function isValid(use: () => unknown): boolean {
  try {
    use()
    return true
  } catch {
    return false
  }
}
