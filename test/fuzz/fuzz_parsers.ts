// Drives the processes that parse: one that dies or stands still has named its input.
import { setTimeout as sleep } from 'node:timers/promises'
import { fork } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Task } from './parser_process.ts'
import { newResult, type Result } from './result.ts'

const FILE = fileURLToPath(new URL('./parser_process.ts', import.meta.url))
const STALL_MS = 30_000
const POLL_MS = 1_000

export interface Fuzzed extends Omit<Result, 'next'> {
  readonly parser: string
  /** Why a process ended that should not have. */
  readonly exits: { input: number; why: string }[]
}

export async function fuzzParser(
  parser: string,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<Fuzzed> {
  const all: Fuzzed & Result = { parser, exits: [], ...newResult(from) }
  while (all.next < to) {
    const { done, input } = await run({ parser, seed, from: all.next, to })
    if (typeof done === 'string') {
      all.exits.push({ input, why: done })
      // Its counts until then are lost, and a process that cannot start never will.
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

/** The result, or why there is none, and the input that was parsed last. */
async function run(task: Omit<Task, 'file'>): Promise<{ done: Result | string; input: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'florin-fuzz-'))
  const file = join(folder, 'input')
  const descriptor = openSync(file, 'w+')
  const child = fork(FILE, { execArgv: ['--max-old-space-size=256'], serialization: 'advanced' })
  const ended = Promise.withResolvers<Result | string>()
  child.on('message', (result: Result) => ended.resolve(result))
  child.on('exit', (code, signal) => ended.resolve(`exit ${signal ?? code}`))
  const watching = new AbortController()
  void watch(() => inputIn(descriptor), watching.signal).then(
    () => ended.resolve('stands still'),
    () => undefined,
  )
  child.send({ ...task, file })
  const done = await ended.promise
  watching.abort()
  child.kill('SIGKILL')
  const input = inputIn(descriptor)
  closeSync(descriptor)
  rmSync(folder, { recursive: true })
  return { done, input }
}

/** A file, because a process that loops sends no messages. */
function inputIn(descriptor: number): number {
  const bytes = Buffer.alloc(4)
  return readSync(descriptor, bytes, 0, 4, 0) === 4 ? bytes.readInt32LE() : -1
}

async function watch(current: () => number, signal: AbortSignal): Promise<void> {
  let last = -1
  for (let waited = 0; waited < STALL_MS; waited += POLL_MS) {
    await sleep(POLL_MS, undefined, { signal })
    const now = current()
    // Before the first input it loads, which takes as long as the machine needs.
    if (now !== last || now < 0) waited = 0
    last = now
  }
}
