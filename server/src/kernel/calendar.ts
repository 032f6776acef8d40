// Arithmetic with calendar intervals, in UTC.
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
