// Notices when this process does nothing but compute: requests, signals and timers are then not served. A separate
// thread counts the event loop's beats, and kills the process when they stop; a supervisor starts another one.
import { Worker } from 'node:worker_threads'
import { monotonicMs } from './clock.ts'

const BEAT_MS = 1_000

/** A pause this long shows in the liveness check, for as long as it takes some checks to see it. */
const LATE_MS = 10_000
const SHOWN_MS = 15_000

let shown_until = 0

/** True if the event loop stalled recently. */
export function hasStalled(): boolean {
  return monotonicMs() < shown_until
}

export interface Watched {
  /** The beats, shared with the thread. */
  readonly beats: Int32Array
  readonly beat_ms: number
  /** Beats that may be missing. */
  readonly max_missing: number
}

/** 0 seconds: only the liveness check shows it. */
export function startWatchdog(stall_seconds: number, late_ms = LATE_MS): void {
  const beats = new Int32Array(new SharedArrayBuffer(4))
  let last = monotonicMs()
  setInterval(() => {
    Atomics.add(beats, 0, 1)
    const now = monotonicMs()
    if (now - last > late_ms) shown_until = now + SHOWN_MS
    last = now
  }, BEAT_MS).unref()
  if (stall_seconds === 0) return
  const max_missing = (stall_seconds * 1_000) / BEAT_MS
  const workerData: Watched = { beats, beat_ms: BEAT_MS, max_missing }
  const thread = new Worker(new URL('./watchdog_thread.ts', import.meta.url), { workerData })
  thread.unref()
}
