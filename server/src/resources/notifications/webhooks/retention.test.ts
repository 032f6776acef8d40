import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { leastId } from '#kernel/ids.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { deleteOldEvents } from './retention.ts'

/** Events with this age, each with a delivery and two attempts. */
async function fill({ services, merchant, clock }: Shop, days: number, count: number) {
  const prefix = leastId('evt', addMs(clock.now(), -days * DAY_MS)).slice(0, 14)
  const { db } = services
  const who = [merchant.merchant_id, prefix, count]
  await db.run(
    `insert into events (merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence,
       body, created, version)
     select $1, $2 || n, 'pro', 'payment_failed', 'payment_details', $2 || n, 1, '{}', now(), 1
     from generate_series(1, $3::int) n`,
    who,
  )
  await db.run(
    `insert into deliveries select $1, $2 || n, 'pro', 'delivered', null, 2, null, now(), now(), 1
     from generate_series(1, $3::int) n`,
    who,
  )
  await db.run(
    `insert into delivery_attempts
     select $1, $2 || n, a, 'http://x', '{}', 200, '{}', '', null, null, 1, now()
     from generate_series(1, $3::int) n, generate_series(1, 2) a`,
    who,
  )
}

function remaining({ services, merchant }: Shop) {
  return services.db.run(
    `select (select count(*)::int from events where merchant_id = $1) as events,
       (select count(*)::int from deliveries where merchant_id = $1) as deliveries,
       (select count(*)::int from delivery_attempts where merchant_id = $1) as attempts`,
    [merchant.merchant_id],
  )
}

test('events, deliveries and attempts are deleted after thirty days, for every merchant', async () => {
  await using one = await harness()
  await using two = await harness()
  for (const shop of [one, two]) {
    await fill(shop, 31, 700)
    await fill(shop, 29, 5)
  }

  await deleteOldEvents(one.services)

  for (const shop of [one, two]) {
    assert.deepEqual(await remaining(shop), [{ events: 5, deliveries: 5, attempts: 10 }])
  }
})
