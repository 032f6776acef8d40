import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventNames, eventTypes } from '#core/outbox/event_types.ts'
import { Payment } from '#resources/payments/payments/schema.ts'
import type { Transition } from '#kernel/machine.ts'
import { payment as machine } from '#resources/payments/payments/state.ts'
import { harness } from '#testing/harness.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { startReceiver } from '#testing/receiver.ts'
import { freshMinute } from '../../../../../test/support/expect.ts'

test('a test event of every type reaches the receiver, marked as a test, its object as real ones are', async () => {
  await using receiver = await startReceiver()
  await using shop = await harness()
  const { merchant_id, profile_id } = shop.merchant
  const webhook_details = { webhook_url: receiver.url, payment_created_enabled: true }
  await shop.post(`/account/${merchant_id}/business_profile/${profile_id}`, { webhook_details })
  await using _ = await runEventPipeline(shop)

  for (const event_type of eventNames) {
    const answer = await shop.post(`/events/${merchant_id}/test`, { event_type })
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.is_test, true)
    assert.notEqual(answer.body.delivery.status, 'skipped')
    const { type, object } = answer.body.content
    const kind = type.replace('_details', '')
    assert.equal(answer.body.object_id, object[kind === 'subscription' ? 'id' : `${kind}_id`])
  }

  await receiver.until(eventNames.length)
  const came = new Map(
    receiver.received.map(({ body }) => JSON.parse(body)).map((e) => [e.event_type, e]),
  )
  for (const event_type of eventNames) {
    const { content, is_test, timestamp } = came.get(event_type)
    assert.equal(is_test, true)
    assert.equal(content.type, eventTypes[event_type].content)
    assert.equal(content.object.status, eventTypes[event_type].status)
    assert.equal(content.object.merchant_id, merchant_id)
    assert.equal(content.object.profile_id, profile_id)
    assert.equal(content.object.created, timestamp)
    assert.doesNotMatch(JSON.stringify(content.object), /_0{10}/, 'an id of the recorded example')
  }
})

test('the sample of a payment has just the fields that events of payments have', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant

  const answer = await shop.post(`/events/${merchant_id}/test`, { event_type: 'payment_succeeded' })

  const wanted = Payment.required.filter((name) => name !== 'client_secret')
  assert.deepEqual(Object.keys(answer.body.content.object).toSorted(), wanted.toSorted())
  const { payment_id } = answer.body.content.object
  assert.match(payment_id, /^pay_test_/)
  assert.equal(answer.body.object_id, payment_id)
  assert.equal((await shop.get(`/payments/${payment_id}`)).status, 404)
})

test('the status in the table of types is one that leads to that event', () => {
  const rows = Object.values<Transition<string>>(machine.transitions)
  for (const { emits, to } of rows) {
    if (emits === undefined) continue
    const shownAs = (eventTypes as Record<string, { status: string }>)[emits]
    assert.ok(shownAs, `${emits} is not in the table`)
    assert.ok(
      rows.some((row) => row.emits === emits && row.to === shownAs.status),
      `${emits} of ${to}`,
    )
  }
})

test("a test event follows the profile's settings and reports the result", async () => {
  await using shop = await harness()
  const { merchant_id, profile_id } = shop.merchant
  const base = `/account/${merchant_id}/business_profile`
  const other = await shop.post(base, { profile_name: 'Other' })
  const path = `/events/${merchant_id}/test`
  const event_type = 'payment_created'

  const nowhere = await shop.post(path, { event_type })
  assert.equal(nowhere.body.profile_id, profile_id)
  assert.equal(nowhere.body.delivery.status, 'skipped')
  assert.equal(nowhere.body.delivery.reason, 'no_webhook_url')

  const webhook_url = 'https://shop.example/hook'
  await shop.post(`${base}/${other.body.profile_id}`, { webhook_details: { webhook_url } })
  const opted = await shop.post(path, { event_type, profile_id: other.body.profile_id })
  assert.equal(opted.body.profile_id, other.body.profile_id)
  assert.equal(opted.body.delivery.reason, 'event_not_enabled')

  const unknown = await shop.post(path, { event_type, profile_id: 'pro_none' })
  assert.equal(unknown.status, 404)
  assert.equal(unknown.body.error.code, 'IR_05')
})

test('a test event is made once under an Idempotency-Key, and only the receiver gets it', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const headers = { 'Idempotency-Key': 'test-event-1' }
  const send = () =>
    shop.post(`/events/${merchant_id}/test`, { event_type: 'refund_failed' }, { headers })

  const [first, second] = [await send(), await send()]

  assert.equal(second.body.event_id, first.body.event_id)
  const list = (await shop.get(`/events/${merchant_id}`)).body
  assert.equal(list.total_count, 1)
  assert.equal(list.data[0].is_test, true)
  const waiting = await shop.services.db.run(
    'select 1 from waiting_events where merchant_id = $1',
    [merchant_id],
  )
  assert.equal(waiting.length, 0)
})

test('a merchant sends a few test events a minute with all keys together; other merchants and requests are not affected', async () => {
  await using shop = await harness({ env: { FLORIN_TEST_EVENT_RATE_LIMIT: '3' } })
  await using other = await harness({ env: { FLORIN_TEST_EVENT_RATE_LIMIT: '3' } })
  const { merchant_id } = shop.merchant
  const path = `/events/${merchant_id}/test`
  const body = { event_type: 'payment_succeeded' }
  const scopes = { name: 'second', scopes: ['webhooks:write'] }
  const { api_key } = (await shop.post(`/api_keys/${merchant_id}`, scopes)).body
  freshMinute(shop)
  freshMinute(other)

  const sent = [await shop.post(path, body), await shop.with(api_key).post(path, body)]
  const burst = await Promise.all(Array.from({ length: 10 }, () => shop.post(path, body)))

  assert.deepEqual(
    sent.map(({ status }) => status),
    [200, 200],
  )
  const refused = burst.filter(({ status }) => status === 429)
  assert.equal(refused.length, 9)
  assert.equal(refused[0]?.body.error.code, 'RL_01')
  assert.ok(Number(refused[0]?.headers.get('Retry-After')) > 0)
  assert.equal((await shop.get(`/events/${merchant_id}`)).status, 200)
  const foreign = await other.post(`/events/${other.merchant.merchant_id}/test`, body)
  assert.equal(foreign.status, 200)
  freshMinute(shop)
  assert.equal((await shop.post(path, body)).status, 200)
})
