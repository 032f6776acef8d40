import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { BATCH, dueSweep, findDue } from './sweeps.ts'

/** A table with its own timers; the rows `stuck…` are older than the row `good`. */
async function timers(shop: Shop, stuck: number): Promise<void> {
  const { db } = shop.services
  await db.run('drop table if exists sweep_rows', [])
  await db.run(
    'create table sweep_rows (merchant_id text not null, id text not null, due timestamptz)',
    [],
  )
  await db.run(
    `insert into sweep_rows
     select $1, case when n > $2 then 'good' else 'stuck' || n end, now() - interval '1 day' + n * interval '1 second'
     from generate_series(1, $2 + 1) n`,
    [shop.merchant.merchant_id, stuck],
  )
}

function sweepOf(act: (id: string) => Promise<void>) {
  const timer = { table: 'sweep_rows', id: 'id', column: 'due' }
  return dueSweep({ name: 'test', period_ms: 1, timer, act: (_, id) => act(id) })
}

test('rows that their verb leaves due do not block the rows behind them', async () => {
  await using shop = await harness()
  await timers(shop, 250)
  const worked: string[] = []
  const sweep = sweepOf(async (id) => {
    worked.push(id)
    if (id !== 'good') return
    await shop.services.db.run(`delete from sweep_rows where id = 'good'`, [])
  })

  for (let round = 0; round < 10; round++) await sweep.round(shop.services)

  assert.ok(worked.includes('good'))
})

test('a row that fails backs off, is retried later, and does not delay the others', async () => {
  await using shop = await harness()
  await timers(shop, 1)
  const worked: string[] = []
  const sweep = sweepOf(async (id) => {
    worked.push(id)
    if (id === 'stuck1') throw new Error('this row fails')
    await shop.services.db.run(`delete from sweep_rows where id = 'good'`, [])
  })

  await sweep.round(shop.services)
  await sweep.round(shop.services)
  shop.clock.advance(31_000)
  await sweep.round(shop.services)

  assert.deepEqual(worked.toSorted(), ['good', 'stuck1', 'stuck1'])
})

test('a round that begins while another is at work takes other rows', async () => {
  await using shop = await harness()
  await timers(shop, 250)
  const worked: string[] = []
  const gate = Promise.withResolvers<void>()
  const began = Promise.withResolvers<void>()
  const sweep = sweepOf(async (id) => {
    worked.push(id)
    if (worked.length >= BATCH) began.resolve()
    await gate.promise
  })

  const first = sweep.round(shop.services)
  await began.promise
  const second = sweep.round(shop.services)
  while (worked.length < 2 * BATCH) await new Promise(setImmediate)
  gate.resolve()

  assert.deepEqual(await Promise.all([first, second]), [BATCH, BATCH])
  assert.equal(new Set(worked).size, 2 * BATCH)
})

test('a row that was modified a moment ago is skipped', async () => {
  await using shop = await harness()
  await timers(shop, 1)
  const { db, clock } = shop.services
  await db.run('alter table sweep_rows add column modified_at timestamptz', [])
  const stamp = `update sweep_rows set modified_at = $1::timestamptz - $2::int * interval '1 second' where id = $3`
  await db.run(stamp, [clock.now(), 60, 'good'])
  await db.run(stamp, [clock.now(), 1, 'stuck1'])
  const timer = { table: 'sweep_rows', id: 'id', column: 'due', idle_ms: 5_000 }

  const found = await findDue(db, timer, clock.now(), 10)

  assert.deepEqual(
    found.map(({ id }) => id),
    ['good'],
  )
})
