// Time enters the bank here, so that a test can move it instead of waiting.

export interface Clock {
  now(): number
  /** Calls back once, after so many milliseconds; the result calls it off. */
  after(ms: number, call: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, call) => {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
