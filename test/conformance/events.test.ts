// Events, and the Webhook event envelope: every sentence and every table row, as a merchant's server meets it. The
// receiver here is written from the interface text alone.
import assert from 'node:assert/strict'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { after, test } from 'node:test'
import { eventNames, eventTypes } from '#core/outbox/event_types.ts'
import type { Answer } from '#testing/client.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { type Received, startReceiver } from '#testing/receiver.ts'
import { ISO_UTC, assertRefused, until } from '../support/expect.ts'
import {
  APPROVED,
  arrange,
  DECLINED,
  LATER,
  pay,
  payingShop,
  settle,
  statuses,
} from '../support/paying.ts'

const shop = await payingShop()
const { merchant_id, profile_id } = shop.merchant
const profile = `/account/${merchant_id}/business_profile/${profile_id}`
const base = `/events/${merchant_id}`
const rotated = await shop.post(`${profile}/rotate_webhook_secret`, { grace_period_hours: 0 })
const secret: string = rotated.body.payment_response_hash_key

/** Answers 500 to the first delivery that is ordered to fail, and 200 to everything else. */
const failing = new Set<string>()
const receiver = await startReceiver(({ body }) => {
  const { payment_id } = JSON.parse(body).content.object
  return { status: failing.delete(payment_id) ? 500 : 200 }
})
const webhook_details = { webhook_url: receiver.url, payment_created_enabled: true }
assert.equal((await shop.post(profile, { webhook_details })).status, 200)
const pipeline = await runEventPipeline(shop, { retries_ms: [20, 20] })
after(() => shop.app.close())

interface Delivered extends Received {
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly event: any
}

/** Everything that came about this payment, in the order in which it came. */
function about(payment_id: string): Delivered[] {
  return receiver.received
    .map((one) => ({ ...one, event: JSON.parse(one.body) }))
    .filter(({ event }) => event.content.object.payment_id === payment_id)
}

async function waitForDelivery(payment_id: string, event_type: string): Promise<Delivered> {
  const find = () => about(payment_id).find(({ event }) => event.event_type === event_type)
  await until(async () => find() !== undefined)
  return find() as Delivered
}

/** A payment that succeeds, with what the merchant was sent about it. */
async function paid(body: object = {}): Promise<Delivered> {
  const { payment_id } = (await pay(shop, APPROVED, { profile_id, ...body })).body
  return waitForDelivery(payment_id, 'payment_succeeded')
}

const first = await paid({ payment_id: 'first', metadata: { order_id: '1001' } })

test('The service sends webhook events for payment changes', async (t) => {
  for (const status of statuses) {
    await t.test(`a payment that is ${status}`, async () => {
      const payment = await arrange(shop, status, { profile_id })
      const types = Object.keys(eventTypes).filter((name) => name.startsWith('payment_'))
      const { payment_id } = payment.body
      const isTold = () =>
        about(payment_id).some(({ event }) => event.content.object.status === status)
      await until(async () => isTold())
      for (const { event } of about(payment_id)) {
        assert.ok([...types, 'action_required'].includes(event.event_type), event.event_type)
      }
    })
  }
})

test('The service sends webhook events for refund, dispute and payout changes', async (t) => {
  for (const event_type of ['refund_succeeded', 'dispute_opened', 'payout_success'] as const) {
    await t.test(event_type, async () => {
      const { event_id } = (await shop.post(`${base}/test`, { event_type })).body
      const came = () => receiver.received.find((one) => one.headers['webhook-id'] === event_id)
      await until(async () => came() !== undefined)
      const event = JSON.parse(came()?.body ?? '')
      assert.equal(event.content.type, `${event_type.split('_')[0]}_details`)
    })
  }
})

test('Final outcomes of asynchronous flows are taken from them', async () => {
  const payment = await pay(shop, LATER, { profile_id })
  assert.equal(payment.body.status, 'processing')
  const { payment_id } = payment.body
  await waitForDelivery(payment_id, 'payment_processing')

  await settle(shop, payment_id, 'approved')

  const { event } = await waitForDelivery(payment_id, 'payment_succeeded')
  assert.equal(event.content.object.status, 'succeeded')
})

test('envelope: merchant_id (string), event_id (string), event_type (string), content {type string, object resource fields}, timestamp', () => {
  const {
    merchant_id: _,
    event_id: __,
    event_type: ___,
    timestamp: ____,
    content,
    ...more
  } = first.event
  for (const name of ['merchant_id', 'event_id', 'event_type', 'timestamp']) {
    assert.equal(typeof first.event[name], 'string', name)
  }
  assert.deepEqual(Object.keys(content), ['type', 'object'])
  assert.equal(typeof content.type, 'string')
  assert.equal(typeof content.object, 'object')
  assert.deepEqual(Object.keys(more), ['sequence'])
})

test('merchant_id | string: the merchant whose event it is', () => {
  assert.equal(first.event.merchant_id, merchant_id)
})

test('event_id | string | process each id once: no two events share one, and a repeated delivery keeps it', async () => {
  failing.add('twice')
  await pay(shop, APPROVED, { profile_id, payment_id: 'twice' })
  await until(async () => about('twice').length === 2)

  const [one, two] = about('twice')
  assert.equal(one?.event.event_id, two?.event.event_id)
  assert.equal(one?.body, two?.body)
  assert.equal(two?.headers['x-webhook-attempt'], '2')
  const events = (await shop.get(`${base}?limit=100`)).body
  const ids: string[] = events.data.map((event: { event_id: string }) => event.event_id)
  assert.equal(new Set(ids).size, events.total_count)
})

test('event_type | string | the one type given is `payment_succeeded`', () => {
  assert.equal(first.event.event_type, 'payment_succeeded')
  assert.equal(typeof first.event.event_type, 'string')
})

test('content.type | string | `payment_details` for payment events', async () => {
  assert.equal(first.event.content.type, 'payment_details')
  for (const { event } of receiver.received.map(({ body }) => ({ event: JSON.parse(body) }))) {
    if (event.event_type.startsWith('payment_')) assert.equal(event.content.type, 'payment_details')
  }
})

test('content.object | object | resource fields; for payments includes payment_id, status, amount, currency, metadata', async () => {
  const { payment_id, status, amount, currency, metadata } = first.event.content.object
  assert.deepEqual(
    { payment_id, status, amount, currency, metadata },
    {
      payment_id: 'first',
      status: 'succeeded',
      amount: 1000,
      currency: 'EUR',
      metadata: { order_id: '1001' },
    },
  )
  const { client_secret: _, ...displayed } = (await shop.get('/payments/first')).body
  assert.deepEqual(first.event.content.object, displayed)
})

test('content.object | fields vary by event type: a refund, a dispute and a payout have their own fields', async () => {
  const fields = async (event_type: string) =>
    Object.keys((await shop.post(`${base}/test`, { event_type })).body.content.object)
  assert.ok((await fields('refund_failed')).includes('refund_id'))
  assert.ok((await fields('dispute_opened')).includes('challenge_required_by'))
  assert.ok((await fields('payout_failed')).includes('payout_type'))
})

test('timestamp | string | ISO 8601', () => {
  assert.match(first.event.timestamp, ISO_UTC)
})

/** Written as by a merchant who has read the rules, but not this program. */
function isSigned(rawBody: Buffer, header: unknown): boolean {
  const expected = createHmac('sha512', secret).update(rawBody).digest()
  const given = Buffer.from(String(header), 'hex')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

test('1. The header `X-Webhook-Signature-512` carries an HMAC-SHA512 signature of the exact raw request body', async () => {
  const text = 'Zoë “quoted” \\ 日本 \u2028 </script> 1.0e+5'
  const { body, headers } = await paid({ payment_id: 'odd', description: text })

  assert.ok(isSigned(Buffer.from(body), headers['x-webhook-signature-512']))
  assert.equal(JSON.parse(body).content.object.description, text)
  for (const one of receiver.received) {
    assert.ok(isSigned(Buffer.from(one.body), one.headers['x-webhook-signature-512']))
  }
})

test('1. Verification uses the raw bytes, not a parsed and reserialized object', () => {
  const signature = first.headers['x-webhook-signature-512']
  const reformatted = JSON.stringify(JSON.parse(first.body), null, 2)
  const turned = JSON.stringify(Object.fromEntries(Object.entries(first.event).toReversed()))

  assert.ok(isSigned(Buffer.from(first.body), signature))
  assert.ok(!isSigned(Buffer.from(reformatted), signature))
  assert.ok(!isSigned(Buffer.from(turned), signature))
  assert.ok(!isSigned(Buffer.from(`${first.body} `), signature))
})

test('2. Receivers store and process events idempotently by event_id: a requested redelivery is the same event', async () => {
  const { event_id } = first.event
  assert.equal(first.headers['x-webhook-event-id'], event_id)
  assert.equal((await shop.post(`${base}/${event_id}/retry`)).status, 200)
  await until(async () => about('first').length === 2)

  const [one, two] = about('first')
  assert.equal(two?.body, one?.body)
  assert.equal(two?.headers['x-webhook-event-id'], event_id)
})

test('3. Payment events are matched to local orders with content.object.payment_id or content.object.metadata.order_id', async () => {
  const { event } = await paid({ payment_id: 'mine-77', metadata: { order_id: 'order-77' } })

  assert.equal(event.content.object.payment_id, 'mine-77')
  assert.equal(event.content.object.metadata.order_id, 'order-77')
})

test('4. When a needed field is absent from an event, the resource is retrieved from the API', async () => {
  const { object } = first.event.content
  assert.ok(!('client_secret' in object))

  const payment = await shop.get(`/payments/${object.payment_id}`)

  assert.equal(payment.status, 200)
  assert.equal(typeof payment.body.client_secret, 'string')
})

test('5. Payment events carry unified_code and related failure fields for declines', async () => {
  const { payment_id } = (await pay(shop, DECLINED, { profile_id })).body
  const { event } = await waitForDelivery(payment_id, 'payment_failed')

  const { unified_code, unified_message, error_code, error_message, error_details } =
    event.content.object
  assert.equal(unified_code, 'UE_1007')
  assert.equal(unified_message, 'The card was declined by the issuer')
  assert.equal(error_code, '05')
  assert.equal(typeof error_message, 'string')
  assert.equal(error_details.unified_details.message, unified_message)
})

test('6. Event type names: all of them can be enabled on a profile, and an enabled list is kept to', async () => {
  const made = await shop.post(`/account/${merchant_id}/business_profile`, {
    profile_name: 'Few events',
    webhook_details: { webhook_url: receiver.url, enabled_events: ['refund_failed'] },
  })
  const few: string = made.body.profile_id
  const all = { webhook_details: { enabled_events: eventNames } }
  assert.equal((await shop.post(profile, all)).status, 200)

  const skipped = await shop.post(`${base}/test`, { event_type: 'payment_failed', profile_id: few })
  assert.equal(skipped.body.delivery.status, 'skipped')
  const sent = await shop.post(`${base}/test`, { event_type: 'refund_failed', profile_id: few })
  assert.notEqual(sent.body.delivery.status, 'skipped')
})

test('7. The expected reply is any 2xx; other replies are retried', async () => {
  failing.add('retried')
  await pay(shop, APPROVED, { profile_id, payment_id: 'retried' })
  await until(async () => about('retried').length === 2)
  const { event_id } = about('retried')[0]?.event ?? {}
  const read = () => shop.get(`${base}/${event_id}`)
  await until(async () => (await read()).body.delivery.status === 'delivered')

  const attempts = (await shop.get(`${base}/${event_id}/attempts`)).body.data
  const statusesSeen = attempts.map(
    (attempt: { response_status: number }) => attempt.response_status,
  )
  assert.deepEqual(statusesSeen, [200, 500])
})

test('8. Provisioning of the signing secret: 64 characters, whole once; two signatures while it is replaced', async () => {
  assert.match(secret, /^[A-Za-z0-9]{64}$/)
  const displayed = (await shop.get(profile)).body.payment_response_hash_key
  assert.equal(displayed, `****${secret.slice(-4)}`)
  const next = await shop.post(`${profile}/rotate_webhook_secret`, { grace_period_hours: 1 })

  const { body, headers } = await paid()

  const signatures = String(headers['x-webhook-signature-512']).split(',')
  assert.match(signatures.join(), /^[0-9a-f]{128},[0-9a-f]{128}$/)
  const keys = [next.body.payment_response_hash_key, secret]
  assert.deepEqual(
    signatures,
    keys.map((key) => createHmac('sha512', key).update(body).digest('hex')),
  )
})

const routes: [method: string, path: string, scope: string, body?: object][] = [
  ['GET', base, 'webhooks:read'],
  ['POST', base, 'webhooks:read', {}],
  ['GET', `${base}/${first.event.event_id}`, 'webhooks:read'],
  ['GET', `${base}/${first.event.event_id}/attempts`, 'webhooks:read'],
  ['POST', `${base}/${first.event.event_id}/retry`, 'webhooks:write'],
  ['POST', `${base}/test`, 'webhooks:write', { event_type: 'payment_failed' }],
]

for (const [method, path, scope, body] of routes) {
  const name = path.replace(merchant_id, ':merchant_id').replace(first.event.event_id, ':event_id')
  test(`${method} ${name} needs the scope ${scope}, and knows no other merchant`, async () => {
    const other = scope === 'webhooks:read' ? 'payments:write' : 'webhooks:read'
    const send = async (key: string): Promise<Answer> =>
      (await shop.keyWith(key)).send(method, path, body)

    assert.equal((await send(scope)).status, 200)
    assertRefused(await send(other), 403, 'AU_03')
    const { client } = await shop.neighbour()
    assertRefused(await client.send(method, path, body), 404, 'IR_05')
  })
}

test('an event_id that is unknown gives 404 IR_05 on every route that takes one', async () => {
  assertRefused(await shop.get(`${base}/evt_none`), 404, 'IR_05')
  assertRefused(await shop.get(`${base}/evt_none/attempts`), 404, 'IR_05')
  assertRefused(await shop.post(`${base}/evt_none/retry`), 404, 'IR_05')
})

test('a test event needs an event_type that exists', async () => {
  assertRefused(await shop.post(`${base}/test`, {}), 400, 'IR_01', 'event_type')
  assertRefused(
    await shop.post(`${base}/test`, { event_type: 'nothing' }),
    400,
    'IR_04',
    'event_type',
  )
})

test('a stopped worker has finished its deliveries, and every event in this file was delivered or skipped', async () => {
  const open = () => shop.post(base, { delivery_status: 'pending' })
  await until(async () => (await open()).body.total_count === 0)
  await pipeline[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()

  for (const delivery_status of ['exhausted', 'stopped']) {
    assert.equal((await shop.post(base, { delivery_status })).body.total_count, 0, delivery_status)
  }
})
