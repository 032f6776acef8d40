import { addMs, type Clock } from '#kernel/clock.ts'

/** The real time, moved forward at will. */
export class TestClock implements Clock {
  private offset_ms = 0

  now(): Date {
    return addMs(new Date(), this.offset_ms)
  }

  advance(ms: number): void {
    this.offset_ms += ms
  }
}
