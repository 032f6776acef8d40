import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#kernel/log.ts'
import { startSweep } from './sweep.ts'

function startTestSweep(rounds: number, round: () => Promise<unknown>) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const sweep = startSweep({ name: 'test', period_ms: 5, rounds, log, round })
  return { sweep, lines }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a failed round is logged, and the next round runs', async () => {
  let count = 0
  const { sweep, lines } = startTestSweep(1, async () => {
    count += 1
    if (count === 1) throw new Error('the database is away')
  })

  await wait(100)
  await sweep.stop()

  assert.ok(count > 1)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /the database is away/)
})

test('rounds that hang do not pile up; stop waits for them and starts no other', async () => {
  const hanging = Promise.withResolvers<void>()
  let started_rounds = 0
  let ended = 0
  const { sweep } = startTestSweep(3, async () => {
    started_rounds += 1
    await hanging.promise
    ended += 1
  })

  await wait(100)
  assert.equal(started_rounds, 3)
  const stopped = sweep.stop()
  setTimeout(() => hanging.resolve(), 20)
  await stopped

  assert.equal(started_rounds, 3)
  assert.equal(ended, 3)
})
