// GET or POST /refunds/list: both methods, every filter, and what is refused.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import { assertRefused, until } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'

delayBank(400)

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const LIST = '/refunds/list'

const second = await shop.post(`/account/${merchant_id}/business_profile`, { profile_name: 'two' })
const other = second.body.profile_id as string
const euros = await paid({ profile_id, payment_id: 'euros', amount: 5077 })
const dollars = await paid({ profile_id: other, payment_id: 'dollars', currency: 'USD' })

async function paid(body: object): Promise<string> {
  return (await pay(shop, APPROVED, body)).body.payment_id as string
}

/** Five refunds a second apart; no two are alike. */
const made: Readonly<Record<string, Answer>> = {
  part: await at({ payment_id: euros, amount: 100 }),
  failed: await at({ payment_id: euros, amount: 77 }),
  batched: await at({ payment_id: euros, amount: 300, refund_type: 'Scheduled' }),
  dollar: await at({ payment_id: dollars, amount: 50 }),
  rest: await at({ payment_id: euros, amount: 400 }),
}
await until(async () => (await shop.get('/refunds/failed')).body.status === 'failed')

function at(body: { payment_id: string; amount: number; refund_type?: string }): Promise<Answer> {
  shop.clock.advance(1_000)
  const ids: Record<number, string> = {
    100: 'part',
    77: 'failed',
    300: 'batched',
    50: 'dollar',
    400: 'rest',
  }
  return shop.post('/refunds', { ...body, refund_id: ids[body.amount] })
}

const moment = (name: string) => made[name]?.body.created as string
const all = Object.keys(made).toReversed()

function idsOf(answer: Answer): string[] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map((entry: { refund_id: string }) => entry.refund_id)
}

const filters: [what: string, query: Record<string, string | number>, ids: string[]][] = [
  ['nothing: all, newest first', {}, all],
  ['limit', { limit: 2 }, all.slice(0, 2)],
  ['offset', { limit: 2, offset: 3 }, all.slice(3, 5)],
  ['starting_after', { limit: 2, starting_after: 'dollar' }, ['batched', 'failed']],
  ['created_gte', { created_gte: moment('dollar') }, ['rest', 'dollar']],
  ['created_lte', { created_lte: moment('failed') }, ['failed', 'part']],
  ['payment_id', { payment_id: 'dollars' }, ['dollar']],
  ['refund_id', { refund_id: 'part' }, ['part']],
  ['several refund_ids, by commas', { refund_id: 'part,rest' }, ['rest', 'part']],
  ['status', { status: 'succeeded' }, ['rest', 'dollar', 'part']],
  ['several statuses, by commas', { status: 'failed,pending' }, ['batched', 'failed']],
  ['refund_status, the same as status', { refund_status: 'failed' }, ['failed']],
  ['both names of the status: what fits both', { status: 'failed', refund_status: 'pending' }, []],
  ['a status that none has', { status: 'review' }, []],
  ['refund_type', { refund_type: 'Scheduled' }, ['batched']],
  ['refund_type, however its letters are sent', { refund_type: 'scheduled' }, ['batched']],
  ['currency', { currency: 'USD' }, ['dollar']],
  ['profile_id', { profile_id: other }, ['dollar']],
  ['amount_gte', { amount_gte: 300 }, ['rest', 'batched']],
  ['amount_lte', { amount_lte: 77 }, ['dollar', 'failed']],
  [
    'several filters: what fits all',
    { payment_id: 'euros', status: 'succeeded' },
    ['rest', 'part'],
  ],
]

for (const [what, query, ids] of filters) {
  test(`GET and POST /refunds/list with ${what}`, async () => {
    const text = new URLSearchParams(query as Record<string, string>)

    assert.deepEqual(idsOf(await shop.get(`${LIST}?${text.toString()}`)), ids)
    assert.deepEqual(idsOf(await shop.post(LIST, query)), ids)
  })
}

test('values of a filter as a JSON array', async () => {
  const body = { status: ['failed', 'pending'], currency: ['EUR'] }

  assert.deepEqual(idsOf(await shop.post(LIST, body)), ['batched', 'failed'])
})

test('the envelope has data, total_count and has_more, and count, limit and offset; each entry is the refund', async () => {
  const { body } = await shop.get(`${LIST}?limit=2&offset=1`)

  const { data, ...rest } = body
  assert.deepEqual(rest, {
    count: 2,
    total_count: 5,
    total_count_relation: 'eq',
    has_more: true,
    limit: 2,
    offset: 1,
  })
  for (const entry of data) {
    assert.deepEqual(entry, (await shop.get(`/refunds/${entry.refund_id}`)).body)
  }
})

const wrong: [field: string, value: unknown][] = [
  ['limit', 0],
  ['limit', 101],
  ['offset', -1],
  ['status', 'done'],
  ['refund_status', 'done'],
  ['refund_type', 'Later'],
  ['currency', 'XXX'],
  ['created_gte', 'yesterday'],
  ['amount_gte', -1],
  ['starting_after', 'nobody'],
  ['customer', 'ada'],
]

test('values that no refund can have, and filters that there are not, give 400', async () => {
  for (const [field, value] of wrong) {
    assertRefused(await shop.get(`${LIST}?${field}=${String(value)}`), 400, 'IR_04', field)
    assertRefused(await shop.post(LIST, { [field]: value }), 400, 'IR_04', field)
  }
})

test("a list shows only one's own refunds", async () => {
  const { client } = await shop.neighbour()

  assert.deepEqual(idsOf(await client.get(LIST)), [])
  assert.deepEqual(idsOf(await client.get(`${LIST}?payment_id=euros`)), [])
})
