// Parses inputs for one parser, one after the other, like a process that reads a caller's bytes.
import { openSync, writeSync } from 'node:fs'
import { Failure } from '#errors.ts'
import { DecoderFailure } from '#core/images/draw.ts'
import { type Parser, parsers } from './parsers.ts'
import { Random } from './random.ts'
import { newResult } from './result.ts'

export interface Task {
  readonly parser: string
  readonly seed: number
  readonly from: number
  readonly to: number
  /** Holds the number of the input that is parsed now. */
  readonly file: string
}

const task = await new Promise<Task>((resolve) => {
  process.once('message', resolve)
})
const { parser: name, seed, from, to, file } = task
const descriptor = openSync(file, 'r+')
const number = Buffer.alloc(4)
const result = newResult(from)
const parser = await parsers[name]?.load()
if (parser === undefined) throw new Error(`There is no parser ${name}.`)
for (; result.next < to && result.ended === 0; result.next++) await measure(parser, result.next)
// Servers and connections would keep the process alive.
process.send?.(result, () => process.exit(0))

async function measure(of: Parser, input: number): Promise<void> {
  const bytes = of.next(new Random(seed * 1_000_003 + input))
  number.writeInt32LE(input)
  writeSync(descriptor, number, 0, 4, 0)
  const before = process.threadCpuUsage()
  const outcome = await outcomeOf(of, bytes)
  const { user, system } = process.threadCpuUsage(before)
  const cpu_ms = (user + system) / 1_000
  if (cpu_ms > result.slowest.cpu_ms) result.slowest = { input, cpu_ms }
  if (typeof outcome === 'string') result[outcome] += 1
  else result.faults.push({ input, error: outcome.stack ?? outcome.message })
}

async function outcomeOf(
  of: Parser,
  bytes: Buffer,
): Promise<'accepted' | 'refused' | 'ended' | Error> {
  try {
    return (await of.parse(bytes)) === false ? 'refused' : 'accepted'
  } catch (error) {
    if (error instanceof Failure) return 'refused'
    return error instanceof DecoderFailure ? 'ended' : (error as Error)
  }
}
