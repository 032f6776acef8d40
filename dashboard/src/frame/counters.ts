// Counters in the navigation: work that waits for the user, from the sources of Home's list.
import { useReadSources } from '../home/read_sources.ts'
import { sources } from '../home/sources.ts'
import { useMerchantNow } from '../lib/clock.ts'

/** While the page is visible; a person who comes back sees new counts at once. */
const EVERY_MS = 60_000
const MAX = 99

export interface Counter {
  /** `2`, or `99+`. */
  readonly figure: string
  /** `need a response`. */
  readonly words: string
}

const counted = sources.filter(({ page }) => page !== undefined)

/** By page path. A page where nothing waits has none. */
export function useCounters(): ReadonlyMap<string, Counter> {
  const { allowed, results } = useReadSources(counted, useMerchantNow(), EVERY_MS)
  const counters = new Map<string, Counter>()
  for (const [nth, { page = '', one = '', many = '' }] of allowed.entries()) {
    const { count = 0, isMore = false } = results[nth]?.data ?? {}
    if (count === 0) continue
    const figure = count > MAX ? `${MAX}+` : `${count}${isMore ? '+' : ''}`
    counters.set(page, { figure, words: count === 1 && !isMore ? one : many })
  }
  return counters
}
