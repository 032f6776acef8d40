// It counts its own ticks and reads no clock, so that a process that was paused as a whole, or a machine that slept, is not
// taken for one that hangs.
import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { Watched } from './watchdog.ts'

const { beats, beat_ms, max_missing } = workerData as Watched
let [seen, missing] = [-1, 0]

setInterval(() => {
  const beat = Atomics.load(beats, 0)
  missing = beat === seen ? missing + 1 : 0
  seen = beat
  if (missing < max_missing) return
  const msg = `the event loop has been blocked for ${missing} beats of ${beat_ms} ms; the process is killed`
  writeSync(1, `${JSON.stringify({ level: 'fatal', pid: process.pid, msg })}\n`)
  process.kill(process.pid, 'SIGKILL')
}, beat_ms)
