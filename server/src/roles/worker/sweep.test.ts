import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '#kernel/log.ts'
import { startSweep } from './sweep.ts'

function started(rounds: number, round: () => Promise<unknown>) {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const sweep = startSweep({ name: 'test', period_ms: 5, rounds, log, round })
  return { sweep, lines }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a round that fails is logged, and the next one comes', async () => {
  let count = 0
  const { sweep, lines } = started(1, async () => {
    count += 1
    if (count === 1) throw new Error('the database is away')
  })

  await wait(100)
  await sweep.stop()

  assert.ok(count > 1)
  assert.equal(lines.length, 1)
  assert.match(lines[0] ?? '', /the database is away/)
})

test('rounds that hang do not pile up, and stopping waits for them and begins no other', async () => {
  const hanging = Promise.withResolvers<void>()
  let begun = 0
  let ended = 0
  const { sweep } = started(3, async () => {
    begun += 1
    await hanging.promise
    ended += 1
  })

  await wait(100)
  assert.equal(begun, 3)
  const stopped = sweep.stop()
  setTimeout(() => hanging.resolve(), 20)
  await stopped

  assert.equal(begun, 3)
  assert.equal(ended, 3)
})
