import { fileURLToPath } from 'node:url'
import { addMs, type Clock } from '#kernel/clock.ts'

/** The real time plus an offset. */
export class TestClock implements Clock {
  private offset_ms = 0

  now(): Date {
    return addMs(new Date(), this.offset_ms)
  }

  advance(ms: number): void {
    this.offset_ms += ms
  }
}

const preload = fileURLToPath(new URL('shift_clock.ts', import.meta.url))

/** The environment of a child process whose wall clock is this far ahead, or behind if negative. */
export function shiftedClock(ms: number): Record<string, string> {
  return {
    NODE_OPTIONS: `--import ${JSON.stringify(preload)}`,
    FLORIN_TEST_CLOCK_SHIFT_MS: String(ms),
  }
}
