// Redaction in an erased person's objects; test/card_leak/erasure.test.ts searches everything.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Receiver, startReceiver } from '#testing/receiver.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { redactGuests } from './redact_guests.ts'

const NAME = 'Nadia Oyelaran'

const instant = { FLORIN_PROVIDER: 'instant' }

/** With a customer, whose events go to the receiver. */
async function openShop({ url }: Receiver): Promise<Shop> {
  const shop = await harness({ env: instant })
  const { merchant_id, profile_id } = shop.merchant
  const webhook_details = { webhook_url: url }
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await shop.post('/customers', { customer_id: 'nadia' })
  return shop
}

async function pay(shop: Shop, payment_id: string, more: object = {}): Promise<void> {
  const answer = await shop.post('/payments', paymentBody({ payment_id, name: NAME, ...more }))
  assert.equal(answer.status, 200, answer.text)
}

test('an event that is not delivered yet is delivered redacted, with a valid signature', async () => {
  await using receiver = await startReceiver((_, nth) => ({ status: nth === 1 ? 500 : 200 }))
  await using shop = await openShop(receiver)
  const { merchant_id, payment_response_hash_key } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'first', { customer_id: 'nadia' })
  await receiver.until(1)
  const { event_id } = JSON.parse(receiver.received[0]?.body ?? '')
  await eventually('the failure is recorded', async () => {
    const { body } = await shop.get(`/events/${merchant_id}/${event_id}/attempts`)
    return body.count === 1
  })

  await shop.delete('/customers/nadia')
  await runSweeps(shop)
  await shop.post(`/events/${merchant_id}/${event_id}/retry`)
  await receiver.until(2)

  const [first, second] = receiver.received
  assert.ok(first && second)
  assert.equal(JSON.parse(first.body).content.object.name, NAME)
  const sent = JSON.parse(second.body)
  const { name, amount, status } = sent.content.object
  assert.deepEqual([name, amount, status], ['Redacted', 1000, 'succeeded'])
  assert.equal(sent.event_id, event_id)
  const hex = createHmac('sha512', payment_response_hash_key).update(second.body).digest('hex')
  assert.equal(second.headers['x-webhook-signature-512'], hex)
})

test('a response that arrives after the redaction is not recorded: the event is sent again, redacted', async () => {
  const { promise: redacted, resolve: answer } = Promise.withResolvers<void>()
  await using receiver = await startReceiver(async ({ body }, nth) => {
    if (nth === 1) await redacted
    return { body }
  })
  await using shop = await openShop(receiver)
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'first', { customer_id: 'nadia' })
  await receiver.until(1)

  await shop.delete('/customers/nadia')
  await runSweeps(shop)
  answer()

  const { event_id } = JSON.parse(receiver.received[0]?.body ?? '')
  const attempts = await eventually('a response is recorded', async () => {
    const { body } = await shop.get(`/events/${merchant_id}/${event_id}/attempts`)
    return body.count > 0 ? JSON.stringify(body) : undefined
  })
  assert.ok(!attempts.includes(NAME), attempts)
  assert.ok(!receiver.received[1]?.body.includes(NAME))
})

test('payments without a customer are redacted when they are older than the retention time', async () => {
  await using shop = await harness({ env: { ...instant, FLORIN_GUEST_RETENTION_DAYS: '90' } })
  await shop.post('/customers', { customer_id: 'nadia' })
  await pay(shop, 'old')
  await pay(shop, 'of_a_customer', { customer_id: 'nadia' })
  const refund = { payment_id: 'old', refund_id: 'old', amount: 100, reason: `for ${NAME}` }
  await shop.post('/refunds', refund)
  shop.clock.advance(60 * DAY_MS)
  await pay(shop, 'young')
  const names = async () =>
    Promise.all(
      ['old', 'young', 'of_a_customer'].map(
        async (id) => (await shop.get(`/payments/${id}`)).body.name,
      ),
    )

  await redactGuests(shop.services)
  assert.deepEqual(await names(), [NAME, NAME, NAME])
  shop.clock.advance(31 * DAY_MS)
  await redactGuests(shop.services)
  assert.deepEqual(await names(), ['Redacted', NAME, NAME])
  assert.equal((await shop.get('/refunds/old')).body.reason, 'Redacted')
  shop.clock.advance(60 * DAY_MS)
  await redactGuests(shop.services)

  assert.deepEqual(await names(), ['Redacted', 'Redacted', NAME])
})

test('without a retention time, payments without a customer stay as they are', async () => {
  await using shop = await harness({ env: instant })
  await pay(shop, 'old')
  shop.clock.advance(4_000 * DAY_MS)

  await redactGuests(shop.services)

  assert.equal((await shop.get('/payments/old')).body.name, NAME)
})
