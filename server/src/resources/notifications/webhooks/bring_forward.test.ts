// Delivery retries follow the merchant's test clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advanceClock } from '#testing/advance_clock.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { startReceiver } from '#testing/receiver.ts'

async function openShop(webhook_url: string): Promise<Shop> {
  const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  const answer = await shop.post(path, { webhook_details: { webhook_url } })
  assert.equal(answer.status, 200, answer.text)
  return shop
}

async function pay(shop: Shop): Promise<void> {
  const answer = await shop.post('/payments', paymentBody({}))
  assert.equal(answer.status, 200, answer.text)
}

async function statusOf({ services, merchant }: Shop): Promise<string | undefined> {
  const [row] = await services.db.run<{ status: string }>(
    'select status from deliveries where merchant_id = $1',
    [merchant.merchant_id],
  )
  return row?.status
}

/** The only delivery's attempts, when none is due. */
function attemptsWhenIdle({ services, merchant, clock }: Shop): Promise<number> {
  return eventually('no delivery is due', async () => {
    const [row] = await services.db.run<{ attempts: number }>(
      `select attempts from deliveries
       where merchant_id = $1 and (next_attempt_at is null or next_attempt_at > $2)`,
      [merchant.merchant_id, clock.now()],
    )
    return row?.attempts
  })
}

test('advancing the test clock makes the retries of that time, in one step or in several', async () => {
  await using receiver = await startReceiver(() => ({ status: 500 }))
  await using shop = await openShop(receiver.url)
  await using _ = await runEventPipeline(shop)
  await pay(shop)
  await receiver.until(1)

  // Retries follow after 1, 5, 5 and 10 minutes, the last one after about a day.
  const steps = [
    ['0s', 1],
    ['7m', 3],
    ['3m', 3],
    ['2m', 4],
    ['2d', 17],
  ] as const
  for (const [advance, attempts] of steps) {
    if (advance !== '0s') await advanceClock(shop, advance)
    const isReached = async () => (await attemptsWhenIdle(shop)) === attempts
    await eventually(`${attempts} attempts after ${advance}`, isReached)
  }

  assert.equal(await statusOf(shop), 'exhausted')
  assert.equal(receiver.received.length, 17)
})

test('a delivery that is in flight while the test clock is advanced is sent once', async () => {
  await using receiver = await startReceiver(() => ({ delay_ms: 2_000 }))
  await using shop = await openShop(receiver.url)
  await using _ = await runEventPipeline(shop)
  await pay(shop)
  await receiver.until(1)

  await shop.post('/sandbox/clock', { advance: '1d' })

  assert.equal(await attemptsWhenIdle(shop), 1)
  assert.equal(await statusOf(shop), 'delivered')
  assert.equal(receiver.received.length, 1)
})
