// Converts URL filters to API filters.
import type { Search } from '../lib/url.ts'
import type { Filter } from './config.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A day is a whole day in the person's time zone, including its last moment. */
export function buildQuery(
  filters: readonly Filter[],
  values: Search,
  time_zone: string,
): Record<string, string> {
  const query: Record<string, string> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const kind = filters.find((filter) => filter.name === name)?.kind
    if (kind === 'day' && DAY.test(value)) query[name] = dayBoundary(name, value, time_zone)
    else query[name] = name === 'currency' ? value.toUpperCase() : value
  }
  return query
}

function dayBoundary(name: string, day: string, time_zone: string): string {
  const isEnd = name.endsWith('_lte')
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight)) return day
  const wall = isEnd ? midnight + 24 * 3_600_000 - 1 : midnight
  // The second guess is right when the clocks change between the first one and the moment.
  const guess = wall - offsetAt(wall, time_zone)
  return new Date(wall - offsetAt(guess, time_zone)).toISOString()
}

/** A zone's offset from UTC in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = format.formatToParts(moment).map(({ type, value }) => [type, Number(value)])
  const { year, month, day, hour, minute, second } = Object.fromEntries(parts) as Record<
    'year' | 'month' | 'day' | 'hour' | 'minute' | 'second',
    number
  >
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(moment / 1_000) * 1_000
}
