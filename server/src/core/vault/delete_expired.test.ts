import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { deleteOldCardFailures } from '#resources/payments/payments/risk.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { scheduledJobs } from '#roles/worker/crontab.ts'
import { deleteExpiredSecrets, overdueSecrets } from './delete_expired.ts'

const card = { number: '4242424242424242' }

/** Stores a secret that expires after this time, by the merchant's clock. */
async function put({ services, merchant }: Shop, lives_ms: number | null): Promise<string> {
  const { vault, commit, clocks } = services
  const { merchant_id } = merchant
  const now = await clocks.now(merchant_id)
  const expires_at = lives_ms === null ? null : addMs(now, lives_ms)
  const { vault_id, write } = await vault.put(merchant_id, card, expires_at)
  await commit(write)
  return vault_id
}

async function left({ services, merchant }: Shop, table = 'vault'): Promise<number> {
  const text = `select count(*)::int as n from ${table} where merchant_id = $1`
  const rows = await services.db.run<{ n: number }>(text, [merchant.merchant_id])
  return rows[0]?.n ?? -1
}

test('the worker runs the deletion of secrets and of card failures by the clock', () => {
  const names = scheduledJobs.map(({ name }) => name)

  assert.ok(names.includes('delete_expired_secrets'))
  assert.ok(names.includes('delete_old_card_failures'))
})

test('secrets are deleted when they have expired; others and those without expiry stay', async () => {
  await using shop = await harness()
  await put(shop, HOUR_MS)
  const later = await put(shop, 3 * HOUR_MS)
  const saved = await put(shop, null)
  shop.clock.advance(HOUR_MS + 10 * 60_000)

  await deleteExpiredSecrets(shop.services)

  assert.equal(await left(shop), 2)
  const { vault } = shop.services
  for (const vault_id of [later, saved]) {
    assert.deepEqual(await vault.get(shop.merchant.merchant_id, vault_id), card)
  }
})

test('more secrets than one batch are deleted in one run, and none is overdue afterwards', async () => {
  await using shop = await harness()
  await shop.services.db.run(
    `insert into vault select $1, 'vlt_' || n, 'dky', '', now(), $2, 1 from generate_series(1, 2500) n`,
    [shop.merchant.merchant_id, addMs(shop.clock.now(), -2 * HOUR_MS)],
  )
  assert.equal((await overdueSecrets(shop.services)).length, 1000)

  await deleteExpiredSecrets(shop.services)

  assert.equal(await left(shop), 0)
  assert.deepEqual(await overdueSecrets(shop.services), [])
})

test('a secret expires by the clock of its merchant', async () => {
  await using shop = await harness()
  await put(shop, 30 * HOUR_MS)
  const moved = await shop.post('/sandbox/clock', { advance: '31h' })
  assert.equal(moved.status, 200, moved.text)

  await deleteExpiredSecrets(shop.services)

  assert.equal(await left(shop), 0)
})

test('card failures are deleted when they are older than every window', async () => {
  await using shop = await harness()
  const fill = (age_ms: number, count: number) =>
    shop.services.db.run(
      `insert into card_failures select $1, 'cfl_' || $4 || n, '', $2 from generate_series(1, $3::int) n`,
      [shop.merchant.merchant_id, addMs(shop.clock.now(), -age_ms), count, `${age_ms}_`],
    )
  await fill(25 * HOUR_MS, 2_100)
  await fill(23 * HOUR_MS, 3)

  await deleteOldCardFailures(shop.services)

  assert.equal(await left(shop, 'card_failures'), 3)
})
