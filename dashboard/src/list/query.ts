// Converts the filters in the URL to the API's.
import type { Search } from '../lib/url.ts'
import { dayAt, isPreset, presetDays, toMoments } from './period.ts'

/** Undefined while a preset waits for the merchant's clock, which decides today's date. */
export function buildQuery(
  { created, created_gte, created_lte, ...values }: Search,
  time_zone: string,
  now: Date | undefined,
): Record<string, string> | undefined {
  const query = Object.entries(values).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, name === 'currency' ? value.toUpperCase() : value]],
  )
  if (!isPreset(created)) {
    // The API refuses any other text.
    const unknown = created === undefined ? {} : { created }
    const days = toMoments([created_gte, created_lte], time_zone)
    return { ...Object.fromEntries(query), ...unknown, ...days }
  }
  if (now === undefined) return undefined
  const days = presetDays(created, dayAt(now.getTime(), time_zone))
  return { ...Object.fromEntries(query), ...toMoments(days, time_zone) }
}
