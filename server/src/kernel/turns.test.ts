import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monotonicMs, sleep } from './clock.ts'
import { TooManyWaiting, Turns } from './turns.ts'

test('a merchant has one turn at a time, in order, and others do not wait for it', async () => {
  const turns = new Turns(0)
  const seen: string[] = []
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} starts`)
    await sleep(ms)
    seen.push(`${name} ends`)
  }

  await Promise.all([
    turns.take('a', work('a1', 60)),
    turns.take('a', work('a2', 1)),
    turns.take('b', work('b', 1)),
  ])

  assert.deepEqual(seen, ['a1 starts', 'b starts', 'b ends', 'a1 ends', 'a2 starts', 'a2 ends'])
})

test('the pause after a turn is in proportion to its length, even after a failure', async () => {
  const turns = new Turns(4)
  const started = monotonicMs()
  const failing = turns.take('a', async () => {
    await sleep(25)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)

  await turns.take('a', async () => undefined)

  assert.ok(monotonicMs() - started >= 120)
})

test('a merchant with many turns waiting is refused, and served again afterwards', async () => {
  const turns = new Turns(0)
  const all = Array.from({ length: 60 }, () => turns.take('a', () => sleep(1)))

  const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected')

  assert.equal(refused.length, 10)
  assert.ok(refused.every((each) => 'reason' in each && each.reason instanceof TooManyWaiting))
  await sleep(20)
  await turns.take('a', async () => undefined)
})
