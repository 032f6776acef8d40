import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness, type Shop } from '#testing/harness.ts'
import { addMs, HOUR_MS, sleep } from './clock.ts'
import { CLOCK_LEASE_MS, MerchantClocks } from './merchant_clocks.ts'

/** Stops the clock at a moment, or lets it go on. */
function set({ services, merchant, clock }: Shop, stopped_at: Date | null, hold_ms = HOUR_MS) {
  const stopped_until = stopped_at && addMs(clock.now(), hold_ms)
  return services.db.run(
    `insert into merchant_clocks (merchant_id, ahead_ms, stopped_at, stopped_until, modified_at, version)
     values ($1, 3600000, $2, $3, now(), 1)
     on conflict (merchant_id) do update set stopped_at = $2, stopped_until = $3`,
    [merchant.merchant_id, stopped_at, stopped_until],
  )
}

test('a lease after a clock was stopped every process follows it, and uses its time as soon as it goes on', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  shop.clock.stopAt(shop.clock.now())
  const other = new MerchantClocks(shop.services.db, shop.clock, true)
  const now = shop.clock.now()
  const read = () => other.now(merchant_id)
  assert.deepEqual(await read(), now)

  await set(shop, addMs(now, 1_000))
  await sleep(CLOCK_LEASE_MS)
  assert.deepEqual(await read(), addMs(now, 1_000))
  await set(shop, addMs(now, 2_000))
  assert.deepEqual(await read(), addMs(now, 2_000))
  await set(shop, null)

  assert.deepEqual(await read(), addMs(now, HOUR_MS))
})

test('a clock that its process left stopped goes on when the hold has ended', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const now = shop.clock.now()
  shop.clock.stopAt(now)
  await set(shop, now, 5_000)
  assert.deepEqual(await shop.services.clocks.now(merchant_id), now)

  shop.clock.advance(5_000)

  const later = addMs(now, HOUR_MS + 5_000)
  assert.deepEqual(await shop.services.clocks.now(merchant_id), later)
})
