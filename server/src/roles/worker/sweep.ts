// A sweep polls for due rows. It is a plain loop in every worker and not a job in the job engine, for three reasons.
// The engine schedules by the minute, which is too late for a payment without an outcome. A due time is a column on
// the row itself, so there is no second schedule to reconcile. And the engine locks a killed process's job for four
// hours, while another worker's loop continues.
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#kernel/log.ts'

export interface SweepOptions {
  readonly name: string
  readonly period_ms: number
  /** Maximum concurrent rounds: a round that waits for a slow provider does not delay the next. */
  readonly rounds: number
  readonly log: Log
  /** One bounded batch, or batch after batch until nothing is left or the sweep stops. */
  round(stopping: AbortSignal): Promise<unknown>
}

export interface Sweep {
  /** Starts no new round; resolves when the running ones have ended. */
  stop(): Promise<void>
}

/** A failed round is logged, and the next round retries: its rows are still due. */
export function startSweep(options: SweepOptions): Sweep {
  const { name, period_ms, rounds, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<void>>()
  const start = () => {
    const round = Promise.resolve()
      .then(() => options.round(signal))
      .then(
        () => undefined,
        (err: unknown) =>
          log.error({ err, sweep: name }, 'sweep: round failed, retrying in the next round'),
      )
      .finally(() => running.delete(round))
    running.add(round)
  }
  const loop = async () => {
    while (!signal.aborted) {
      if (running.size < rounds) start()
      await pause(period_ms, undefined, { signal }).catch(() => undefined)
    }
    await Promise.all(running)
  }
  const ended = loop()
  return {
    stop() {
      stopping.abort()
      return ended
    },
  }
}
