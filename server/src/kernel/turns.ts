// Turns for allowed but costly work: one at a time for each merchant, followed by a pause in proportion to its
// length. So no merchant uses more than its share.
import { monotonicMs, sleep } from './clock.ts'

/** A merchant that waits for more turns than this at once is refused. */
const MAX_WAITING = 50
const MAX_PAUSE_MS = 1_000

export class TooManyWaiting extends Error {
  constructor() {
    super('too many costly requests from one merchant are waiting')
  }
}

export class Turns {
  private readonly last = new Map<string, Promise<void>>()
  private readonly waiting = new Map<string, number>()
  private readonly pauses: number

  /** The pause after a turn, as a multiple of its length. */
  constructor(pauses: number) {
    this.pauses = pauses
  }

  async take<T>(merchant_id: string, work: () => Promise<T>): Promise<T> {
    const ahead = this.waiting.get(merchant_id) ?? 0
    if (ahead >= MAX_WAITING) throw new TooManyWaiting()
    this.waiting.set(merchant_id, ahead + 1)
    const before = this.last.get(merchant_id)
    const { promise: over, resolve: end } = Promise.withResolvers<void>()
    this.last.set(merchant_id, over)
    await before
    const started = monotonicMs()
    try {
      return await work()
    } finally {
      const pause_ms = Math.min(MAX_PAUSE_MS, this.pauses * (monotonicMs() - started))
      void sleep(pause_ms).then(() => this.end(merchant_id, end))
    }
  }

  private end(merchant_id: string, end: () => void): void {
    const left = (this.waiting.get(merchant_id) ?? 1) - 1
    if (left > 0) this.waiting.set(merchant_id, left)
    else {
      this.waiting.delete(merchant_id)
      this.last.delete(merchant_id)
    }
    end()
  }
}
