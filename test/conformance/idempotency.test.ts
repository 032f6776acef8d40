import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import {
  customerCount,
  customersContended,
  customersGone,
  customersHeld,
  assertRefused,
  until,
} from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id } = shop.merchant
const DAY_MS = 24 * 60 * 60 * 1000
let made = 0

/** An unused key. */
function fresh() {
  return { headers: { 'Idempotency-Key': `key-${++made}` } }
}

test('the same request with the same Idempotency-Key is carried out once', async () => {
  const count = await customerCount(shop)
  const key = fresh()

  await shop.post('/customers', { name: 'Ada' }, key)
  await shop.post('/customers', { name: 'Ada' }, key)

  assert.equal(await customerCount(shop), count + 1)
})

test('the replay has the status and the bytes of the first answer, and says that it is one', async () => {
  const key = fresh()
  const first = await shop.post('/customers', { name: 'Ada' }, key)
  shop.clock.advance(5_000)

  const replay = await shop.post('/customers', { name: 'Ada' }, key)

  assert.equal(first.status, 201)
  assert.equal(first.headers.get('Idempotent-Replayed'), null)
  assert.equal(replay.status, 201)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
  assert.match(replay.headers.get('Content-Type') ?? '', /^application\/json/)
})

test('a replay has the usual headers, with its own request id', async () => {
  const key = fresh()
  const first = await shop.post('/customers', {}, key)

  const replay = await shop.post('/customers', {}, key)

  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Reset', 'X-Api-Version', 'X-Request-Id']) {
    assert.notEqual(replay.headers.get(name), null, name)
  }
  assert.notEqual(replay.headers.get('X-Request-Id'), first.headers.get('X-Request-Id'))
})

test('a replay returns the first answer, even if the object has changed since', async () => {
  const key = fresh()
  const first = await shop.post('/customers', { name: 'Ada' }, key)
  await shop.delete(`/customers/${first.body.customer_id}`)

  const replay = await shop.post('/customers', { name: 'Ada' }, key)

  assert.equal(replay.status, 201)
  assert.equal(replay.text, first.text)
})

test('a refusal by the state of things is replayed like any answer', async () => {
  await shop.post('/customers', { customer_id: 'taken' })
  const key = fresh()
  const first = await shop.post('/customers', { customer_id: 'taken' }, key)

  const replay = await shop.post('/customers', { customer_id: 'taken' }, key)

  assertRefused(first, 409, 'HE_01')
  assert.equal(replay.status, 409)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
})

test('a body that was refused as invalid leaves the key free', async () => {
  const key = fresh()
  const first = await shop.post('/customers', { email: 'no' }, key)

  const second = await shop.post('/customers', { email: 'ada@example.com' }, key)

  assertRefused(first, 400, 'IR_04', 'email')
  assert.equal(second.status, 201)
})

test('the same key with another body gives 422 IR_29 and changes nothing', async () => {
  const key = fresh()
  await shop.post('/customers', { name: 'Ada' }, key)
  const count = await customerCount(shop)

  const answer = await shop.post('/customers', { name: 'Eve' }, key)

  assertRefused(answer, 422, 'IR_29', 'Idempotency-Key')
  assert.equal(await customerCount(shop), count)
})

test('the same key on another URL or with another method gives 422 IR_29', async () => {
  const key = fresh()
  const { customer_id } = (await shop.post('/customers', {}, key)).body

  const url = await shop.post(`/customers/${customer_id}`, {}, key)
  const method = await shop.delete(`/customers/${customer_id}`, key)

  assertRefused(url, 422, 'IR_29')
  assertRefused(method, 422, 'IR_29')
  assert.equal((await shop.get(`/customers/${customer_id}`)).status, 200)
})

test('an answer is stored for 24 hours', async () => {
  const key = fresh()
  const first = await shop.post('/customers', {}, key)
  shop.clock.advance(DAY_MS - 60_000)

  const replay = await shop.post('/customers', {}, key)

  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
})

test('24 hours later the key is free, for any request', async () => {
  const key = fresh()
  const first = await shop.post('/customers', { name: 'Ada' }, key)
  shop.clock.advance(DAY_MS + 1_000)

  const second = await shop.post('/customers', { name: 'Eve' }, key)
  const replay = await shop.post('/customers', { name: 'Eve' }, key)

  assert.equal(second.status, 201)
  assert.notEqual(second.body.customer_id, first.body.customer_id)
  assert.equal(second.headers.get('Idempotent-Replayed'), null)
  assert.equal(replay.text, second.text)
})

test('of concurrent twins exactly one creates a customer, and all see the same one', async () => {
  const count = await customerCount(shop)
  const key = fresh()
  const twins = Array.from({ length: 50 }, () => shop.post('/customers', { name: 'Twin' }, key))

  const answers = await Promise.all(twins)

  assert.equal(await customerCount(shop), count + 1)
  const done = answers.filter((answer) => answer.status === 201)
  const waiting = answers.filter((answer) => answer.status === 409)
  assert.equal(done.length + waiting.length, 50)
  assert.equal(new Set(done.map((answer) => answer.text)).size, 1)
  assert.equal(done.filter((answer) => !answer.headers.has('Idempotent-Replayed')).length, 1)
  for (const answer of waiting) assertRefused(answer, 409, 'HE_00')
})

test('a twin that arrives while the first is at work gives 409 HE_00 with Retry-After', async () => {
  const key = fresh()
  const atWork = () =>
    shop.services.db.run('select 1 from idempotency where answer is null', []).then((r) => r.length)

  const [first, twin] = await customersHeld(async (release) => {
    const before = await atWork()
    const sent = shop.post('/customers', { name: 'Twin' }, key)
    await until(async () => (await atWork()) > before)
    const second = await shop.post('/customers', { name: 'Twin' }, key)
    await release()
    return [await sent, second]
  })
  const later = await shop.post('/customers', { name: 'Twin' }, key)

  assert.equal(first.status, 201)
  assertRefused(twin, 409, 'HE_00')
  assert.equal(twin.headers.get('Retry-After'), '1')
  assert.equal(later.text, first.text)
})

test('an internal error is not stored: the next attempt with the key is carried out', async () => {
  const key = fresh()
  const failed = await customersGone(shop, () => shop.post('/customers', { name: 'Ada' }, key))

  const second = await shop.post('/customers', { name: 'Ada' }, key)

  assertRefused(failed, 500, 'HE_00')
  assert.equal(second.status, 201)
  assert.equal(second.headers.get('Idempotent-Replayed'), null)
})

test('"try again" is not stored: the next attempt with the key is carried out', async () => {
  const { customer_id } = (await shop.post('/customers', { name: 'Ada' })).body
  const path = `/customers/${customer_id}`
  const key = fresh()
  const lost = await customersContended(shop, () => shop.post(path, { name: 'Eve' }, key))

  const second = await shop.post(path, { name: 'Eve' }, key)

  assertRefused(lost, 409, 'HE_00')
  assert.equal(lost.headers.get('Retry-After'), '1')
  assert.equal(second.status, 200)
  assert.equal((await shop.get(path)).body.name, 'Eve')
})

test('the replay of POST /api_keys carries the same api_key, and one key was made', async () => {
  const key = fresh()
  const path = `/api_keys/${merchant_id}`
  const first = await shop.post(path, { name: 'replayed' }, key)

  const replay = await shop.post(path, { name: 'replayed' }, key)

  assert.equal(replay.status, 201)
  assert.equal(replay.body.api_key, first.body.api_key)
  assert.equal((await shop.with(replay.body.api_key).get('/health')).status, 200)
  const listed = await shop.get(`${path}/list?limit=100`)
  const names = listed.body.map((record: { name: string }) => record.name)
  assert.equal(names.filter((name: string) => name === 'replayed').length, 1)
})

test('neither the api_key in a stored answer nor the Idempotency-Key can be read in the table', async () => {
  const headers = { 'Idempotency-Key': 'readable-key-text' }
  const { api_key } = (await shop.post(`/api_keys/${merchant_id}`, { name: 'k' }, { headers })).body

  const rows = await shop.services.db.run<{ row: string; answer: Buffer }>(
    'select t::text as row, answer from idempotency t where answer is not null',
    [],
  )

  assert.ok(rows.length > 0)
  for (const { row, answer } of rows) {
    for (const secret of [api_key as string, 'readable-key-text']) {
      assert.ok(!row.includes(secret) && !answer.includes(secret))
      assert.ok(!row.includes(Buffer.from(secret).toString('hex')))
    }
  }
})

test('the keys of two merchants do not meet', async () => {
  const { client } = await shop.neighbour()
  const key = fresh()
  const ours = await shop.post('/customers', { name: 'Ours' }, key)

  const theirs = await client.post('/customers', { name: 'Theirs' }, key)

  assert.equal(theirs.status, 201)
  assert.equal(theirs.headers.get('Idempotent-Replayed'), null)
  assert.notEqual(theirs.body.customer_id, ours.body.customer_id)
})

test('a DELETE can be repeated with its key', async () => {
  const { customer_id } = (await shop.post('/customers', {})).body
  const key = fresh()
  const first = await shop.delete(`/customers/${customer_id}`, key)

  const replay = await shop.delete(`/customers/${customer_id}`, key)

  assert.equal(first.status, 200)
  assert.equal(replay.status, 200)
  assert.equal(replay.text, first.text)
  assert.equal(replay.headers.get('Idempotent-Replayed'), 'true')
})

test('a GET is never replayed', async () => {
  const { customer_id } = (await shop.post('/customers', { name: 'Ada' })).body
  const key = fresh()
  await shop.get(`/customers/${customer_id}`, key)
  await shop.post(`/customers/${customer_id}`, { name: 'Eve' })

  const answer = await shop.get(`/customers/${customer_id}`, key)

  assert.equal(answer.body.name, 'Eve')
  assert.equal(answer.headers.get('Idempotent-Replayed'), null)
})

test('a key without the scope gets no replay', async () => {
  const key = fresh()
  await shop.post('/customers', { name: 'Ada' }, key)
  const reader = await shop.keyWith('customers:read')

  const answer = await reader.post('/customers', { name: 'Ada' }, key)

  assertRefused(answer, 403, 'AU_03')
})

for (const [what, key] of [
  ['empty', ''],
  ['longer than 255 characters', 'k'.repeat(256)],
  ['with a space', 'two words'],
  ['not ASCII', 'schlüssel'],
] as const) {
  test(`an Idempotency-Key that is ${what} gives 400 IR_04`, async () => {
    const count = await customerCount(shop)

    const answer = await shop.post('/customers', {}, { headers: { 'Idempotency-Key': key } })

    assertRefused(answer, 400, 'IR_04', 'Idempotency-Key')
    assert.equal(await customerCount(shop), count)
  })
}

test('an Idempotency-Key of 255 characters is taken', async () => {
  const headers = { 'Idempotency-Key': 'k'.repeat(255) }

  const answer = await shop.post('/customers', {}, { headers })

  assert.equal(answer.status, 201)
})
