import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { type TimerRow, timerRows } from './merchant_timers.ts'

const timers = [
  { table: 'timer_rows', id: 'id', column: 'first_due' },
  { table: 'timer_rows', id: 'id', column: 'second_due', idle_ms: 5_000 },
]
const at = (time: string) => new Date(`2026-05-01T${time}Z`)

async function openShop(): Promise<Shop> {
  const shop = await harness()
  const { db } = shop.services
  await db.run('drop table if exists timer_rows', [])
  await db.run(
    'create table timer_rows (merchant_id text, id text, first_due timestamptz, second_due timestamptz)',
    [],
  )
  await db.run(
    `insert into timer_rows values
      ($1, 'a', '2026-05-01T10:00:00Z', '2026-05-01T12:00:00.0004Z'),
      ($1, 'b', '2026-05-01T11:00:00Z', null),
      ('other', 'c', '2026-05-01T10:30:00Z', '2026-05-01T10:30:00Z')`,
    [shop.merchant.merchant_id],
  )
  return shop
}

async function read({ services, merchant }: Shop, now: Date, until: Date, due = 10, next = 10) {
  const statement = timerRows(timers, merchant.merchant_id, { now, until }, { due, next })
  const rows = await services.db.rows<TimerRow>(statement)
  return rows.map((row) => `${row.nth} ${row.id} ${row.due.toISOString().slice(11, -1)}`)
}

test("the rows that are due and those that are due next are found by each timer, and never another merchant's", async () => {
  await using shop = await openShop()
  const all = ['0 a 10:00:00.000', '0 b 11:00:00.000', '1 a 12:00:00.001']

  assert.deepEqual(await read(shop, at('09:00:00'), at('13:00:00')), all)
  assert.deepEqual(await read(shop, at('13:00:00'), at('13:00:00')), all)
  assert.deepEqual(await read(shop, at('09:00:00'), at('10:59:59')), all.slice(0, 1))
  assert.deepEqual(await read(shop, at('09:00:00'), at('13:00:00'), 10, 1), [all[0], all[2]])
  assert.deepEqual(await read(shop, at('13:00:00'), at('13:00:00'), 1), [all[0], all[2]])
})

test('a row with a fraction of a millisecond is due at the time that is returned for it', async () => {
  await using shop = await openShop()

  assert.deepEqual(await read(shop, at('12:00:00.001'), at('13:00:00'), 10, 10), [
    '0 a 10:00:00.000',
    '0 b 11:00:00.000',
    '1 a 12:00:00.001',
  ])
  assert.deepEqual(await read(shop, at('12:00:00.001'), at('13:00:00'), 0, 10), [])
})
