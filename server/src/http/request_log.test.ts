// A request's log line says who asked for what, even if the request is refused: a stolen key that tries its scopes
// can be traced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { testBank } from '#testing/bank.ts'
import { eventually } from '#testing/eventually.ts'
import { ADMIN_KEY, harness, type Shop } from '#testing/harness.ts'
import { createLink, submit } from '#testing/payment_link.ts'
import { addUser, openSessionOf } from '#testing/team.ts'
import { isRedacted } from '#kernel/log.ts'
import { registry } from '#resources/resources.ts'
import { freshMinute } from '../../../test/support/expect.ts'

async function lineOf(shop: Shop, answer: Answer): Promise<Record<string, unknown>> {
  const id = answer.headers.get('X-Request-Id') ?? ''
  return eventually('the request is logged', async () => {
    const lines = shop.log.filter((line) => line.includes(id)).map((line) => JSON.parse(line))
    return lines.find((line) => line.msg === 'request')
  })
}

/** One of the shop's keys, with just this scope. */
async function newKey(shop: Shop, scope: string) {
  const { merchant_id } = shop.merchant
  const body = { name: 'scoped', scopes: [scope] }
  const { key_id, api_key } = (await shop.post(`/api_keys/${merchant_id}`, body)).body
  return { key_id: key_id as string, client: shop.with(api_key) }
}

test('a request that is refused for its scope or its object is logged with address, key and object', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const { key_id, client } = await newKey(shop, 'customers:read')
  const known = { address: '127.0.0.1', merchant_id, key_id, level: 'info' }

  const forbidden = await lineOf(shop, await client.get('/payments/pay_wanted'))
  const missing = await lineOf(shop, await client.get('/customers/ada'))
  const invalid = await lineOf(shop, await client.get('/customers/list?limit=x'))

  const payment_id = 'pay_wanted'
  assert.partialDeepStrictEqual(forbidden, { ...known, code: 'AU_03', params: { payment_id } })
  assert.partialDeepStrictEqual(missing, {
    ...known,
    code: 'IR_05',
    params: { customer_id: 'ada' },
  })
  assert.partialDeepStrictEqual(invalid, { ...known, status: 400 })
})

test('a revoked key is logged by its id, an unknown one by its address', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const { key_id, client } = await newKey(shop, 'customers:read')
  await shop.delete(`/api_keys/${merchant_id}/${key_id}`)

  const revoked = await lineOf(shop, await client.get('/customers/ada'))
  const unknown = await lineOf(shop, await shop.with('nobody').get('/customers/ada'))

  const address = '127.0.0.1'
  assert.partialDeepStrictEqual(revoked, { code: 'AU_02', address, merchant_id, key_id })
  assert.partialDeepStrictEqual(unknown, { code: 'AU_01', address, params: { customer_id: 'ada' } })
  assert.equal(unknown['key_id'], undefined)
})

test('a request above the rate limit is logged with its key', async () => {
  await using shop = await harness({ env: { FLORIN_RATE_LIMIT: '1' } })
  const { merchant_id } = shop.merchant
  freshMinute(shop)
  await shop.get('/customers/ada')
  const limited = await shop.get('/customers/ada')

  const line = await lineOf(shop, limited)

  assert.equal(limited.status, 429)
  assert.partialDeepStrictEqual(line, { code: 'RL_01', merchant_id, address: '127.0.0.1' })
  assert.match(String(line['key_id']), /^key_/)
})

test('a request with a publishable key is logged with the id of the key', async () => {
  await using shop = await harness()
  const { merchant_id, publishable_key } = shop.merchant
  const path = `/api_keys/${merchant_id}/list?type=publishable`
  const { key_id } = (await shop.get(path)).body[0]

  const answer = await shop.with(publishable_key).get('/payments/pay_none')

  assert.partialDeepStrictEqual(await lineOf(shop, answer), { merchant_id, key_id })
})

test('X-Forwarded-For without a trusted proxy is reported once', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  const warnings = ({ log }: Shop) => log.filter((line) => line.includes('FLORIN_TRUST_PROXY'))
  await using direct = await harness()
  await using behind = await harness({ env: { FLORIN_TRUST_PROXY: '1' } })

  for (const shop of [direct, behind]) {
    await shop.get('/health')
    assert.deepEqual(warnings(shop), [])
    await shop.get('/health', { headers })
    await shop.get('/health', { headers })
  }

  assert.equal(warnings(direct).length, 1)
  assert.deepEqual(warnings(behind), [])
})

test('the operator is logged as the operator', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant

  const answer = await shop.with(ADMIN_KEY).post(`/accounts/${merchant_id}`, { dispute_fees: {} })

  const line = await lineOf(shop, answer)
  assert.partialDeepStrictEqual(line, { key_id: 'operator', params: { merchant_id } })
})

test('digits that could be a card number, and texts that are no id, are not logged', async () => {
  await using shop = await harness()
  const card = '4242424242424242'

  const answers = [
    await shop.get(`/payments/${card}`),
    await shop.get(`/payments/pay_${card}_x`),
    await shop.get('/payments/Ada%20Lovelace'),
    // Twelve digits are the shortest card number.
    await shop.get(`/payments/${card.slice(4)}`),
  ]

  for (const answer of answers) {
    const { params } = await lineOf(shop, answer)
    assert.deepEqual(params, { payment_id: '[redacted]' })
  }
  assert.ok(!shop.log.join('').includes(card.slice(4)))
})

test('a request that fails with 500 or above is logged as an error', async () => {
  await using shop = await harness()
  const { db } = shop.services
  await db.run('alter table customers rename to customers_away', [])

  const answer = await shop.get('/customers/ada')
  await db.run('alter table customers_away rename to customers', [])

  assert.equal(answer.status, 500)
  assert.partialDeepStrictEqual(await lineOf(shop, answer), { level: 'error', status: 500 })
})

test('a refused request of a user is logged with the user and the address', async () => {
  await using shop = await harness()
  const { merchant_id } = shop.merchant
  const user = await addUser(shop, 'merchant_view_only')
  const client = await openSessionOf(shop, user)

  const line = await lineOf(shop, await client.post('/customers', { name: 'Ada' }))

  const { user_id } = user
  assert.partialDeepStrictEqual(line, { code: 'AU_03', address: '127.0.0.1', merchant_id, user_id })
})

test('a card number in X-Request-Id is replaced: it is neither returned nor logged nor stored', async () => {
  await using shop = await harness()
  const cards = ['5555341244441115', '5555-3412-4444-1115', 'trace_5555341244441115x']

  for (const sent of cards) {
    const headers = { 'X-Request-Id': sent }
    const answer = await shop.post('/customers', { name: 'Ada' }, { headers })
    assert.match(answer.headers.get('X-Request-Id') ?? '', /^req_/)
    await lineOf(shop, answer)
  }

  const trail = await shop.get('/audit')
  for (const text of [shop.log.join(''), trail.text]) {
    assert.ok(!/5555-?3412/.test(text))
  }
  const own = '550e8400-e29b-41d4-a716-446655440000'
  const answer = await shop.get('/health', { headers: { 'X-Request-Id': own } })
  assert.equal(answer.headers.get('X-Request-Id'), own)
})

test('an attempt_id, which opens a payment without a key, is in no log line', async () => {
  await using shop = await harness({ env: (await testBank()).env })
  const link = await createLink(shop)
  const [attempt_id, unknown] = ['attempt-that-was-made', 'attempt-that-was-lost']
  const visitor = shop.with('')
  const page = `/pay/${link}`

  const paid = await submit(shop, link, { attempt_id })
  const answers = [
    await visitor.get(`${page}/attempts/${attempt_id}`),
    await visitor.get(`${page}/attempts/${unknown}`),
    await visitor.get(`${page}/attempts/${attempt_id}/more`),
    await visitor.post(`${page}/attempts/${attempt_id}`, {}),
  ]

  assert.equal(paid.status, 200, paid.text)
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 404, 404, 405],
  )
  for (const answer of answers) await lineOf(shop, answer)
  assert.ok(!shop.log.join('').includes('attempt-that-was'), 'an attempt_id is in the log')
})

/** Public URL parameters that open nothing by themselves, or only what anyone with the URL may see. */
const openIds = [
  'asset',
  'connector_id',
  'credit_note_id',
  'invoice_id',
  'merchant_id',
  'payment_id',
  'payment_link_id',
  'payout_id',
  'provider',
]

test('every parameter of a URL that needs no key is redacted, or listed as one that opens nothing', () => {
  const urls = registry.routes.filter(({ access }) => access === 'public').map(({ url }) => url)
  const names = new Set(urls.flatMap((url) => url.match(/(?<=:)[a-z_]+/g) ?? []))

  const open = [...names].filter((name) => !isRedacted(name))

  assert.deepEqual(open.toSorted(), openIds)
})
