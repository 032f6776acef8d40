import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { startReceiver } from '#testing/receiver.ts'
import { eventually } from '#testing/eventually.ts'

/** A shop, where its events are, and where its profile is. */
async function openShop(webhook_details?: object) {
  const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const { merchant_id, profile_id } = shop.merchant
  const base = `/events/${merchant_id}`
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  const set = async (details: object) => {
    assert.equal((await shop.post(profile, { webhook_details: details })).status, 200)
  }
  if (webhook_details) await set(webhook_details)
  return { shop, base, set, [Symbol.asyncDispose]: () => shop.app.close() }
}

/** A payment that is created, then cancelled: two events. */
async function cancelledPayment(shop: Shop, payment_id: string): Promise<void> {
  await shop.post('/payments', { payment_id, amount: 1000, currency: 'EUR' })
  assert.equal((await shop.post(`/payments/${payment_id}/cancel`, {})).status, 200)
}

function until(read: () => Promise<Answer>, is: (body: Answer['body']) => boolean) {
  return eventually('the answer is as expected', async () => {
    const { body } = await read()
    return is(body) && body
  })
}

const ids = (answer: Answer) =>
  answer.body.data.map((entry: { event_id: string }) => entry.event_id)

test('a list is newest first, by GET and by POST, and each filter narrows it', async () => {
  await using open = await openShop()
  const { shop, base } = open
  await cancelledPayment(shop, 'first')
  await cancelledPayment(shop, 'second')

  const all = await shop.get(base)

  assert.equal(all.body.total_count, 4)
  const [newest, ...rest] = all.body.data
  assert.equal(newest.object_id, 'second')
  assert.equal(newest.event_type, 'payment_cancelled')
  assert.equal(newest.sequence, 2)
  assert.equal(newest.delivery, null)
  assert.ok(!('body' in newest) && !('content' in newest))
  const [of_second, of_first] = [ids(all).slice(0, 2), ids(all).slice(2)]
  const { profile_id } = shop.merchant
  for (const [filter, wanted] of [
    [{ event_type: 'payment_created' }, [of_second[1], of_first[1]]],
    [{ event_type: ['payment_created', 'payment_cancelled'] }, ids(all)],
    [{ object_id: 'first' }, of_first],
    [{ payment_id: 'second' }, of_second],
    [{ payment_id: 'first', object_id: 'second' }, []],
    [{ profile_id }, ids(all)],
    [{ profile_id: 'pro_other' }, []],
    [{ delivery_status: 'delivered' }, []],
    [{ limit: 1, offset: 1 }, [of_second[1]]],
    [{ starting_after: newest.event_id }, rest.map((e: { event_id: string }) => e.event_id)],
    [{ created_gte: newest.created, object_id: 'first' }, []],
    [{ created_lte: newest.created }, ids(all)],
  ] as const) {
    assert.deepEqual(ids(await shop.post(base, filter)), wanted, JSON.stringify(filter))
    const pairs = Object.entries(filter).map(([name, value]) => [name, String(value)])
    const query = new URLSearchParams(Object.fromEntries(pairs)).toString()
    assert.deepEqual(ids(await shop.get(`${base}?${query}`)), wanted, query)
  }
})

test('a filter with a value that nothing can have is refused', async () => {
  await using open = await openShop()
  for (const field of ['event_type', 'delivery_status']) {
    const answer = await open.shop.post(open.base, { [field]: 'payment_eaten' })
    assert.equal(answer.status, 400)
    assert.equal(answer.body.error.code, 'IR_04')
    assert.equal(answer.body.error.field, field)
  }
})

test('an event shows the sent payload and its deliveries', async () => {
  await using receiver = await startReceiver()
  await using open = await openShop({
    webhook_url: receiver.url,
    enabled_events: ['payment_cancelled'],
  })
  const { shop, base } = open
  await using _ = await runEventPipeline(shop)
  await cancelledPayment(shop, 'order-1')
  await receiver.until(1)

  const sent = JSON.parse(receiver.received[0]?.body ?? '')
  const path = `${base}/${sent.event_id}`
  const event = await until(
    () => shop.get(path),
    (body) => body.delivery?.status === 'delivered',
  )

  const { delivery, profile_id, object_id, created, is_test, ...envelope } = event
  assert.deepEqual(envelope, sent)
  assert.equal(profile_id, shop.merchant.profile_id)
  assert.equal(object_id, 'order-1')
  assert.equal(created, sent.timestamp)
  assert.equal(is_test, false)
  assert.equal(delivery.attempts, 1)
  assert.equal(delivery.next_attempt_at, null)
  assert.ok(Date.parse(delivery.finished_at) >= Date.parse(created))
  const [skipped] = (await shop.post(base, { event_type: 'payment_created' })).body.data
  assert.equal(skipped.delivery.status, 'skipped')
  assert.equal(skipped.delivery.reason, 'event_not_enabled')
  const with_status = (delivery_status: string, more = {}) =>
    shop.post(base, { delivery_status, ...more })
  assert.deepEqual(ids(await with_status('delivered')), [sent.event_id])
  assert.deepEqual(ids(await with_status('skipped')), [skipped.event_id])
  assert.deepEqual(ids(await with_status('skipped', { object_id: 'order-1' })), [skipped.event_id])
  assert.deepEqual(ids(await with_status('skipped', { event_type: 'payment_cancelled' })), [])
  assert.deepEqual(ids(await with_status('delivered', { profile_id: 'pro_other' })), [])
})

test('an attempt shows the request and the response, the newest first, without credentials', async () => {
  await using receiver = await startReceiver((_one, nth) =>
    nth === 1 ? { status: 500, body: 'out of order' } : { status: 204 },
  )
  const custom_http_headers = { authorization: 'Bearer sesame', 'x-shop': 'berlin' }
  await using open = await openShop({ webhook_url: receiver.url, custom_http_headers })
  const { shop, base } = open
  await using _ = await runEventPipeline(shop, { retries_ms: [20] })
  await cancelledPayment(shop, 'order-1')
  await receiver.until(2)

  const { event_id } = JSON.parse(receiver.received[0]?.body ?? '')
  const path = `${base}/${event_id}/attempts`
  const body = await until(
    () => shop.get(path),
    (list) => list.total_count === 2,
  )

  const [second, first] = body.data
  assert.equal(first.attempt, 1)
  assert.equal(first.response_status, 500)
  assert.equal(first.response_body, 'out of order')
  assert.equal(first.error, null)
  assert.equal(first.url, receiver.url)
  assert.equal(first.request_headers['x-shop'], 'berlin')
  assert.equal(first.request_headers['X-Webhook-Event-Id'], event_id)
  assert.ok(!JSON.stringify(body).includes('sesame'))
  assert.equal(second.attempt, 2)
  assert.equal(second.response_status, 204)
  assert.deepEqual((await shop.get(`${path}?limit=1&offset=1`)).body.data, [first])
})

test('retry sends the same bytes again, after success, after the last failure and after 410', async (t) => {
  for (const [status, before] of [
    [200, 'delivered'],
    [500, 'exhausted'],
    [410, 'stopped'],
  ] as const) {
    await t.test(before, async () => {
      await using receiver = await startReceiver((_one, nth) => ({
        status: nth === 1 ? status : 200,
      }))
      await using open = await openShop({ webhook_url: receiver.url })
      const { shop, base } = open
      await using _ = await runEventPipeline(shop, { retries_ms: [] })
      await cancelledPayment(shop, 'order-1')
      await receiver.until(1)
      const { event_id } = JSON.parse(receiver.received[0]?.body ?? '')
      const path = `${base}/${event_id}`
      const read = () => shop.get(path)
      await until(read, (body) => body.delivery?.status === before)

      const answer = await shop.post(`${path}/retry`)

      assert.equal(answer.status, 200)
      assert.equal(answer.body.delivery.status, 'pending')
      assert.equal(answer.body.delivery.finished_at, null)
      await receiver.until(2)
      const [one, two] = receiver.received
      assert.equal(two?.body, one?.body)
      assert.equal(two?.headers['x-webhook-attempt'], '2')
      assert.equal(two?.headers['x-webhook-event-id'], event_id)
      const after = await until(read, (body) => body.delivery?.status === 'delivered')
      assert.equal(after.delivery.attempts, 2)
    })
  }
})

test('an event that was skipped is sent on request, once there is a webhook_url', async () => {
  await using receiver = await startReceiver()
  await using open = await openShop()
  const { shop, base, set } = open
  await using _ = await runEventPipeline(shop)
  await cancelledPayment(shop, 'order-1')
  const read = () => shop.post(base, { event_type: 'payment_cancelled' })
  const list = await until(read, (body) => body.data[0].delivery?.status === 'skipped')
  const path = `${base}/${list.data[0].event_id}`

  const refused = await shop.post(`${path}/retry`)
  assert.equal(refused.status, 422)
  assert.equal(refused.body.error.code, 'IR_29')
  assert.match(refused.body.error.message, /webhook_url/)
  assert.equal((await shop.get(path)).body.delivery.reason, 'no_webhook_url')

  await set({ webhook_url: receiver.url })
  assert.equal((await shop.post(`${path}/retry`)).status, 200)
  await receiver.until(1)
})

test('an event that is being retried by the clock can be hurried', async () => {
  await using receiver = await startReceiver((_one, nth) => ({ status: nth === 1 ? 503 : 200 }))
  await using open = await openShop({ webhook_url: receiver.url })
  const { shop, base } = open
  await using _ = await runEventPipeline(shop)
  const sent = await shop.post(`${base}/test`, { event_type: 'payment_succeeded' })
  await receiver.until(1)
  const path = `${base}/${sent.body.event_id}`
  const waiting = await until(
    () => shop.get(path),
    (body) => body.delivery?.attempts === 1,
  )
  assert.ok(Date.parse(waiting.delivery.next_attempt_at) > shop.clock.now().getTime() + 30_000)

  await shop.post(`${path}/retry`)

  await receiver.until(2)
})
