import { sleep } from '#kernel/clock.ts'

const TIMEOUT_MS = 180_000
const PERIOD_MS = 25

/**
 * Polls until `look` returns something other than undefined or false. The timeout only bounds a test that
 * would hang: nothing may be concluded from how long the wait was.
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | undefined | false>,
  timeout_ms = TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeout_ms
  do {
    const found = await look()
    if (found !== undefined && found !== false) return found
    await sleep(PERIOD_MS)
  } while (performance.now() < deadline)
  throw new Error(`${what}: did not happen within ${timeout_ms / 1000} s`)
}
