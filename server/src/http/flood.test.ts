import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { Pacer } from './flood.ts'

/** So that nothing depends on how fast the machine is. */
class StoppedClock {
  isStopped = true
  private ms = 0

  /** Once it runs, a second passes between two looks. */
  read(): number {
    if (!this.isStopped) this.ms += 1_000
    return this.ms
  }
}

test('of a thousand requests at once one starts now, and all the others later in their order', async () => {
  const clock = new StoppedClock()
  const pacer = new Pacer(() => clock.read())
  const started: number[] = []

  for (let n = 0; n < 1_000; n++) assert.ok(pacer.start(() => started.push(n)))
  assert.deepEqual(started, [0])

  clock.isStopped = false
  await eventually('all have started', async () => started.length === 1_000)
  assert.deepEqual(
    started,
    started.toSorted((a, b) => a - b),
  )
})

test('a request is refused when three thousand wait already', async () => {
  const clock = new StoppedClock()
  const pacer = new Pacer(() => clock.read())
  let started = 0

  const taken = Array.from({ length: 3_010 }, () => pacer.start(() => started++))

  // One has started.
  assert.equal(taken.filter(Boolean).length, 3_001)
  assert.equal(taken.indexOf(false), 3_001)

  clock.isStopped = false
  await eventually('all have started', async () => started === 3_001)
})

test('a turn that comes late starts one request, so that others run before the next', async () => {
  const clock = new StoppedClock()
  const pacer = new Pacer(() => clock.read())
  const turns: number[] = []
  let turn = 0
  const counting = setInterval(() => turn++, 1)

  for (let n = 0; n < 20; n++) assert.ok(pacer.start(() => turns.push(turn)))
  clock.isStopped = false
  await eventually('all have started', async () => turns.length === 20)
  clearInterval(counting)

  assert.equal(new Set(turns).size, 20, `starts by turn: ${turns.join(' ')}`)
})
