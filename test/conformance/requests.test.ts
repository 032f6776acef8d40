// The request log: which requests it has, and what of them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addMs, DAY_MS, systemClock } from '#kernel/clock.ts'
import { maintainPartitions, partitioned } from '#kernel/partitions.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { readLogged, untilLogged } from '../support/request_log.ts'

const env = { FLORIN_PROVIDER: 'instant', FLORIN_REQUEST_LOG: 'yes' }
let shop: Shop

before(async () => {
  shop = await harness({ env })
})
after(() => shop.app.close())

test('a payment is logged with its facts, its objects and redacted bodies', async () => {
  await shop.post('/customers', { customer_id: 'ada', name: 'Ada Lovelace' })
  const body = paymentBody({ confirm: true, customer_id: 'ada', description: 'a secret gift' })
  const { body: payment } = await shop.post('/payments', body, {
    headers: { 'User-Agent': 'florin-node/1.2.3 node/24' },
  })
  assert.equal(payment.status, 'succeeded')

  const logged = await readLogged(shop, `object_id=${payment.payment_id}`)

  assert.equal(logged['method'], 'POST')
  assert.equal(logged.route, '/payments')
  assert.equal(logged.path, '/payments')
  assert.equal(logged.status, 200)
  assert.equal(logged.error_code, null)
  assert.match(String(logged.key_id), /^key_/)
  assert.equal(logged['address'], '127.0.0.1')
  assert.equal(logged['sdk'], 'florin-node/1.2.3')
  assert.deepEqual(logged.profile_ids, [shop.merchant.profile_id])
  assert.ok(logged.object_ids.includes(payment.payment_id) && logged.object_ids.includes('ada'))
  const sent = JSON.parse(logged.request_body ?? '')
  const answered = JSON.parse(logged.response_body ?? '')
  assert.equal(sent.amount, answered.amount)
  assert.equal(sent.currency, 'EUR')
  assert.equal(sent.customer_id, 'ada')
  assert.equal(sent.description, '[redacted]')
  assert.equal(sent.payment_method_data.card.card_number, '[redacted]')
  assert.equal(sent.payment_method_data.card.card_cvc, '[redacted]')
  assert.equal(answered.status, 'succeeded')
  assert.equal(answered.payment_id, payment.payment_id)
  assert.equal(answered.client_secret, '[redacted]')
  assert.equal(answered.description, '[redacted]')
})

test('the webhooks that a request caused are listed with it, under the X-Request-Id that it sent', async () => {
  const headers = { 'X-Request-Id': 'order-77' }
  const { body } = await shop.post('/payments', paymentBody({ confirm: true }), { headers })

  await untilLogged(shop, `object_id=${body.payment_id}`)
  const { body: logged } = await shop.get('/requests/order-77')

  assert.equal(logged.sent_request_id, 'order-77')
  assert.match(logged.request_id, /^req_/)
  assert.deepEqual(
    logged.webhooks.map((each: { event_type: string }) => each.event_type),
    ['payment_succeeded'],
  )
  assert.equal(logged.webhooks[0].object_id, body.payment_id)
})

test('two requests with the same X-Request-Id are two entries, and pages pass both', async () => {
  const { merchant, client } = await shop.neighbour()
  const headers = { 'X-Request-Id': 'the-same' }
  for (const amount of [1, 2, 3])
    await client.post('/payments', { amount, currency: 'EUR' }, { headers })
  const all = await untilLogged(client, 'limit=10', 3)

  const seen: string[] = []
  for (let after = ''; seen.length < 10; ) {
    const { body } = await client.get(`/requests?limit=1${after}`)
    if (body.data.length === 0) break
    seen.push(body.data[0].request_id)
    after = `&starting_after=${body.data[0].request_id}`
  }

  assert.deepEqual(
    seen,
    all.map(({ request_id }) => request_id),
  )
  assert.equal(new Set(seen).size, 3)
  assert.ok(all.every((each) => each['merchant_id'] === merchant.merchant_id))
})

test('a refused request is logged with its code; its message has nothing from the request', async () => {
  const { client } = await shop.neighbour()
  const wrong = { currency: 'Euro of Ada', amount: -5, name: 'Ada', nickname_of_ada: 'Countess' }
  const { status } = await client.post('/payments', wrong)
  assert.equal(status, 400)

  const logged = await readLogged(client, 'status_class=4xx')

  assert.equal(logged.status, 400)
  assert.equal(logged.error_code, JSON.parse(logged.response_body ?? '').error.code)
  const text = JSON.stringify(logged)
  for (const part of ['Ada', 'ada', 'Countess', 'nickname']) assert.ok(!text.includes(part), text)
  assert.equal(JSON.parse(logged.request_body ?? '')['[other fields]'], '[redacted]')
})

test('a request without a valid key, a health check and a request to the log are not logged', async () => {
  const { client } = await shop.neighbour()
  await client.get('/health/ready')
  await client.with('snd_unknown').get('/payments/list')
  await client.get('/requests')
  await client.get('/requests/req_none')
  await client.get('/balances')

  const logged = await untilLogged(client, 'limit=10')

  assert.deepEqual(
    logged.map(({ route }) => route),
    ['/balances'],
  )
})

test('requests are found by status, class, route, method, code, key, and time', async () => {
  const { client } = await shop.neighbour()
  const since = new Date().toISOString()
  await client.post('/customers', { customer_id: 'eve' })
  await client.post('/customers', { customer_id: 'eve' })
  await client.get('/customers/eve')
  const [last] = await untilLogged(client, 'limit=10', 3)
  const count = async (query: string) => (await client.get(`/requests?${query}`)).body.total_count

  assert.equal(await count('status=409'), 1)
  assert.equal(await count('status_class=4xx'), 1)
  assert.equal(await count('status_class=2xx'), 2)
  assert.equal(await count('error_code=HE_01'), 1)
  assert.equal(await count('route=/customers/:customer_id'), 1)
  assert.equal(await count('method=POST'), 2)
  assert.equal(await count(`key_id=${last?.key_id}`), 3)
  assert.equal(await count('sent_by=users'), 0)
  assert.equal(await count('object_id=eve'), 3)
  assert.equal(await count('object_id=eve&method=GET'), 1)
  assert.equal(await count(`created_gte=${since}`), 3)
  assert.equal((await client.post('/requests', { status: 409 })).body.total_count, 1)
})

test('a follower reads every entry once, oldest first, with a cursor', async () => {
  const { client } = await shop.neighbour()
  const since = new Date().toISOString()
  for (let n = 0; n < 5; n++) await client.post('/customers', { customer_id: `c${n}` })
  await untilLogged(client, 'limit=10', 5)
  const read = async (query: string) =>
    (await client.get(`/requests?order=oldest&limit=2&${query}`)).body

  const seen: string[] = []
  let page = await read(`created_gte=${since}`)
  while (page.data.length > 0) {
    for (const each of page.data) seen.push(each.object_ids[0])
    page = await read(`starting_after=${page.data.at(-1).request_id}`)
  }

  assert.deepEqual(seen, ['c0', 'c1', 'c2', 'c3', 'c4'])
})

test("a merchant sees no other merchant's requests", async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'mine' })
  const [entry] = await untilLogged(client, 'object_id=mine')

  assert.equal((await shop.get(`/requests/${entry?.request_id}`)).status, 404)
  assert.equal((await shop.get('/requests?object_id=mine')).body.total_count, 0)
  const elsewhere = await shop.get(`/requests?starting_after=${entry?.request_id}`)
  assert.equal(elsewhere.status, 400)
})

test('a key without requests:read is refused; one with it sees no webhooks without webhooks:read', async () => {
  assert.equal((await (await shop.keyWith('payments:write')).get('/requests')).status, 403)
  const { body } = await shop.post('/payments', paymentBody({ confirm: true }))
  const reader = await shop.keyWith('requests:read')

  const logged = await readLogged(reader, `object_id=${body.payment_id}`)

  assert.deepEqual(logged['webhooks'], [])
})

test('a key that is bound to a profile sees only requests of that profile', async () => {
  const { merchant_id, profile_id } = shop.merchant
  const other = await shop.post(`/account/${merchant_id}/business_profile`, {
    profile_name: 'second',
  })
  const second = other.body.profile_id as string
  const ids: string[] = []
  for (const each of [profile_id, second]) {
    const { body } = await shop.post('/payments', paymentBody({ profile_id: each }))
    await untilLogged(shop, `object_id=${body.payment_id}`)
    ids.push(body.payment_id)
  }
  await shop.get('/balances')
  const made = await shop.post(`/api_keys/${merchant_id}`, {
    name: 'bound',
    scopes: ['requests:read', 'payments:read'],
    profile_ids: [second],
  })
  const bound = shop.with(made.body.api_key)
  await bound.get(`/payments/${ids[0]}`)

  const logged = await untilLogged(bound, 'limit=100', 4)

  assert.deepEqual(new Set(logged.flatMap((each) => each.profile_ids)), new Set([second]))
  assert.deepEqual(
    logged.map(({ route, status }) => [route, status]),
    [
      ['/payments/:payment_id', 404],
      ['/api_keys/:merchant_id', 201],
      ['/payments', 200],
      ['/account/:merchant_id/business_profile', 201],
    ],
  )
  const [hidden] = await untilLogged(shop, `object_id=${ids[0]}&method=POST`)
  assert.equal((await bound.get(`/requests/${hidden?.request_id}`)).status, 404)
})

test('a deleted customer leaves no id and no body in the log', async () => {
  const { client, merchant } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'nadia', name: 'Nadia' })
  await client.post('/payments', paymentBody({ customer_id: 'nadia' }))
  await client.get('/customers/nadia')
  await client.get('/payments/list?customer_id=nadia')
  await untilLogged(client, 'object_id=nadia', 4)
  await client.delete('/customers/nadia')
  await untilLogged(client, 'object_id=nadia', 5)

  await client.post('/sandbox/clock', { advance: '3m' })
  await runSweeps(shop)

  for (const name of ['requests', 'request_objects']) {
    const rows = await shop.services.db.run<{ row: string }>(
      `select r::text as row from ${name} r where merchant_id = $1`,
      [merchant.merchant_id],
    )
    assert.ok(rows.length > 0)
    assert.deepEqual(
      rows.filter(({ row }) => /nadia/i.test(row)),
      [],
      name,
    )
  }
})

test('requests live for 7 days, and for 8 at most', async () => {
  const { client } = await shop.neighbour()
  await client.post('/customers', { customer_id: 'old' })
  await untilLogged(client, 'object_id=old')
  const { db } = shop.services
  const maintainAfter = (days: number) => {
    const now = addMs(systemClock.now(), days * DAY_MS)
    return maintainPartitions((text, values) => db.run(text, values), partitioned, now)
  }

  await maintainAfter(7)
  assert.equal((await client.get('/requests')).body.total_count, 1)
  await maintainAfter(8)

  assert.equal((await client.get('/requests?object_id=old')).body.total_count, 0)
  assert.equal((await client.get('/requests')).body.total_count, 0)
})
