import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceRebuilds, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { catchUp } from '#testing/analytics.ts'
import { florin } from '#testing/command_line.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'

const openShop = () => harness({ env: { FLORIN_PROVIDER: 'instant' } })

async function totals(shop: Shop) {
  const start = Math.floor(shop.clock.now().getTime() / 86_400_000) * 86_400_000
  const answer = await shop.post('/analytics/v1/merchant/metrics/payments', {
    timeRange: { startTime: new Date(start), endTime: new Date(start + 86_400_000 - 1) },
    metrics: ['payment_count', 'payment_processed_amount'],
  })
  const [{ total_payment_count, total_payment_processed_amount, is_complete }] =
    answer.body.metaData
  return { n: total_payment_count, amount: total_payment_processed_amount, is_complete }
}

test('the command counts everything again, whatever the sums were, and prints its progress', async () => {
  await using shop = await openShop()
  for (let n = 0; n < 5; n++)
    await shop.post('/payments', paymentBody({ amount: 100, currency: 'EUR' }))
  await catchUp(shop.services)
  await shop.services.db.run('update analytics_rollups set n = n + 7, amount = 1', [])
  assert.equal((await totals(shop)).n, 12)

  const { merchant_id } = shop.merchant
  const ended = await florin(['analytics', 'rebuild', '--merchant', merchant_id], await testEnv())

  assert.equal(ended.code, 0, ended.stderr)
  assert.match(ended.stdout, /queueing: 0 object\(s\) queued/)
  assert.match(ended.stdout, /counting: 5 object\(s\) queued/)
  assert.match(ended.stdout, /Done: the analytics of 1 merchant\(s\) are complete/)
  assert.deepEqual(await totals(shop), { n: 5, amount: { EUR: 500 }, is_complete: true })
  const old = await shop.services.db.run(
    'select 1 from analytics_facts where merchant_id = $1 and generation < 1',
    [merchant_id],
  )
  assert.deepEqual(old, [])
})

test('a rebuild that was stopped after any step is continued by a worker', async () => {
  for (const steps of [0, 1, 2, 3]) {
    await using shop = await openShop()
    for (let n = 0; n < 3; n++)
      await shop.post('/payments', paymentBody({ amount: 50, currency: 'EUR' }))
    await catchUp(shop.services)
    await startRebuild(shop.services, shop.merchant.merchant_id)
    for (let step = 0; step < steps; step++) await advanceRebuilds(shop.services)
    assert.equal((await totals(shop)).is_complete, false)

    for (let round = 0; round < 8; round++) await runSweeps(shop)

    assert.deepEqual(await totals(shop), { n: 3, amount: { EUR: 150 }, is_complete: true })
  }
})

test('payments during a rebuild are counted once', async () => {
  await using shop = await openShop()
  const pay = () => shop.post('/payments', paymentBody({ amount: 10, currency: 'EUR' }))
  for (let n = 0; n < 5; n++) await pay()
  await catchUp(shop.services)

  await startRebuild(shop.services, shop.merchant.merchant_id)
  const paying = Array.from({ length: 5 }, pay)
  const sweeping = Array.from({ length: 6 }, () =>
    Promise.all([advanceRebuilds(shop.services), catchUp(shop.services)]),
  )
  await Promise.all([...paying, ...sweeping])
  for (let round = 0; round < 8; round++) await runSweeps(shop)
  await catchUp(shop.services)

  assert.deepEqual(await totals(shop), { n: 10, amount: { EUR: 100 }, is_complete: true })
})

test('a merchant from before the upgrade is incomplete until its rebuild', async () => {
  await using shop = await openShop()
  await shop.post('/payments', paymentBody({ amount: 10, currency: 'EUR' }))
  await shop.services.db.run(
    `insert into analytics_rebuilds (merchant_id, generation, state, kind, after_id, queued)
     values ($1, 0, 'wanted', 'payment', '', 0)`,
    [shop.merchant.merchant_id],
  )
  await runSweeps(shop)
  assert.equal((await totals(shop)).is_complete, false)

  await startRebuild(shop.services, shop.merchant.merchant_id)
  for (let round = 0; round < 8; round++) await runSweeps(shop)

  assert.deepEqual(await totals(shop), { n: 1, amount: { EUR: 10 }, is_complete: true })
})

test('a merchant that does not exist is refused', async () => {
  const ended = await florin(['analytics', 'rebuild', '--merchant', 'mer_none'], await testEnv())

  assert.notEqual(ended.code, 0)
  assert.match(ended.stderr, /mer_none/)
})
