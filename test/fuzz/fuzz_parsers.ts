// Drives the threads that parse: a thread that dies or stands still names its input.
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Task } from './parser_thread.ts'
import { newResult, type Result } from './result.ts'

const FILE = new URL('./parser_thread.ts', import.meta.url)
const STALL_MS = 30_000
const POLL_MS = 1_000

export interface Fuzzed extends Omit<Result, 'next'> {
  readonly parser: string
  /** Why a thread ended that should not have. */
  readonly exits: { input: number; why: string }[]
}

export async function fuzzParser(
  parser: string,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<Fuzzed> {
  const all: Fuzzed & Result = { parser, exits: [], ...newResult(from) }
  while (all.next < to) {
    const current = new Int32Array(new SharedArrayBuffer(4))
    current[0] = -1
    const done = await run({ parser, seed, from: all.next, to, current })
    if (typeof done === 'string') {
      const input = Atomics.load(current, 0)
      all.exits.push({ input, why: done })
      // What it had counted until then is lost, and a thread that cannot start never will.
      if (input < 0) break
      all.next = input + 1
      continue
    }
    all.next = done.next
    for (const name of ['accepted', 'refused', 'ended'] as const) all[name] += done[name]
    all.faults.push(...done.faults)
    if (done.slowest.cpu_ms > all.slowest.cpu_ms) all.slowest = done.slowest
  }
  return all
}

/** The result, or why there is none. */
async function run(task: Task): Promise<Result | string> {
  const worker = new Worker(FILE, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const ended = Promise.withResolvers<Result | string>()
  worker.on('message', ended.resolve)
  worker.on('error', (error: Error) => ended.resolve(error.stack ?? error.message))
  worker.on('exit', (code) => ended.resolve(`exit ${code}`))
  const watching = new AbortController()
  void watch(task.current, watching.signal).then(
    () => ended.resolve('stands still'),
    () => undefined,
  )
  const result = await ended.promise
  watching.abort()
  await worker.terminate()
  return result
}

async function watch(current: Int32Array, signal: AbortSignal): Promise<void> {
  let last = -1
  for (let waited = 0; waited < STALL_MS; waited += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal })
    const now = Atomics.load(current, 0)
    // Before the first input it loads, which takes as long as the machine needs.
    if (now !== last || now < 0) waited = 0
    last = now
  }
}
