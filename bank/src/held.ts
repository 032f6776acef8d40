// Late requests: each is held for a time before the bank acts on it, even if the caller disconnects meanwhile.
// Stopping the bank loses them, as a crash would.
import type { Clock } from './clock.ts'

export interface HeldRequests {
  /** Resolves to false if the bank stops first; then the request must not be acted on. */
  hold(ms: number): Promise<boolean>
  stop(): void
}

export function createHeldRequests(clock: Clock): HeldRequests {
  const stops = new Set<() => void>()
  let isStopped = false
  return {
    async hold(ms) {
      if (isStopped) return false
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const cancel = clock.after(ms, () => resolve(true))
      const stop = () => {
        cancel()
        resolve(false)
      }
      stops.add(stop)
      const isDue = await promise
      stops.delete(stop)
      return isDue
    },
    stop() {
      isStopped = true
      for (const stop of stops) stop()
    },
  }
}
