// Time enters the program here and nowhere else: `now` is asked once per decision and handed on, so
// that a decision is a function of its inputs and a test can put any moment in its place.

export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** Milliseconds that only ever grow, for measuring and for leases; a changed wall clock cannot bend them. */
export function monotonicMs(): number {
  return performance.now()
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export function addMs(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
