// The only time source. A decision reads `now` once and passes it on, so it is a function of its inputs and a test
// can use any time.

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** For durations and leases: it never goes back, even if the wall clock is changed. */
export function monotonicMs(): number {
  return performance.now()
}

/** A signal ends it early. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}

/** ISO 8601. Without a zone it is UTC, and a date is its midnight; undefined for any other text. */
export function parseMoment(text: string): Date | undefined {
  const shape = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/
  const [, day, time, , , zone] = shape.exec(text) ?? []
  if (day === undefined || day.startsWith('0000') || !isDay(day)) return undefined
  const isLocal = time !== undefined && zone === undefined
  const moment = new Date(isLocal ? `${text}Z` : text)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** `Date` alone would accept 30 February as a day in March. */
function isDay(day: string): boolean {
  const moment = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day)
}

export function addMs(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
