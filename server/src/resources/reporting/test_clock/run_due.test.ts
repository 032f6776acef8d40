import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs } from '#kernel/clock.ts'
import { type Context, systemContext } from '#kernel/context.ts'
import type { TimerRow } from '#kernel/merchant_timers.ts'
import { dueSweep } from '#kernel/sweeps.ts'
import { harness } from '#testing/harness.ts'
import { DueRows } from './run_due.ts'

const MOMENT = new Date('2026-05-01T10:00:00Z')
const BEFORE = addMs(MOMENT, -1)

/** A context whose only sweep calls `act`. */
async function contextWith(act: (id: string) => void) {
  const shop = await harness()
  const { services, merchant } = shop
  const timer = { table: 'none', id: 'id', column: 'due' }
  const run = async (_: Context, id: string) => act(id)
  const sweeps = [dueSweep({ name: 'test', period_ms: 1, timer, act: run })]
  const registry = { ...services.registry, sweeps }
  const context = await systemContext({ ...services, registry }, merchant.merchant_id)
  return { context, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

const row = (id: string, due = MOMENT): TimerRow => ({ nth: 0, id, due })

test('a row that its verb leaves due is tried again when another row has changed, and not otherwise', async () => {
  const acts: string[] = []
  await using made = await contextWith((id) => void acts.push(id))
  const rows = new DueRows(made.context)

  assert.equal(await rows.run([row('waits'), row('done')]), 2)
  assert.equal(await rows.run([row('waits')]), 1)
  assert.equal(await rows.run([row('waits')]), 0)
  rows.tryAgain()
  assert.equal(await rows.run([row('waits')]), 1)

  assert.equal(acts.filter((id) => id === 'waits').length, 3)
  assert.equal(rows.failedSince(BEFORE), 0)
})

test('a row that is due again at the same moment, again and again, is given up and counted', async () => {
  let acts = 0
  await using made = await contextWith(() => void acts++)
  const rows = new DueRows(made.context)

  let n = 0
  while ((await rows.run([row('again', addMs(MOMENT, n++))])) > 0) assert.ok(n < 100)

  assert.equal(acts, 20)
  assert.equal(rows.failedSince(BEFORE), 1)
})

test('a row that fails is tried three times, and counted unless it was due before', async () => {
  let acts = 0
  await using made = await contextWith(() => {
    acts++
    throw new Error('this row fails')
  })
  const rows = new DueRows(made.context)

  while ((await rows.run([row('fails')])) > 0);

  assert.equal(acts, 3)
  assert.equal(rows.failedSince(BEFORE), 1)
  assert.equal(rows.failedSince(MOMENT), 0)
  assert.equal(await rows.run([]), 0)
  assert.equal(rows.failedSince(BEFORE), 0)
})
