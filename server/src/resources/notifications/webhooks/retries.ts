// The retry schedule. The receiver's HTTP status decides: 2xx is success, 410 stops the delivery, a Retry-After
// can lengthen the wait. After the last retry the delivery is exhausted.
import { HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'

/** The wait after each failed attempt: sixteen retries in about a day. */
export const RETRIES_MS: readonly number[] = [
  ...Array<number>(1).fill(1 * MINUTE_MS),
  ...Array<number>(2).fill(5 * MINUTE_MS),
  ...Array<number>(5).fill(10 * MINUTE_MS),
  ...Array<number>(5).fill(1 * HOUR_MS),
  ...Array<number>(3).fill(6 * HOUR_MS),
]

const LONGEST_RETRY_AFTER_MS = 6 * HOUR_MS
const GONE = 410

/** The response parts that decide; both are absent without a response. */
export interface Response {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Outcome =
  | { readonly status: 'delivered' | 'exhausted' }
  | { readonly status: 'stopped'; readonly reason: 'gone' }
  | { readonly status: 'pending'; readonly wait_ms: number }

/** `attempts` includes the one that was just made. */
export function decideOutcome(
  { status = 0, headers }: Response,
  attempts: number,
  now: Date,
  retries_ms: readonly number[] = RETRIES_MS,
): Outcome {
  if (status >= 200 && status < 300) return { status: 'delivered' }
  if (status === GONE) return { status: 'stopped', reason: 'gone' }
  const wait = retries_ms[attempts - 1]
  if (wait === undefined) return { status: 'exhausted' }
  return { status: 'pending', wait_ms: Math.max(wait, retryAfter(headers?.['retry-after'], now)) }
}

/** HTTP allows seconds or a date. */
function retryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(wait, LONGEST_RETRY_AFTER_MS)
}
