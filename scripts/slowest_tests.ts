// Test reporter that prints the ten slowest tests at the end.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** The test that wraps all files in a process. */
export const GROUP = 'files that share a process'

const COUNT = 10

export default async function* slowest(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  const tests: { ms: number; line: string }[] = []
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', details } = data
    if (details.type === 'suite' || name === GROUP) continue
    const ms = details.duration_ms
    tests.push({ ms, line: `${relative('.', file)}: ${name}` })
  }
  yield `The ${COUNT} slowest tests, in seconds:\n`
  const sorted = tests.toSorted((one, other) => other.ms - one.ms)
  for (const { ms, line } of sorted.slice(0, COUNT)) {
    yield `${(ms / 1_000).toFixed(1).padStart(6)}  ${line}\n`
  }
}
