import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { freshMinute, assertRefused } from '../support/expect.ts'

const shop = await harness()
const five = await harness({ env: { FLORIN_RATE_LIMIT: '5' } })
after(async () => {
  await shop.app.close()
  await five.app.close()
})

const { merchant_id } = shop.merchant

function rates({ headers }: Answer) {
  const read = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN)
  return { limit: read('Limit'), remaining: read('Remaining'), reset: read('Reset') }
}

test('limit: 10 entries on a page by default', async () => {
  const { client } = await shop.neighbour()
  for (let n = 0; n < 11; n++) await client.post('/customers', {})

  const answer = await client.get('/customers/list')

  assert.equal(answer.status, 200)
  assert.equal(answer.body.limit, 10)
  assert.equal(answer.body.count, 10)
})

for (const path of ['/customers/list', `/api_keys/${merchant_id}/list`]) {
  for (const limit of ['1', '100']) {
    test(`limit ${limit} is accepted by ${path}`, async () => {
      const answer = await shop.get(`${path}?limit=${limit}`)

      assert.equal(answer.status, 200)
    })
  }

  for (const limit of ['0', '101', '-1', '1.5', 'ten', '']) {
    test(`limit "${limit}" is refused by ${path} with 400 IR_04`, async () => {
      const answer = await shop.get(`${path}?limit=${limit}`)

      assertRefused(answer, 400, 'IR_04', 'limit')
    })
  }

  for (const offset of ['-1', '1.5', 'ten', '10001']) {
    test(`offset "${offset}" is refused by ${path} with 400 IR_04`, async () => {
      const answer = await shop.get(`${path}?offset=${offset}`)

      assertRefused(answer, 400, 'IR_04', 'offset')
    })
  }
}

test('limit and offset in a body are numbers, not text', async () => {
  const limit = await shop.post('/customers/list', { limit: '5' })
  const offset = await shop.post('/customers/list', { offset: '5' })

  assertRefused(limit, 400, 'IR_04', 'limit')
  assertRefused(offset, 400, 'IR_04', 'offset')
})

test('offset is 0 by default', async () => {
  const answer = await shop.get('/customers/list')

  assert.equal(answer.body.offset, 0)
})

for (const length of [1, 64]) {
  test(`an id of ${length} characters: letters, digits, _ and - is accepted`, async () => {
    const customer_id = 'aZ09_-'.repeat(11).slice(-length)

    const answer = await shop.post('/customers', { customer_id })

    assert.equal(answer.status, 201)
    assert.equal((await shop.get(`/customers/${customer_id}`)).status, 200)
  })
}

for (const length of [0, 65]) {
  test(`an id of ${length} characters is refused with 400 IR_04`, async () => {
    const answer = await shop.post('/customers', { customer_id: 'a'.repeat(length) })

    assertRefused(answer, 400, 'IR_04', 'customer_id')
  })
}

test('an id of more than 64 characters in a path names nothing: 404 IR_05', async () => {
  const answer = await shop.get(`/customers/${'a'.repeat(65)}`)

  assertRefused(answer, 404, 'IR_05')
})

const pairs = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, 'value']))

test('metadata holds up to 50 pairs', async () => {
  const fifty = await shop.post('/customers', { metadata: pairs(50) })
  const more = await shop.post('/customers', { metadata: pairs(51) })

  assert.equal(fifty.status, 201)
  assert.deepEqual(fifty.body.metadata, pairs(50))
  assertRefused(more, 400, 'IR_04', 'metadata')
})

test('metadata holds up to 50 pairs after a merge as well', async () => {
  const { customer_id } = (await shop.post('/customers', { metadata: pairs(50) })).body

  const more = await shop.post(`/customers/${customer_id}`, { metadata: { fresh: 'x' } })
  const swapped = await shop.post(`/customers/${customer_id}`, {
    metadata: { fresh: 'x', key0: null },
  })

  assertRefused(more, 400, 'IR_04', 'metadata')
  assert.equal(swapped.status, 200)
  assert.equal(Object.keys(swapped.body.metadata).length, 50)
})

test('a metadata key has at most 40 characters and at least one', async () => {
  const longest = await shop.post('/customers', { metadata: { ['k'.repeat(40)]: 'v' } })
  const longer = await shop.post('/customers', { metadata: { ['k'.repeat(41)]: 'v' } })
  const empty = await shop.post('/customers', { metadata: { '': 'v' } })

  assert.equal(longest.status, 201)
  assertRefused(longer, 400, 'IR_04')
  assertRefused(empty, 400, 'IR_04')
})

test('a metadata value has at most 500 characters, counted as characters', async () => {
  const longest = await shop.post('/customers', { metadata: { k: '€'.repeat(500) } })
  const longer = await shop.post('/customers', { metadata: { k: 'v'.repeat(501) } })

  assert.equal(longest.status, 201)
  assertRefused(longer, 400, 'IR_04', 'metadata.k')
})

test('the metadata limits hold for updates and business profiles too', async () => {
  const { customer_id } = (await shop.post('/customers', {})).body
  const path = `/account/${merchant_id}/business_profile`

  const update = await shop.post(`/customers/${customer_id}`, { metadata: { k: 'v'.repeat(501) } })
  const profile = await shop.post(path, { profile_name: 'p', metadata: pairs(51) })

  assertRefused(update, 400, 'IR_04', 'metadata.k')
  assertRefused(profile, 400, 'IR_04', 'metadata')
})

const LARGEST = 262_144

test('a body of 262144 bytes is read', async () => {
  const raw = '{"name":"Ada"}'.padEnd(LARGEST)

  const answer = await shop.post('/customers', undefined, { raw })

  assert.equal(answer.status, 201)
})

test('a body of 262145 bytes gives 413 IR_07', async () => {
  const raw = '{"name":"Ada"}'.padEnd(LARGEST + 1)

  const answer = await shop.post('/customers', undefined, { raw })

  assertRefused(answer, 413, 'IR_07')
})

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

test('a body nested 20 deep is read and judged by its fields', async () => {
  const answer = await shop.post('/customers', undefined, { raw: nested(20) })

  assertRefused(answer, 400, 'IR_04', 'a')
})

test('a body nested 21 deep is refused unread: 400 IR_06', async () => {
  const objects = await shop.post('/customers', undefined, { raw: nested(21) })
  const arrays = await shop.post('/customers', undefined, {
    raw: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  })

  assertRefused(objects, 400, 'IR_06')
  assertRefused(arrays, 400, 'IR_06')
})

test('X-RateLimit-Limit, -Remaining and -Reset are on every response', async () => {
  const scoped = await shop.keyWith('customers:read')
  freshMinute(shop)
  const next = (Math.floor(shop.clock.now().getTime() / 60_000) + 1) * 60

  const answers: [number, Answer][] = [
    [200, await shop.get('/health')],
    [201, await shop.post('/customers', {})],
    [400, await shop.post('/customers', { email: 'no' })],
    [400, await shop.get('/health', { headers: { 'X-Api-Version': '1999-01-01' } })],
    [401, await shop.with(undefined).get('/health')],
    [401, await shop.with('snd_no').get('/customers/list')],
    [403, await scoped.post('/customers', {})],
    [404, await shop.get('/customers/nobody')],
    [404, await shop.get('/nowhere')],
    [405, await shop.put('/customers', {})],
    [413, await shop.post('/customers', undefined, { raw: ' '.repeat(LARGEST + 1) })],
    [415, await shop.post('/customers', {}, { headers: { 'Content-Type': 'text/plain' } })],
  ]

  for (const [status, answer] of answers) {
    assert.equal(answer.status, status)
    const { limit, remaining, reset } = rates(answer)
    assert.deepEqual({ status, limit, reset }, { status, limit: 1_000_000, reset: next })
    assert.ok(remaining >= 0 && remaining < limit)
  }
})

test('the X-RateLimit headers are on the answer to a URL that is not well formed', async () => {
  const answer = await shop.get('/%zz')

  assertRefused(answer, 404, 'IR_02')
  assert.equal(rates(answer).limit, 1_000_000)
})

test('the X-RateLimit headers are on the answer to an unknown URL with a broken body', async () => {
  const answer = await shop.post('/nowhere', undefined, { raw: '{"broken' })

  assert.equal(rates(answer).limit, 1_000_000)
})

test('the limit is 1500 a minute in the sandbox and 6000 in production', async () => {
  await using sandbox = await harness({ env: { FLORIN_RATE_LIMIT: '' } })
  await using production = await harness({
    env: { FLORIN_RATE_LIMIT: '', FLORIN_ENVIRONMENT: 'production' },
  })

  const limits = [await sandbox.get('/health'), await production.get('/health')].map(rates)

  assert.deepEqual(
    limits.map(({ limit }) => limit),
    [1_500, 6_000],
  )
})

test('the operator sets a limit for one merchant, and removes it with null', async () => {
  const { client, merchant } = await five.neighbour()
  const operator = five.with(ADMIN_KEY)
  const path = `/accounts/${merchant.merchant_id}`
  freshMinute(five)

  const raised = await operator.post(path, { rate_limit: 8 })
  const answers: Answer[] = []
  for (let n = 0; n < 9; n++) answers.push(await client.get('/health'))
  const other = await five.get('/health')
  freshMinute(five)
  const again = await operator.post(path, { rate_limit: null })

  assert.equal(raised.body.rate_limit, 8, raised.text)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array(8).fill(200), 429],
  )
  for (const answer of answers) assert.equal(rates(answer).limit, 8)
  assert.equal(rates(other).limit, 5)
  assert.equal(again.body.rate_limit, null)
  assert.equal(rates(await client.get('/health')).limit, 5)
})

for (const rate_limit of [0, -1, 1.5, 10_000_001, '100']) {
  test(`rate_limit ${JSON.stringify(rate_limit)} of a merchant is refused with 400 IR_04`, async () => {
    const answer = await shop.with(ADMIN_KEY).post(`/accounts/${merchant_id}`, { rate_limit })

    assertRefused(answer, 400, 'IR_04', 'rate_limit')
  })
}

test('a merchant cannot set its own rate limit', async () => {
  assertRefused(
    await shop.post(`/accounts/${merchant_id}`, { rate_limit: 1_000_000 }),
    403,
    'AU_03',
  )
})

test('while the key of the operator is replaced, both are accepted', async () => {
  const newer = ADMIN_KEY.toUpperCase()
  await using both = await harness({ env: { FLORIN_ADMIN_KEY: `${newer},${ADMIN_KEY}` } })
  const path = `/accounts/${both.merchant.merchant_id}`

  for (const key of [newer, ADMIN_KEY]) {
    const answer = await both.with(key).post(path, { merchant_name: 'Renamed' })
    assert.equal(answer.status, 200, answer.text)
  }
  assertRefused(await both.with(`${newer},${ADMIN_KEY}`).post(path, {}), 401, 'AU_01')
})

test('X-RateLimit-Remaining counts down to nothing, and beyond gives 429 RL_01', async () => {
  freshMinute(five)

  const answers: Answer[] = []
  for (let n = 0; n < 7; n++) answers.push(await five.get('/health'))

  assert.deepEqual(
    answers.map((answer) => [answer.status, rates(answer).remaining]),
    [
      [200, 4],
      [200, 3],
      [200, 2],
      [200, 1],
      [200, 0],
      [429, 0],
      [429, 0],
    ],
  )
  assert.equal(answers[6]?.body.error.code, 'RL_01')
  assert.equal(answers[6]?.body.error.type, 'rate_limit_error')
})

test('429 says in Retry-After and X-RateLimit-Reset when the next minute begins', async () => {
  const { client } = await five.neighbour()
  freshMinute(five)
  for (let n = 0; n < 5; n++) await client.get('/health')
  const second = () => Math.floor(five.clock.now().getTime() / 1000)
  const before = second()

  const answer = await client.get('/health')

  assertRefused(answer, 429, 'RL_01')
  const { reset } = rates(answer)
  assert.equal(reset, (Math.floor(before / 60) + 1) * 60)
  const wait = Number(answer.headers.get('Retry-After'))
  assert.ok(wait <= reset - before && wait >= reset - second(), `Retry-After ${wait}`)
})

test('a refused request does nothing, and after the reset the merchant is served again', async () => {
  const { client } = await five.neighbour()
  freshMinute(five)
  for (let n = 0; n < 5; n++) await client.get('/health')
  const refusal = await client.post('/customers', { customer_id: 'late' })
  freshMinute(five)

  const answer = await client.get('/customers/late')

  assertRefused(refusal, 429, 'RL_01')
  assertRefused(answer, 404, 'IR_05')
  assert.equal(rates(answer).remaining, 4)
})

test('the limit is one for all keys of a merchant and apart for each merchant', async () => {
  const { client } = await five.neighbour()
  freshMinute(five)
  const scoped = await five.keyWith('customers:read')
  for (let n = 0; n < 4; n++) await scoped.get('/customers/list')

  const same = await five.get('/health')
  const other = await client.get('/health')

  assertRefused(same, 429, 'RL_01')
  assert.equal(other.status, 200)
})

test('requests that fail count like those that succeed', async () => {
  const { client } = await five.neighbour()
  freshMinute(five)
  for (let n = 0; n < 5; n++) assertRefused(await client.get('/customers/nobody'), 404, 'IR_05')

  const answer = await client.get('/health')

  assertRefused(answer, 429, 'RL_01')
})
