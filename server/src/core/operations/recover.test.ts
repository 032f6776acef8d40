import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { claimOperations } from './store.ts'

const CLAIM_MS = 30_000

test('a due operation is claimed by one of many concurrent workers, and is due again later', async () => {
  await using shop = await harness()
  const { db } = shop.services
  const { merchant_id } = shop.merchant
  await db.run(
    `insert into operations (merchant_id, operation_id, object_id, kind, status, amount, currency, provider,
       intent, created, checks, version, poll_after_ms)
     select $1, 'op_' || n, 'pay_' || n, 'authorize', 'sent', 100, 'EUR', 'none', '{}', now(), 0, 1, -1000
     from generate_series(1, 100) n`,
    [merchant_id],
  )

  const asked = Array.from({ length: 8 }, () => claimOperations(db, CLAIM_MS, 30))
  const given = (await Promise.all(asked)).flat().map((row) => row.operation_id)
  const rest = await claimOperations(db, CLAIM_MS, 100)
  const none = await claimOperations(db, CLAIM_MS, 100)
  await db.run(
    `update operations set check_at = check_at - interval '31 seconds' where merchant_id = $1`,
    [merchant_id],
  )
  const later = await claimOperations(db, CLAIM_MS, 1000)

  assert.equal(new Set(given).size, given.length)
  assert.equal(given.length + rest.length, 100)
  assert.equal(none.length, 0)
  assert.equal(later.length, 100)
})

test('the next poll is due by the clock of the database, not by the clock of the writer', async () => {
  await using shop = await harness()
  const { db, clock } = shop.services
  shop.clock.advance(-3_600_000)
  const { merchant_id } = shop.merchant
  await db.run(
    `insert into operations (merchant_id, operation_id, object_id, kind, status, amount, currency, provider,
       intent, created, checks, version, poll_after_ms)
     values ($1, 'op_1', 'pay_1', 'authorize', 'sent', 100, 'EUR', 'none', '{}', $2, 0, 1, 25000)`,
    [merchant_id, clock.now()],
  )

  const claimed = await claimOperations(db, CLAIM_MS, 100)
  const [row] = await db.run<{ wait_s: number }>(
    `select extract(epoch from check_at - recorded_at)::float8 as wait_s from operations where merchant_id = $1`,
    [merchant_id],
  )

  assert.deepEqual(claimed, [])
  assert.equal(row?.wait_s, 25)
})
