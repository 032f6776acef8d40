// When a delivery that failed is tried again. The receiver decides by its status: any 2xx is success, 410
// means never again, and a Retry-After is waited for. After the last retry the delivery is exhausted.
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

/** What came of one attempt, as far as it matters here; without an answer there is no status. */
export interface Answered {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

export type Verdict =
  | { readonly status: 'delivered' | 'exhausted' }
  | { readonly status: 'stopped'; readonly reason: 'gone' }
  | { readonly status: 'pending'; readonly wait_ms: number }

/** `attempts` counts the one that was just made. */
export function judge(
  { status = 0, headers }: Answered,
  attempts: number,
  now: Date,
  retries_ms: readonly number[] = RETRIES_MS,
): Verdict {
  if (status >= 200 && status < 300) return { status: 'delivered' }
  if (status === GONE) return { status: 'stopped', reason: 'gone' }
  const wait = retries_ms[attempts - 1]
  if (wait === undefined) return { status: 'exhausted' }
  return { status: 'pending', wait_ms: Math.max(wait, retryAfter(headers?.['retry-after'], now)) }
}

/** Seconds or a date, as HTTP has it. */
function retryAfter(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? 0 : Math.min(wait, LONGEST_RETRY_AFTER_MS)
}
