import { fileURLToPath } from 'node:url'

const preload = fileURLToPath(new URL('shift_clock.ts', import.meta.url))

/** The environment for a child process whose wall clock is this far ahead; negative: behind. */
export function shiftedClock(ms: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${JSON.stringify(preload)}`,
    FLORIN_TEST_CLOCK_SHIFT_MS: String(ms),
  }
}
