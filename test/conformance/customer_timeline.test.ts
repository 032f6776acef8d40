// GET /customers/:customer_id/timeline: a customer's objects in time order, within the caller's scopes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { signedInAs } from '#testing/team.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, sale } from '../support/paying.ts'
import { create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { confirm, created, createPrice, withProfile } from '../support/subscribing.ts'

delayBank(DISPUTE_DELAY_MS)

interface Entry {
  entry_id: string
  object: string
  id: string
  title: string | null
  user_id: string | null
  created: string
}

const customer_id = 'tove'
const path = `/customers/${customer_id}/timeline`
/** An id for each kind. */
const ids: Record<string, string> = {}
let shop: Shop
let operator: Client

before(async () => {
  shop = await payingShop()
  await shop.post('/customers', { customer_id, name: 'Tove Jansson' })
  const saved = { customer_id, setup_future_usage: 'off_session', description: 'Hand grinder' }
  const { payment_id } = (await pay(shop, APPROVED, saved)).body
  const refund = { payment_id, amount: 321, reason: 'Lid was broken' }
  ids['payment'] = payment_id
  ids['refund'] = (await shop.post('/refunds', refund)).body.refund_id
  ids['dispute'] = (await disputed(shop, undefined, { customer_id })).body.dispute_id
  ids['payout'] = (await create(shop, { ...toBank(), customer_id })).body.payout_id
  const link = await shop.post('/payment_link', { ...sale, customer_id })
  ids['payment_link'] = link.body.payment_link_id
  await subscribe()
  operator = await signedInAs(shop, 'merchant_operator')
  const note = await operator.post(`/customers/${customer_id}/notes`, { text: 'Photo received.' })
  ids['note'] = note.body.note_id
  await operator.post(`/customers/${customer_id}`, { email: 'tove@example.com', phone: '5550100' })
  // Objects of another customer.
  await shop.post('/customers', { customer_id: 'other' })
  const others = await pay(shop, APPROVED, { customer_id: 'other' })
  await shop.post('/refunds', { payment_id: others.body.payment_id, amount: 1 })
})
after(() => shop.app.close())

async function subscribe(): Promise<void> {
  const profile = withProfile(shop)
  const { item_price_id } = await createPrice(profile)
  const subscription = await created(profile, {}, { customer_id, item_price_id })
  await confirm(profile, subscription)
  await runSweeps(shop)
  ids['subscription'] = subscription.body.id
  ids['invoice'] = subscription.body.invoice.id
}

async function read(query = 'limit=100', by: Client = shop): Promise<Entry[]> {
  const answer = await by.get(`${path}?${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

async function kindsFor(by: Client): Promise<string[]> {
  return [...new Set((await read('limit=100', by)).map(({ object }) => object))].toSorted()
}

test('has every object of the customer once and nothing of other customers, newest first', async () => {
  const entries = await read()

  for (const [kind, id] of Object.entries(ids)) {
    const found = entries.filter((entry) => entry.object === kind && entry.id === id)
    assert.equal(found.length, 1, `${kind} ${id}`)
  }
  const count = (kind: string) => entries.filter(({ object }) => object === kind).length
  const listed = await shop.get(`/payments/list?customer_id=${customer_id}&limit=100`)
  assert.equal(count('payment'), listed.body.total_count)
  assert.deepEqual([count('refund'), count('dispute'), count('customer')], [1, 1, 1])
  const times = entries.map(({ created: at }) => at)
  assert.deepEqual(times, times.toSorted().toReversed())
  assert.equal(entries.at(-1)?.object, 'customer')
})

test('each entry says the same about its object as the object itself', async () => {
  const entries = await read()
  const paths = {
    payment: 'payments',
    refund: 'refunds',
    payout: 'payouts',
    payment_link: 'payment_link',
  }
  for (const [kind, folder] of Object.entries(paths)) {
    const entry = entries.find(({ object, id }) => object === kind && id === ids[kind])
    const { body } = await shop.get(`/${folder}/${ids[kind]}`)
    const { status, amount, currency, created: at } = body
    const { entry_id: _, user_id: __, title, ...shown } = entry as Entry
    assert.deepEqual(shown, { object: kind, id: ids[kind], status, amount, currency, created: at })
    assert.equal(title, kind === 'refund' ? body.reason : body.description)
  }
})

test('a change names the fields that were sent and its author, and not their values', async () => {
  const change = (await read()).find(({ object }) => object === 'customer_change')

  const note = (await read()).find(({ object }) => object === 'note')
  assert.equal(change?.title, 'email, phone')
  assert.equal(note?.title, 'Photo received.')
  assert.ok(change?.user_id)
  assert.equal(change.user_id, note?.user_id)
})

for (const limit of [1, 2, 3]) {
  test(`pages of ${limit} have the entries of one page, in its order`, async () => {
    const paged: Entry[] = []
    let more = true
    while (more) {
      const last = paged.at(-1)
      const after = last === undefined ? '' : `&starting_after=${last.entry_id}`
      const { body } = await shop.get(`${path}?limit=${limit}${after}`)
      paged.push(...body.data)
      more = body.has_more
    }
    assert.deepEqual(paged, await read())
  })
}

test('the page before an entry, a page by its offset and a range of time are parts of the whole', async () => {
  const all = await read()
  const [, second, third, fourth] = all
  assert.ok(second && third && fourth)

  assert.deepEqual(await read(`limit=2&ending_before=${fourth.entry_id}`), [second, third])
  assert.deepEqual(await read('limit=2&offset=1'), [second, third])
  const until = all.filter(({ created: at }) => at <= third.created)
  assert.deepEqual(await read(`limit=100&created_lte=${third.created}`), until)
  const since = all.filter(({ created: at }) => at >= third.created)
  assert.deepEqual(await read(`limit=100&created_gte=${third.created}`), since)
  const both = `starting_after=${second.entry_id}&ending_before=${fourth.entry_id}`
  assertRefused(await shop.get(`${path}?${both}`), 400, 'IR_04', 'ending_before')
})

describe('shows a caller only kinds that it may read', () => {
  const scopes: Readonly<Record<string, readonly string[]>> = {
    'payments:read': ['payment'],
    'refunds:write': ['refund'],
    'disputes:read': ['dispute'],
    'payouts:read': ['payout'],
    'payment_links:read': ['payment_link'],
    'subscriptions:read': ['invoice', 'subscription'],
  }
  const always = ['customer', 'customer_change', 'note', 'payment_method']
  for (const [scope, kinds] of Object.entries(scopes)) {
    test(scope, async () => {
      const client = await shop.keyWith('customers:read', scope)
      assert.deepEqual(await kindsFor(client), [...always, ...kinds].toSorted())
    })
  }
  test('nothing without customers:read', async () => {
    assertRefused(await (await shop.keyWith('payments:read')).get(path), 403, 'AU_03')
  })
  test('nothing to a key that is limited to a profile', async () => {
    const { merchant_id, profile_id } = shop.merchant
    const body = { name: 'bound', scopes: ['*'], profile_ids: [profile_id] }
    const key = await shop.post(`/api_keys/${merchant_id}`, body)
    assertRefused(await shop.with(key.body.api_key).get(path), 403, 'AU_03')
  })
})

test('a place that no entry has is refused', async () => {
  for (const place of ['x', '1.planet.x', `1.payment`, '99999999999999999.payment.x']) {
    assertRefused(await shop.get(`${path}?starting_after=${place}`), 400, 'IR_04', 'starting_after')
  }
})

test('a customer who was deleted has no timeline', async () => {
  await shop.post('/customers', { customer_id: 'gone' })
  await pay(shop, APPROVED, { customer_id: 'gone' })
  await shop.delete('/customers/gone')

  assertRefused(await shop.get('/customers/gone/timeline'), 404, 'IR_05')
  assertRefused(await shop.get('/customers/nobody/timeline'), 404, 'IR_05')
})
