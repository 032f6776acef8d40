import { addMs, type Clock } from '#kernel/clock.ts'

/** The real time, moved forward at will. */
export class TestClock implements Clock {
  private offset_ms = 0
  private stopped_at: Date | undefined

  now(): Date {
    return this.stopped_at ?? addMs(new Date(), this.offset_ms)
  }

  advance(ms: number): void {
    this.offset_ms += ms
    if (this.stopped_at) this.stopped_at = addMs(this.stopped_at, ms)
  }

  /** From now on only `advance` moves it, so that a test can state what something costs to the second. */
  stopAt(moment: Date): void {
    this.stopped_at = moment
  }
}
