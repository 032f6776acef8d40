// GET or POST /disputes/list: both methods, every filter, and what is refused.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Answer } from '#testing/client.ts'
import {
  DISPUTE_DELAY_MS,
  disputed,
  FRAUDULENT,
  INQUIRY,
  NOT_RECEIVED,
} from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const shop = await payingShop()
after(() => shop.app.close())
const { merchant_id, profile_id } = shop.merchant
const LIST = '/disputes/list'

const second = await shop.post(`/account/${merchant_id}/business_profile`, { profile_name: 'two' })
const other = second.body.profile_id as string

/** Four disputes, one after the other; no two are alike. */
const made: Readonly<Record<string, Answer>> = {
  accepted: await disputed(shop, FRAUDULENT, { payment_id: 'p-accepted' }),
  dollars: await disputed(shop, FRAUDULENT, { payment_id: 'p-dollars', currency: 'USD' }),
  lost_in_post: await disputed(shop, NOT_RECEIVED, {
    payment_id: 'p-post',
    profile_id: other,
    amount: 50,
  }),
  inquiry: await disputed(shop, INQUIRY, { payment_id: 'p-inquiry', amount: 5000 }),
}
await shop.post(`/disputes/accept/${made['accepted']?.body.dispute_id}`)

const names = new Map(Object.entries(made).map(([name, { body }]) => [body.dispute_id, name]))
const idOf = (name: string) => made[name]?.body.dispute_id as string
const moment = (name: string) => made[name]?.body.created as string
const all = Object.keys(made).toReversed()

function found(answer: Answer): (string | undefined)[] {
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data.map(({ dispute_id }: { dispute_id: string }) => names.get(dispute_id))
}

const filters: [what: string, query: Record<string, string | number>, names: string[]][] = [
  ['nothing: all, newest first', {}, all],
  ['limit', { limit: 2 }, all.slice(0, 2)],
  ['offset', { limit: 2, offset: 2 }, all.slice(2, 4)],
  ['starting_after', { starting_after: idOf('lost_in_post') }, ['dollars', 'accepted']],
  ['created_gte', { created_gte: moment('lost_in_post') }, ['inquiry', 'lost_in_post']],
  ['created_lte', { created_lte: moment('accepted') }, ['accepted']],
  ['status', { status: 'dispute_opened' }, ['inquiry', 'lost_in_post', 'dollars']],
  ['several statuses, by commas', { status: 'dispute_accepted,dispute_lost' }, ['accepted']],
  ['dispute_stage', { dispute_stage: 'pre_dispute' }, ['inquiry']],
  ['payment_id', { payment_id: 'p-dollars' }, ['dollars']],
  ['dispute_id', { dispute_id: idOf('inquiry') }, ['inquiry']],
  ['currency', { currency: 'USD' }, ['dollars']],
  ['profile_id', { profile_id: other }, ['lost_in_post']],
  ['reason', { reason: 'product_not_received' }, ['lost_in_post']],
  [
    'several filters: what fits all',
    { profile_id, status: 'dispute_opened', currency: 'EUR' },
    ['inquiry'],
  ],
]

for (const [what, query, expected] of filters) {
  test(`GET and POST /disputes/list with ${what}`, async () => {
    const text = new URLSearchParams(query as Record<string, string>)

    assert.deepEqual(found(await shop.get(`${LIST}?${text.toString()}`)), expected)
    assert.deepEqual(found(await shop.post(LIST, query)), expected)
  })
}

test('the envelope has count, total_count and data; an entry carries dispute_id, payment_id, amount, currency, status, reason and created', async () => {
  const { body } = await shop.get(`${LIST}?limit=1`)

  const { data, ...rest } = body
  assert.deepEqual(rest, {
    count: 1,
    total_count: 4,
    total_count_relation: 'eq',
    has_more: true,
    limit: 1,
    offset: 0,
  })
  const fields = ['dispute_id', 'payment_id', 'amount', 'currency', 'status', 'reason', 'created']
  for (const field of fields) assert.ok(data[0][field], field)
  assert.deepEqual(data[0], (await shop.get(`/disputes/${data[0].dispute_id}`)).body)
})

test('limit is 10 by default and 100 at most, offset 0 by default', async () => {
  const { body } = await shop.get(LIST)

  assert.deepEqual([body.limit, body.offset], [10, 0])
  assertRefused(await shop.get(`${LIST}?limit=101`), 400, 'IR_04', 'limit')
})

const wrong: [field: string, value: unknown][] = [
  ['limit', 0],
  ['offset', -1],
  ['status', 'opened'],
  ['dispute_stage', 'late'],
  ['currency', 'XXX'],
  ['created_gte', 'yesterday'],
  ['starting_after', 'nobody'],
  ['customer', 'ada'],
]

test('values that no dispute can have, and filters that there are not, give 400', async () => {
  for (const [field, value] of wrong) {
    assertRefused(await shop.get(`${LIST}?${field}=${String(value)}`), 400, 'IR_04', field)
    assertRefused(await shop.post(LIST, { [field]: value }), 400, 'IR_04', field)
  }
})

test('with order=deadline the first to be answered comes first, on every page and in both directions', async () => {
  const entries: { dispute_id: string; challenge_required_by: string; status: string }[] = (
    await shop.get(`${LIST}?limit=100`)
  ).body.data
  const byDeadline = entries
    .toSorted((a, b) => (a.challenge_required_by < b.challenge_required_by ? -1 : 1))
    .map(({ dispute_id }) => names.get(dispute_id))
  assert.notDeepEqual(byDeadline, all)

  const list = async (query: string) => found(await shop.get(`${LIST}?order=deadline&${query}`))
  assert.deepEqual(await list('limit=100'), byDeadline)
  const [, second = ''] = byDeadline
  assert.deepEqual(await list(`limit=1&starting_after=${idOf(second)}`), byDeadline.slice(2, 3))
  assert.deepEqual(await list(`ending_before=${idOf(second)}`), byDeadline.slice(0, 1))
  const open = byDeadline.filter((name) => name !== 'accepted')
  assert.deepEqual(await list('status=dispute_opened'), open)
  const late = moment('lost_in_post')
  const since = byDeadline.filter((name) => moment(name ?? '') >= late)
  assert.deepEqual(await list(`created_gte=${late}`), since)
  assertRefused(await shop.get(`${LIST}?order=amount`), 400, 'IR_04', 'order')
})

test("a list shows only one's own disputes", async () => {
  const { client } = await shop.neighbour()

  assert.deepEqual(found(await client.get(LIST)), [])
})
