// The only time source, so that a test can advance it instead of waiting.

export interface Clock {
  now(): number
  /** Calls once after this many milliseconds; returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
