// Random numbers that can be repeated.

/** A small generator (mulberry32), so that a failure can be repeated. */
export class Random {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 to 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  below(n: number): number {
    return Math.floor(this.next() * n)
  }

  chance(part: number): boolean {
    return this.next() < part
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T
  }
}
