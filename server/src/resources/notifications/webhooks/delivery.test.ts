import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { HOUR_MS, sleep } from '#kernel/clock.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { type Receiver, type Reply, startReceiver } from '#testing/receiver.ts'

async function openShop(webhook_details: object): Promise<Shop> {
  const shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  await setWebhooks(shop, webhook_details)
  return shop
}

async function setWebhooks(shop: Shop, webhook_details: object): Promise<void> {
  const { merchant_id, profile_id } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}`
  const answer = await shop.post(path, { webhook_details })
  assert.equal(answer.status, 200, answer.text)
}

async function pay(shop: Shop, payment_id: string, more: object = {}): Promise<void> {
  const answer = await shop.post('/payments', paymentBody({ payment_id, ...more }))
  assert.equal(answer.status, 200, answer.text)
}

interface Recorded {
  event_id: string
  body: string
  status: string
  reason: string | null
  attempts: number
  wait_ms: number | null
}

/** A shop's recorded deliveries, oldest event first. */
function recorded({ services, merchant }: Shop): Promise<Recorded[]> {
  return services.db.run<Recorded>(
    `select event_id, body, status, reason, attempts,
       (extract(epoch from next_attempt_at - (select max(a.created) from delivery_attempts a
         where a.merchant_id = d.merchant_id and a.event_id = d.event_id)) * 1000)::int as wait_ms
     from deliveries d join events e using (merchant_id, event_id)
     where merchant_id = $1 order by e.created, e.event_id`,
    [merchant.merchant_id],
  )
}

async function settled(shop: Shop, count: number, attempts = 1): Promise<Recorded[]> {
  for (let tries = 0; tries < 500; tries++) {
    const rows = await recorded(shop)
    const isDone = rows.every((row) => row.status === 'skipped' || row.attempts >= attempts)
    if (rows.length === count && isDone) return rows
    await sleep(10)
  }
  throw new Error(JSON.stringify(await recorded(shop)))
}

test('an event is delivered as the stored bytes, signed, with the documented headers', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop({
    webhook_url: receiver.url,
    custom_http_headers: { 'x-shop': 'north' },
  })
  await using _ = await runEventPipeline(shop)

  await pay(shop, 'first')
  await receiver.until(1)

  const [hook] = receiver.received
  const [row] = await settled(shop, 1)
  assert.ok(hook && row)
  assert.equal(hook.body, row.body)
  assert.equal(row.status, 'delivered')
  const secret = shop.merchant.payment_response_hash_key
  const timestamp = hook.headers['webhook-timestamp']
  const hex = createHmac('sha512', secret).update(hook.body).digest('hex')
  const standard = createHmac('sha256', secret)
    .update(`${row.event_id}.${String(timestamp)}.${hook.body}`)
    .digest('base64')
  assert.partialDeepStrictEqual(hook.headers, {
    'content-type': 'application/json',
    'x-webhook-signature-512': hex,
    'x-webhook-event-id': row.event_id,
    'x-webhook-attempt': '1',
    'webhook-id': row.event_id,
    'webhook-signature': `v1,${standard}`,
    'x-shop': 'north',
  })
  assert.match(String(hook.headers['user-agent']), /^Florin\/\d/)
  assert.equal(JSON.parse(hook.body).content.object.payment_id, 'first')
})

test('during a secret rotation both secrets sign, afterwards only the new one', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop({ webhook_url: receiver.url })
  await using _ = await runEventPipeline(shop)
  const { merchant_id, profile_id, payment_response_hash_key: old } = shop.merchant
  const path = `/account/${merchant_id}/business_profile/${profile_id}/rotate_webhook_secret`
  const rotated = await shop.post(path, { grace_period_hours: 1 })
  const secret = rotated.body.payment_response_hash_key as string

  await pay(shop, 'during')
  await receiver.until(1)
  shop.clock.advance(3_600_000)
  await pay(shop, 'after')
  await receiver.until(2)

  const [during, after] = receiver.received
  const sign = (key: string, body = '') => createHmac('sha512', key).update(body).digest('hex')
  const both = `${sign(secret, during?.body)},${sign(old, during?.body)}`
  assert.equal(during?.headers['x-webhook-signature-512'], both)
  assert.equal(String(during?.headers['webhook-signature']).split(' ').length, 2)
  assert.equal(after?.headers['x-webhook-signature-512'], sign(secret, after?.body))
})

test('a profile receives the events it has enabled, and the rest is recorded as skipped', async () => {
  await using receiver = await startReceiver()
  await using shop = await openShop({ webhook_url: null })
  await using _ = await runEventPipeline(shop)

  await pay(shop, 'nowhere')
  await settled(shop, 1)
  await setWebhooks(shop, { webhook_url: receiver.url, enabled_events: ['payment_failed'] })
  await pay(shop, 'unlisted')
  await settled(shop, 2)
  await setWebhooks(shop, { enabled_events: [], payment_succeeded_enabled: false })
  await pay(shop, 'off')
  await pay(shop, 'held', { capture_method: 'manual' })
  const rows = await settled(shop, 4)

  assert.deepEqual(
    rows.map((row) => [row.status, row.reason]),
    [
      ['skipped', 'no_webhook_url'],
      ['skipped', 'event_not_enabled'],
      ['skipped', 'event_not_enabled'],
      ['delivered', null],
    ],
  )
  assert.equal(receiver.received.length, 1)
})

test('a failed delivery is retried with the same bytes and the same id until the receiver responds with 2xx', async () => {
  const replies: Reply[] = [{ status: 500 }, { reset: true }, { delay_ms: 600 }, { status: 302 }]
  await using receiver = await startReceiver((_, nth) => replies[nth - 1] ?? { status: 204 })
  await using shop = await openShop({ webhook_url: receiver.url })
  await using _ = await runEventPipeline(shop, {
    retries_ms: [20, 20, 20, 20, 20, 20],
    timeout_ms: 300,
  })

  await pay(shop, 'stubborn')
  const [row] = await settled(shop, 1, 5)

  assert.equal(row?.status, 'delivered')
  assert.equal(row?.attempts, 5)
  const seen = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body])
  assert.deepEqual(
    seen,
    Array.from({ length: 5 }, () => [row?.event_id, row?.body]),
  )
  const numbers = receiver.received.map(({ headers }) => headers['x-webhook-attempt'])
  assert.deepEqual(numbers, ['1', '2', '3', '4', '5'])
})

test('retries follow the schedule, Retry-After is honoured, 410 stops and the last failure exhausts', async () => {
  const replies: Reply[] = [
    { status: 500 },
    { status: 503, headers: { 'Retry-After': '3600' } },
    { status: 503, headers: { 'Retry-After': '999999' } },
    { status: 410 },
  ]
  await using receiver = await startReceiver((_, nth) => replies[nth - 1] ?? { status: 500 })
  await using shop = await openShop({ webhook_url: receiver.url })
  await using _ = await runEventPipeline(shop)
  const after = async (attempts: number) => {
    const row = (await settled(shop, 1, attempts)).at(-1)
    return [row?.status, row?.wait_ms === null ? null : Math.round(Number(row?.wait_ms) / 60_000)]
  }

  await pay(shop, 'refused')
  assert.deepEqual(await after(1), ['pending', 1])
  shop.clock.advance(60_000)
  assert.deepEqual(await after(2), ['pending', 60])
  shop.clock.advance(HOUR_MS)
  assert.deepEqual(await after(3), ['pending', 360])
  shop.clock.advance(6 * HOUR_MS)
  assert.deepEqual(await after(4), ['stopped', null])

  const { db } = shop.services
  await db.run(
    `update deliveries set status = 'pending', next_attempt_at = $2, attempts = 16
       where merchant_id = $1`,
    [shop.merchant.merchant_id, shop.clock.now()],
  )
  await db.run(`update webhook_endpoints set due_at = $2 where merchant_id = $1`, [
    shop.merchant.merchant_id,
    shop.clock.now(),
  ])
  assert.deepEqual(await after(17), ['exhausted', null])
})

test('the events of one object arrive in their order, those of many objects side by side', async () => {
  let peak = 0
  let open = 0
  await using receiver = await startReceiver(() => {
    peak = Math.max(peak, ++open)
    setTimeout(() => open--, 50)
    return { delay_ms: 50 }
  })
  await using shop = await openShop({ webhook_url: receiver.url })
  for (let n = 0; n < 10; n++) {
    await pay(shop, `p${n}`, { capture_method: 'manual_multiple' })
    await shop.post(`/payments/p${n}/capture`, { amount_to_capture: 300 })
    await shop.post(`/payments/p${n}/capture`, { amount_to_capture: 700 })
  }

  await using _ = await runEventPipeline(shop)
  await receiver.until(30)

  const order = new Map<string, number[]>()
  for (const { body } of receiver.received) {
    const { sequence, content } = JSON.parse(body)
    const { payment_id } = content.object
    order.set(payment_id, [...(order.get(payment_id) ?? []), sequence])
  }
  for (const numbers of order.values()) assert.deepEqual(numbers, [1, 2, 3])
  assert.ok(peak > 4, `${peak} at a time`)
})

test('an attempt is logged with its request and response, without credentials or card numbers', async () => {
  await using receiver = await startReceiver(() => ({
    status: 400,
    headers: { 'Set-Cookie': 'session=1', 'X-Trace': 'abc' },
    body: `card 4242 4242 4242 4242 ${'x'.repeat(10_000)}`,
  }))
  await using shop = await openShop({
    webhook_url: receiver.url,
    custom_http_headers: {
      authorization: 'Bearer abc',
      'x-shop': 'north',
      'x-other': 'Zk3u8Qw1Lr7Tn5Yp2Xs9Vb4',
    },
  })
  await using _ = await runEventPipeline(shop)

  await pay(shop, 'logged')
  await settled(shop, 1)

  const [attempt] = await shop.services.db.run<Record<string, unknown>>(
    'select * from delivery_attempts where merchant_id = $1',
    [shop.merchant.merchant_id],
  )
  assert.equal(receiver.received[0]?.headers['authorization'], 'Bearer abc')
  assert.partialDeepStrictEqual(attempt, {
    attempt: 1,
    url: receiver.url,
    response_status: 400,
    error: null,
    request_headers: { authorization: '****', 'x-shop': 'north', 'x-other': '****' },
    response_headers: { 'set-cookie': '****', 'x-trace': 'abc' },
  })
  const sent = receiver.received[0]?.headers['x-webhook-signature-512']
  const headers = attempt?.['request_headers'] as Record<string, string>
  assert.equal(headers['X-Webhook-Signature-512'], sent)
  const body = attempt?.['response_body'] as string
  assert.ok(body.startsWith('card **** xxx'))
  assert.ok(body.length <= 4_096)
})

test('a profile whose webhook_url was removed is not called any more', async () => {
  await using receiver = await startReceiver(() => ({ status: 500 }))
  await using shop = await openShop({ webhook_url: receiver.url })
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'late')
  await settled(shop, 1)

  await setWebhooks(shop, { webhook_url: null })
  shop.clock.advance(60_000)
  await untilStatus(shop, 'stopped')

  assert.equal(receiver.received.length, 1)
  assert.equal((await recorded(shop))[0]?.reason, 'no_webhook_url')
})

async function untilStatus(shop: Shop, status: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if ((await recorded(shop)).every((row) => row.status === status)) return
    await sleep(10)
  }
  throw new Error(JSON.stringify(await recorded(shop)))
}

test('a receiver that hangs delays only its own deliveries', async () => {
  await using quick: Receiver = await startReceiver()
  await using hanging: Receiver = await startReceiver(() => ({ delay_ms: 3_000 }))
  await using slow = await openShop({ webhook_url: hanging.url })
  await using shop = await openShop({ webhook_url: quick.url })
  await using _ = await runEventPipeline(slow)
  for (let n = 0; n < 40; n++) await pay(slow, `s${n}`)
  await hanging.until(4)

  await pay(shop, 'quick')
  await quick.until(1)

  // One queue for both would deliver the forty first, a few every three seconds.
  assert.ok(hanging.received.length < 40, `${hanging.received.length} of the receiver that hangs`)
})

test('a delivery that is committed behind the cursor is sent too, while its endpoint is always busy', async () => {
  await using receiver = await startReceiver(() => ({ delay_ms: 600 }))
  await using shop = await openShop({ webhook_url: receiver.url })
  await using _ = await runEventPipeline(shop)
  const { db } = shop.services
  const over = new AbortController()
  const busy = (async () => {
    for (let n = 0; !over.signal.aborted; n++) await pay(shop, `busy${n}`)
  })()
  await receiver.until(3)

  // As if another worker had relayed an older event and had not woken the endpoint yet.
  const [late] = await db.run<{ event_id: string }>(
    `insert into events (merchant_id, event_id, profile_id, event_type, object_type, object_id, sequence,
       body, created, version, is_test)
     select merchant_id, 'evt_late', profile_id, event_type, object_type, 'late', 1, '{}',
       created - interval '1 hour', 1, true from events where merchant_id = $1 limit 1 returning event_id`,
    [shop.merchant.merchant_id],
  )
  await db.run(
    `insert into deliveries select merchant_id, event_id, profile_id, 'pending', null, 0, created, created,
       null, 1 from events where event_id = $1`,
    [late?.event_id],
  )
  const came = () => receiver.received.some(({ headers }) => headers['webhook-id'] === 'evt_late')
  for (let tries = 0; tries < 500 && !came(); tries++) await sleep(20)
  over.abort()
  await busy

  assert.ok(came())
  const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
  assert.equal(new Set(ids).size, ids.length)
})

test('a sandbox that other machines can reach does not call its own machine, though the address was set before', async () => {
  await using receiver = await startReceiver()
  await using local = await openShop({ webhook_url: receiver.url })
  await using hosted = await harness({ env: { FLORIN_PUBLIC_URL: 'https://sandbox.example' } })
  await using pipeline = await runEventPipeline(hosted)

  await pay(local, 'hosted')
  await settled(local, 1)

  const own = pipeline.attempts.filter(({ row }) => row.merchant_id === local.merchant.merchant_id)
  assert.ok(own.length > 0)
  assert.deepEqual(new Set(own.map(({ row }) => row.error)), new Set(['address_refused']))
  assert.deepEqual(receiver.received, [])
})
