import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '#kernel/clock.ts'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { catchUp } from '#testing/analytics.ts'
import type { Shop } from '#testing/harness.ts'
import { PAYMENTS } from '../support/analytics.ts'
import { payingShop } from '../support/paying.ts'
import {
  createPrice,
  assertSubscriptionStatus,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

async function counted(shop: Shop, source: 'LIVE' | 'BATCH') {
  const now = shop.clock.now().getTime()
  const timeRange = { startTime: new Date(now - HOUR_MS), endTime: new Date(now + HOUR_MS) }
  const metrics = ['payment_count', 'payment_success_count', 'payment_processed_amount']
  const { body, text } = await shop.post(PAYMENTS, { timeRange, metrics, source })
  assert.ok(body.queryData, text)
  return body.queryData
}

test('a free payment is counted by no source, even after a rebuild', async () => {
  await using shop = await payingShop()
  const client = withProfile(shop)
  const made = await subscribed(client)
  const cheaper = await createPrice(client, { amount: 100 })
  assertSubscriptionStatus(await client.put(`${pathOf(made)}/update`, cheaper), 'active')
  await catchUp(shop.services)

  const live = await counted(shop, 'LIVE')
  const batch = await counted(shop, 'BATCH')
  await startRebuild(shop.services, shop.merchant.merchant_id)
  await finishRebuild(shop.services, shop.merchant.merchant_id, () => undefined)
  const rebuilt = await counted(shop, 'BATCH')

  const { currency, payment_count, payment_success_count, payment_processed_amount } = live[0]
  assert.deepEqual(
    [live.length, currency, payment_count, payment_success_count, payment_processed_amount],
    [1, 'EUR', 1, 1, 1000],
  )
  assert.deepEqual(batch, live)
  assert.deepEqual(rebuilt, live)
})
