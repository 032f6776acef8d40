// A sweep looks for due rows every so often. It is a plain loop in every worker and not a job of the
// engine, for three reasons. The engine's own clock has minutes, and a payment whose answer was lost
// should not wait for one. The rows themselves say when they are due and a sweep claims what it takes,
// so there is nothing to schedule and nothing to keep in step. And a job that was running in a process
// that is killed stays locked for four hours, while the next worker's loop simply goes on.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'

export interface SweepOptions {
  readonly name: string
  readonly period_ms: number
  /** A round that waits for a slow provider does not hold up the next, but they do not pile up. */
  readonly rounds: number
  readonly log: Log
  /** A bounded batch, or one after the other until nothing is left or the sweep stops. */
  round(stopping: AbortSignal): Promise<unknown>
}

export interface Sweep {
  /** No new round begins; resolves when those under way have ended. */
  stop(): Promise<void>
}

/** A round that fails is logged and the next one tries again: the rows are still there. */
export function startSweep(options: SweepOptions): Sweep {
  const { name, period_ms, rounds, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const underway = new Set<Promise<void>>()
  const begin = () => {
    const round = Promise.resolve()
      .then(() => options.round(signal))
      .then(
        () => undefined,
        (err: unknown) => log.error({ err, sweep: name }, 'a sweep failed'),
      )
      .finally(() => underway.delete(round))
    underway.add(round)
  }
  const loop = async () => {
    while (!signal.aborted) {
      if (underway.size < rounds) begin()
      await pause(period_ms, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(underway)
  }
  const ended = loop()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
