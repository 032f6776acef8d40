// GET or POST /payments/list: both methods, every filter, and what is refused.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, sale } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id } = shop.merchant
const LIST = '/payments/list'

const second = await shop.post(`/account/${merchant_id}/business_profile`, { profile_name: 'two' })
const other = second.body.profile_id as string
const { profile_id } = shop.merchant
await shop.post('/customers', { customer_id: 'ada', email: 'ada@example.com' })
await shop.post('/customers', { customer_id: 'eve' })

/** Six payments a second apart; no two are alike. */
const made: Readonly<Record<string, Answer>> = {
  paid: await at(() => pay(shop, APPROVED, { profile_id, payment_id: 'paid', customer_id: 'ada' })),
  failed: await at(() =>
    arrange(shop, 'failed', { profile_id, payment_id: 'failed', customer_id: 'eve', amount: 50 }),
  ),
  dollars: await at(() =>
    shop.post('/payments', {
      ...sale,
      profile_id,
      payment_id: 'dollars',
      currency: 'USD',
      amount: 70,
    }),
  ),
  order: await at(() =>
    shop.post('/payments', {
      ...sale,
      profile_id: other,
      payment_id: 'order',
      merchant_order_reference_id: 'order, 77',
    }),
  ),
  action: await at(() => arrange(shop, 'requires_action', { profile_id, payment_id: 'action' })),
  later: await at(() =>
    pay(shop, APPROVED, {
      profile_id,
      payment_id: 'later',
      amount: 5000,
      payment_method: 'bank_transfer',
      payment_method_type: 'multibanco',
      payment_method_data: { bank_transfer: { multibanco: {} } },
    }),
  ),
}

function at(work: () => Promise<Answer>): Promise<Answer> {
  shop.clock.advance(1_000)
  return work()
}

const moment = (name: string) => made[name]?.body.created as string
const all = Object.keys(made).toReversed()

function idsOf(answer: Answer): string[] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((entry: { payment_id: string }) => entry.payment_id)
}

const filters: [what: string, query: Record<string, string | number>, ids: string[]][] = [
  ['nothing: all, newest first', {}, all],
  ['limit', { limit: 2 }, all.slice(0, 2)],
  ['offset', { limit: 2, offset: 3 }, all.slice(3, 5)],
  ['starting_after', { limit: 2, starting_after: 'action' }, ['order', 'dollars']],
  ['created_gte', { created_gte: moment('action') }, ['later', 'action']],
  ['created_lte', { created_lte: moment('failed') }, ['failed', 'paid']],
  ['status', { status: 'succeeded' }, ['paid']],
  ['several statuses, by commas', { status: 'succeeded,failed' }, ['failed', 'paid']],
  [
    'requires_customer_action (= requires_action)',
    { status: 'requires_customer_action' },
    ['later', 'action'],
  ],
  [
    'requires_redirection (= requires_action)',
    { status: 'requires_redirection' },
    ['later', 'action'],
  ],
  ['pending (= processing)', { status: 'pending' }, []],
  ['customer_id', { customer_id: 'ada' }, ['paid']],
  ['currency', { currency: 'USD' }, ['dollars']],
  ['payment_method', { payment_method: 'bank_transfer' }, ['later']],
  ['payment_method_type', { payment_method_type: 'credit' }, ['action', 'failed', 'paid']],
  ['payment_id', { payment_id: 'paid' }, ['paid']],
  ['several ids', { payment_id: 'paid,order,nobody' }, ['order', 'paid']],
  ['profile_id', { profile_id: other }, ['order']],
  ['merchant_order_reference_id', { merchant_order_reference_id: 'order, 77' }, ['order']],
  ['email', { email: 'ada@example.com' }, ['paid']],
  ['amount_gte', { amount_gte: 1001 }, ['later']],
  ['amount_lte', { amount_lte: 70 }, ['dollars', 'failed']],
  ['two filters at once', { status: 'failed', customer_id: 'ada' }, []],
]

for (const [what, query, ids] of filters) {
  test(`GET, filtered by ${what}`, async () => {
    const text = new URLSearchParams()
    for (const [name, value] of Object.entries(query)) text.set(name, String(value))

    assert.deepEqual(idsOf(await shop.get(`${LIST}?${text.toString()}`)), ids)
  })

  test(`POST, filtered by ${what}`, async () => {
    assert.deepEqual(idsOf(await shop.post(LIST, query)), ids)
  })
}

test('POST takes a JSON array for a filter of several values', async () => {
  const answer = await shop.post(LIST, { status: ['succeeded', 'failed'] })

  assert.deepEqual(idsOf(answer), ['failed', 'paid'])
})

test('POST needs no body', async () => {
  assert.deepEqual(idsOf(await shop.post(LIST)), all)
})

test('the envelope: count, total_count, total_count_relation, has_more, limit, offset, data', async () => {
  const answer = await shop.get(`${LIST}?limit=2&offset=1`)

  const { data, ...rest } = answer.body
  assert.deepEqual(rest, {
    count: 2,
    total_count: 6,
    total_count_relation: 'eq',
    has_more: true,
    limit: 2,
    offset: 1,
  })
  assert.equal(data.length, 2)
})

test('an entry is the payment object, without its client_secret', async () => {
  const { body } = await shop.get(`${LIST}?payment_id=paid`)

  const payment = (await shop.get('/payments/paid')).body
  assert.notEqual(payment.client_secret, null)
  assert.deepEqual(body.data[0], { ...payment, client_secret: null })
})

test("another merchant's payments are in no list", async () => {
  const { client } = await shop.neighbour()

  assert.deepEqual(idsOf(await client.get(`${LIST}?payment_id=paid`)), [])
})

const wrong: [field: string, value: string | number][] = [
  ['limit', 0],
  ['limit', 101],
  ['offset', -1],
  ['created_gte', 'yesterday'],
  ['created_lte', '2026-13-01'],
  ['status', 'paid'],
  ['currency', 'XYZ'],
  ['payment_method', 'cash'],
  ['payment_method_type', 'cash'],
  ['amount_gte', -1],
  ['amount_lte', 1.5],
  ['starting_after', 'nobody'],
  ['colour', 'red'],
]

for (const [field, value] of wrong) {
  test(`${field} cannot be ${value}: 400 IR_04, by GET and by POST`, async () => {
    assertRefused(await shop.get(`${LIST}?${field}=${value}`), 400, 'IR_04', field)
    assertRefused(await shop.post(LIST, { [field]: value }), 400, 'IR_04', field)
  })
}

test('/payments/list is matched before /payments/:payment_id, and `list` is no id', async () => {
  const answer = await shop.get(LIST)

  assert.ok(Array.isArray(answer.body.data))
  assertRefused(
    await shop.post('/payments', { ...sale, profile_id, payment_id: 'list' }),
    400,
    'IR_04',
  )
})

test('the scope payments:read is enough to list and retrieve, and not to create', async () => {
  const reader = await shop.keyWith('payments:read')
  const stranger = await shop.keyWith('customers:read')

  assert.equal((await reader.get(LIST)).status, 200)
  assert.equal((await reader.post(LIST, {})).status, 200)
  assert.equal((await reader.get('/payments/paid')).status, 200)
  assertRefused(await reader.post('/payments', sale), 403, 'AU_03')
  assertRefused(await stranger.get(LIST), 403, 'AU_03')
})
