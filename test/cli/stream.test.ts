import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { eventually } from '#testing/eventually.ts'
import { startReceiver } from '#testing/receiver.ts'
import { collect, disordered, openShop, pay, storedEvents } from './following.ts'

const ids = (events: readonly { event_id: string }[]) => events.map(({ event_id }) => event_id)

test('a stream has every event once, in order for each object, while many commits and two relays run', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await using other = await runEventPipeline(shop)
  await using all = await collect(shop, merchant_id)
  await using polled = await collect(shop, merchant_id, { transport: 'poll' })

  const paying = Array.from({ length: 8 }, async (_, client) => {
    for (let n = 0; n < 8; n++) await pay(shop, `p${client}_${n}`, n % 2 === 0)
  })
  await Promise.all(paying)
  const stored = await storedEvents(shop)
  await all.until(stored.length)
  await polled.until(stored.length)

  assert.equal(stored.length, 8 * (4 * 3 + 4))
  assert.ok(other)
  for (const { events } of [all, polled]) {
    assert.deepEqual(new Set(ids(events)), new Set(ids(stored)))
    assert.equal(events.length, stored.length)
    assert.deepEqual(disordered(events), [])
    const cursors = events.map(({ cursor }) => Number(cursor))
    assert.deepEqual(
      cursors,
      cursors.toSorted((a, b) => a - b),
    )
  }
})

test('a position is not handed out while one before it is not committed', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using pipeline = await runEventPipeline(shop)
  await pay(shop, 'first')
  await eventually('the first event is in the stream', async () => {
    return (await shop.get(`/events/${merchant_id}/stream?since=2020-01-01`)).body.data.length === 1
  })
  const { db } = shop.services
  await using held = await holdPosition(merchant_id)

  await pay(shop, 'second')
  await new Promise((resolve) => setTimeout(resolve, 400))
  const early = await shop.get(`/events/${merchant_id}/stream?since=2020-01-01`)
  await held.release()
  const late = await eventually('the second event follows', async () => {
    const { body } = await shop.get(`/events/${merchant_id}/stream?since=2020-01-01`)
    return body.data.length === 2 && body
  })

  assert.deepEqual(
    early.body.data.map((event: { object_id: string }) => event.object_id),
    ['first'],
  )
  assert.deepEqual(
    late.data.map((event: { cursor: string }) => event.cursor),
    ['1', '3'],
  )
  assert.equal((await db.run('select 1 from relay_batches', [])).length, 0)
  assert.ok(pipeline)
})

test('a client that continues with Last-Event-ID or after gets what follows, and nothing twice', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  for (let n = 0; n < 5; n++) await pay(shop, `p${n}`)
  const path = `/events/${merchant_id}/stream`
  const whole = await eventually('all are there', async () => {
    const { body } = await shop.get(`${path}?since=2020-01-01`)
    return body.data.length === 5 && body
  })

  for (const [n, { cursor }] of whole.data.entries()) {
    const after = await shop.get(`${path}?after=${cursor}`)
    const last = await shop.get(`${path}?since=2020-01-01`, {
      headers: { 'Last-Event-ID': cursor },
    })
    assert.deepEqual(after.body.data, whole.data.slice(n + 1))
    assert.deepEqual(last.body, after.body)
  }
  const pages = []
  for (let cursor = '0', more = true; more; ) {
    const { body } = await shop.get(`${path}?after=${cursor}&limit=2`)
    pages.push(body.data.length)
    cursor = body.cursor
    more = body.has_more
  }
  assert.deepEqual(pages, [2, 2, 1])
})

test('a body in the stream is byte for byte the body of the webhook', async () => {
  await using shop = await openShop()
  const { merchant_id, profile_id } = shop.merchant
  await using receiver = await startReceiver()
  const profile = `/account/${merchant_id}/business_profile/${profile_id}`
  await shop.post(profile, { webhook_details: { webhook_url: receiver.url } })
  await using _ = await runEventPipeline(shop)
  await using all = await collect(shop, merchant_id)

  await pay(shop, 'p1')
  await receiver.until(1)
  await all.until(1)

  assert.equal(all.events[0]?.body, receiver.received[0]?.body)
})

test('event types are chosen by name and by wildcard; a pattern that matches nothing is refused', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'held', true)
  await pay(shop, 'p1')
  const read = async (event_types: string) => {
    const query = new URLSearchParams({ since: '2020-01-01', event_types })
    return shop.get(`/events/${merchant_id}/stream?${query.toString()}`)
  }
  await eventually('all are there', async () => (await read('*')).body.data.length === 4)
  const types = async (event_types: string) =>
    (await read(event_types)).body.data.map((event: { event_type: string }) => event.event_type)

  assert.deepEqual(await types('payment_succeeded'), ['payment_succeeded', 'payment_succeeded'])
  assert.deepEqual(await types('*_captured,payment_auth*'), [
    'payment_authorized',
    'payment_captured',
  ])
  assert.deepEqual(await types('refund_*'), [])
  for (const wrong of ['payment_eaten', 'x*y', 'payment_*,']) {
    const { status, body } = await read(wrong)
    assert.equal(status, 400, wrong)
    assert.equal(body.error.field, 'event_types')
  }
})

test('since finds the first event from that moment on', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  const moments: Date[] = []
  for (let n = 0; n < 6; n++) {
    moments.push(shop.clock.now())
    await pay(shop, `p${n}`)
    await eventually('it is there', async () => {
      return (await shop.get(`/events/${merchant_id}/stream?after=${n}`)).body.data?.length === 1
    })
    shop.clock.advance(60_000)
  }

  for (const [n, moment] of moments.entries()) {
    const query = new URLSearchParams({ since: moment.toISOString() })
    const { body } = await shop.get(`/events/${merchant_id}/stream?${query.toString()}`)
    const objects = body.data.map((event: { object_id: string }) => event.object_id)
    assert.deepEqual(
      objects,
      Array.from({ length: 6 - n }, (_, k) => `p${n + k}`),
    )
  }
})

test('a cursor beyond the end of the stream is refused, in the query and in the header', async () => {
  await using shop = await openShop()
  const path = `/events/${shop.merchant.merchant_id}/stream`

  const after = await shop.get(`${path}?after=17`)
  const last = await shop.get(path, { headers: { 'Last-Event-ID': 'x' } })

  assert.equal(after.status, 400)
  assert.equal(after.body.error.field, 'after')
  assert.equal(last.status, 400)
  assert.equal(last.body.error.field, 'Last-Event-ID')
})

test('a key that is bound to a profile follows the events of that profile only', async () => {
  await using shop = await openShop()
  const { merchant_id, profile_id } = shop.merchant
  const made = await shop.post(`/account/${merchant_id}/business_profile`, {
    profile_name: 'Second',
  })
  const other = made.body.profile_id
  const bound = await shop.post(`/api_keys/${merchant_id}`, {
    name: 'bound',
    scopes: ['*'],
    profile_ids: [other],
  })
  await using _ = await runEventPipeline(shop)
  await using mine = await collect(shop.with(bound.body.api_key), merchant_id)
  await using all = await collect(shop, merchant_id)

  await pay(shop, 'of_default')
  const { status } = await shop.post('/payments', {
    payment_id: 'of_second',
    profile_id: other,
    amount: 100,
    currency: 'EUR',
  })
  assert.equal(status, 200)
  await shop.post('/payments/of_second/cancel', {})
  await all.until(3)
  await mine.until(2)

  assert.deepEqual(new Set(mine.events.map((event) => event.profile_id)), new Set([other]))
  assert.deepEqual(
    new Set(all.events.map((event) => event.profile_id)),
    new Set([profile_id, other]),
  )
  assert.deepEqual(
    mine.events.map((event) => event.object_id),
    ['of_second', 'of_second'],
  )
})

test('without the scope the stream is refused, and without payments:read the bodies lack the object', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'p1')
  const path = `/events/${merchant_id}/stream?since=2020-01-01`
  await eventually('it is there', async () => (await shop.get(path)).body.data.length === 1)

  const without = await (await shop.keyWith('payments:read')).get(path)
  const bare = await (await shop.keyWith('webhooks:read')).get(path)
  const { client } = await shop.neighbour()
  const foreign = await client.get(path)

  assert.equal(without.status, 403)
  assert.equal(foreign.status, 404)
  assert.equal(JSON.parse(bare.body.data[0].body).content.object, null)
})

test('a redelivery reaches a client that follows, even if the profile has no webhook_url', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'p1')
  const path = `/events/${merchant_id}/stream?since=2020-01-01`
  const [{ event_id, body }] = await eventually('it is there', async () => {
    const { data } = (await shop.get(path)).body
    return data.length === 1 && data
  })
  const retry = `/events/${merchant_id}/${event_id}/retry`
  const before = await shop.post(retry)
  await using mine = await collect(shop, merchant_id)

  const after = await shop.post(retry)
  await mine.until(1)

  assert.equal(before.status, 422)
  assert.match(before.body.error.message, /florin listen/)
  assert.equal(after.status, 200)
  assert.equal(after.body.delivery.status, 'skipped')
  const [again] = mine.events
  assert.equal(again?.event_id, event_id)
  assert.equal(again?.body, body)
  assert.equal(again?.is_redelivery, true)
  const { data } = (await shop.get(path)).body
  assert.deepEqual(ids(data), [event_id, event_id])
})

test('a test event reaches a client that follows', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using mine = await collect(shop, merchant_id)

  const sent = await shop.post(`/events/${merchant_id}/test`, { event_type: 'refund_succeeded' })
  await mine.until(1)

  assert.equal(mine.events[0]?.event_id, sent.body.event_id)
  assert.equal(mine.events[0]?.is_test, true)
})

test('forwarded attempts are listed with their listener, and change neither delivery nor retries', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  await using _ = await runEventPipeline(shop)
  await pay(shop, 'p1')
  const [{ event_id }] = await eventually('it is there', async () => {
    const { data } = (await shop.get(`/events/${merchant_id}/stream?since=2020-01-01`)).body
    return data.length === 1 && data
  })
  const before = await eventually('the event is relayed', async () => {
    const answer = await shop.get(`/events/${merchant_id}/${event_id}`)
    return answer.body.delivery !== null && answer
  })
  const one = {
    event_id,
    attempt: 1,
    url: 'http://ada:sesame@localhost:3000/hook?token=sesame',
    response_status: 500,
    response_body: 'out of order',
    duration_ms: 12,
  }
  const send = (...attempts: object[]) =>
    shop.post(`/events/${merchant_id}/forwarded`, { listener: 'laptop', attempts })

  const recorded = await send(one, { ...one, attempt: 2, response_status: null, error: 'refused' })
  const again = await send(one)
  const unknown = await send({ ...one, event_id: 'evt_of_nobody' })
  const many = await send(...Array.from({ length: 100 }, (_, n) => ({ ...one, attempt: n + 3 })))
  const more = await send({ ...one, attempt: 200 })

  assert.deepEqual(
    [recorded, again, unknown, many].map(({ body }) => body),
    [{ recorded: 2 }, { recorded: 0 }, { recorded: 0 }, { recorded: 100 }],
  )
  assert.equal(more.body.recorded, 0)
  const list = await shop.get(`/events/${merchant_id}/${event_id}/attempts?limit=100&offset=2`)
  const first = list.body.data.at(-1)
  assert.equal(list.body.total_count, 102)
  assert.equal(first.listener, 'laptop')
  assert.equal(first.url, 'http://localhost:3000/hook')
  assert.equal(first.response_status, 500)
  assert.equal(first.response_body, 'out of order')
  assert.ok(!list.text.includes('sesame'))
  const after = await shop.get(`/events/${merchant_id}/${event_id}`)
  assert.deepEqual(after.body.delivery, before.body.delivery)
})

test('one merchant can follow with 20 clients at a time; the next one is refused with 429', async () => {
  await using shop = await openShop()
  const { merchant_id } = shop.merchant
  const clients = []
  for (let n = 0; n < 20; n++) clients.push(await collect(shop, merchant_id))

  const next = await shop.get(`/events/${merchant_id}/stream`, {
    headers: { Accept: 'text/event-stream' },
  })
  await clients[0]?.stop()
  const free = await eventually('a place is free', async () => {
    const answer = await shop.get(`/events/${merchant_id}/stream?wait=1`)
    return answer.status === 200 && answer
  })

  assert.equal(next.status, 429)
  assert.equal(next.headers.get('retry-after'), '5')
  assert.deepEqual(free.body.data, [])
  for (const client of clients) await client.stop()
})

test('a server that stops ends its streams and long polls at once', async () => {
  const shop = await openShop()
  const { merchant_id } = shop.merchant
  const stream = await fetch(`${shop.base_url}/events/${merchant_id}/stream`, {
    headers: { 'api-key': shop.merchant.api_key, Accept: 'text/event-stream' },
  })
  const polled = shop.get(`/events/${merchant_id}/stream?wait=30`)
  await new Promise((resolve) => setTimeout(resolve, 300))

  const started = performance.now()
  await shop.app.close()
  const text = await stream.text()

  assert.match(text, /^retry: 1000\nid: 0\n\n/)
  assert.equal((await polled).status, 200)
  assert.ok(performance.now() - started < 2_000)
})

async function holdPosition(merchant_id: string) {
  const { testDatabase } = await import('#testing/database.ts')
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  await client.query('begin')
  await client.query('update event_streams set position = position + 1 where merchant_id = $1', [
    merchant_id,
  ])
  const release = async () => {
    await client.query('commit')
  }
  return {
    release,
    async [Symbol.asyncDispose]() {
      await client.end()
    },
  }
}
