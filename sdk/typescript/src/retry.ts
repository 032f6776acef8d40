// Which attempt is followed by another, and when: exponential backoff with full jitter, and never before the server says so.
import { ApiError, ConnectionError } from './errors.ts'

const BASE_MS = 500
const LONGEST_BACKOFF_MS = 8_000
/** Callers that were refused together do not return together. */
const SPREAD_MS = 1_000
/** A longer wait is the caller's decision. A minute is the longest that a rate limit lasts. */
const LONGEST_WAIT_MS = 65_000

const transient: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504])

/** Every request that changes something has an Idempotency-Key, so sending it again is safe. */
export function isTransient(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  // 409 HE_00: the first attempt is still running, or another request changes the object.
  return transient.has(error.status) || (error.status === 409 && error.code === 'HE_00')
}

/** Undefined if the wait would be too long. `retries` is 0 after the first attempt. */
export function waitMs(
  error: unknown,
  retries: number,
  now: number = Date.now(),
  random: () => number = Math.random,
): number | undefined {
  const backoff = random() * Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** retries)
  const asked = error instanceof ApiError ? askedMs(error, now) : undefined
  if (asked === undefined) return backoff
  const wait = asked + Math.min(SPREAD_MS, backoff)
  return wait > LONGEST_WAIT_MS ? undefined : wait
}

/** From Retry-After, or from X-RateLimit-Reset by the server's own clock. */
function askedMs({ headers, status }: ApiError, now: number): number | undefined {
  const after = headers.get('retry-after')
  if (after !== null && after.trim() !== '') {
    const seconds = Number(after)
    const ms = Number.isFinite(seconds)
      ? seconds * 1000
      : Date.parse(after) - serverTime(headers, now)
    if (Number.isFinite(ms)) return Math.max(0, ms)
  }
  const reset = Number(headers.get('x-ratelimit-reset') ?? Number.NaN)
  if (status !== 429 || !Number.isFinite(reset)) return undefined
  return Math.max(0, reset * 1000 - serverTime(headers, now))
}

function serverTime(headers: Headers, now: number): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(date) ? date : now
}
