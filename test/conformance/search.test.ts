// GET /search as a caller sees it: what is found by which part of it, and what is not.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { relayEvents } from '#core/outbox/relay.ts'
import { registry } from '#resources/resources.ts'
import { delayBank } from '#testing/bank.ts'
import type { Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { indexNow } from '#testing/search.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { signedInAs } from '#testing/team.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop, sale } from '../support/paying.ts'
import { create } from '../support/paying_out.ts'
import { confirm, created, withProfile } from '../support/subscribing.ts'
import { toBank } from '../support/recipients.ts'

delayBank(DISPUTE_DELAY_MS)

const TOVE = { email: 'tove.jansson@example.com', name: 'Tove Jansson' }

let shop: Shop
let client: Client
let other_profile: string
/** One object of each kind, all of them about Tove. */
const ids: Record<string, string> = {}

before(async () => {
  shop = await payingShop()
  client = shop
  const customer = await shop.post('/customers', { ...TOVE, description: 'Moomin lady' })
  ids['customer'] = customer.body.customer_id
  const { customer_id } = customer.body
  const payment = await pay(shop, '4000000000009235', {
    customer_id,
    amount: 17_100,
    merchant_order_reference_id: 'NW-104',
    description: 'Hand grinder, Ünïcode',
  })
  ids['payment'] = payment.body.payment_id
  const paid = await pay(shop, APPROVED, { merchant_order_reference_id: 'NW-105' })
  const { payment_id } = paid.body
  ids['refund'] = (
    await shop.post('/refunds', { payment_id, amount: 321, reason: 'Lid was broken' })
  ).body.refund_id
  ids['dispute'] = (await disputed(shop)).body.dispute_id
  ids['payout'] = (await create(shop, { ...toBank(), description: 'Royalties' })).body.payout_id
  const link = { ...sale, amount: 4_242, description: 'Gift card' }
  ids['payment_link'] = (await shop.post('/payment_link', link)).body.payment_link_id
  await bill(customer_id)
  const account = `/account/${shop.merchant.merchant_id}/business_profile`
  other_profile = (await shop.post(account, { profile_name: 'Second' })).body.profile_id
  await indexNow(shop.services)
})
after(() => shop.app.close())

/** A plan, a coupon, a subscription and its invoice. */
async function bill(customer_id: string): Promise<void> {
  const profile = withProfile(shop)
  const prices = [{ amount: 3_400, currency: 'EUR', interval: 'month' }]
  const plan = await profile.post('/subscriptions/plans', { name: 'Beans every month', prices })
  ids['plan'] = plan.body.plan_id
  const coupon = { coupon_code: 'WELCOME20', percent_off: 20, duration: 'once' }
  ids['coupon'] = (await profile.post('/subscriptions/coupons', coupon)).body.coupon_code
  const { item_price_id } = plan.body.prices[0]
  const subscription = await created(profile, {}, { customer_id, item_price_id })
  ids['subscription'] = subscription.body.id
  await confirm(profile, subscription)
  await runSweeps(shop)
  ids['invoice'] = subscription.body.invoice.id
}

interface Result {
  object: string
  id: string
  title: string
}

async function search(q: string, by: Client = client): Promise<Result[]> {
  const answer = await by.get(`/search?q=${encodeURIComponent(q)}`)
  assert.equal(answer.status, 200, answer.text)
  assert.ok(answer.body.data.length <= 20)
  return answer.body.data
}

async function assertFound(q: string, kind: string, by?: Client): Promise<void> {
  const results = await search(q, by)
  const names = results.map(({ object, id }) => `${object} ${id}`)
  assert.ok(names.includes(`${kind} ${ids[kind]}`), `${q}: ${names.join(', ') || 'nothing'}`)
}

async function invoiceNumber(): Promise<string> {
  return (await withProfile(shop).get(`/invoices/${ids['invoice']}`)).body.number
}

describe('finds', () => {
  const parts = [
    ['customer', 'part of an e-mail address', 'tove'],
    ['customer', 'a whole e-mail address', 'tove.jansson@example.com'],
    ['customer', 'the domain of an e-mail address', 'example.com'],
    ['customer', 'a name in other letters', 'TÓVE jansson'],
    ['customer', 'a name in another order', 'jansson tove'],
    ['customer', 'part of a description', 'moom'],
    ['payment', 'an order reference', 'NW-104'],
    ['payment', 'the number in an order reference', '104'],
    ['payment', 'the last four digits', '9235'],
    ['payment', 'an amount', '171.00'],
    ['payment', 'an amount with a comma and a currency', '€171,00'],
    ['payment', 'an amount without cents', '171'],
    ['payment', 'a word of its description', 'grinder'],
    ['payment', 'a word without its accents', 'unicode'],
    ['payment', 'a person and an amount', 'tove 171.00'],
    ['refund', 'its reason', 'broken lid'],
    ['refund', 'its amount', '3.21'],
    ['payout', 'its description', 'royal'],
    ['payment_link', 'its description', 'gift'],
    ['payment_link', 'its amount', '42.42'],
    ['coupon', 'its code', 'WELCOME20'],
    ['coupon', 'the beginning of its code', 'welc'],
    ['plan', 'its name', 'beans'],
    ['subscription', 'its plan', 'beans'],
    ['subscription', 'its customer', 'Tove Jansson'],
    ['invoice', 'its customer', 'Tove Jansson'],
  ] as const
  for (const [kind, part, q] of parts) {
    test(`a ${kind} by ${part}: ${q}`, () => assertFound(q, kind))
  }

  test('an invoice by its number', async () => {
    const number = await invoiceNumber()
    assert.match(number, /\d/)
    await assertFound(number, 'invoice')
  })

  test('every kind but coupons by the first half of an id', async () => {
    for (const [kind, id] of Object.entries(ids)) {
      if (kind !== 'coupon') await assertFound(id.slice(0, id.length / 2 + 4), kind)
    }
  })

  test('a payment with what is needed to show it, before objects that only begin so', async () => {
    await shop.post('/customers', { name: 'Tovelina' })
    await indexNow(shop.services)

    const results = await search('tove')
    const payment = results.find(({ id }) => id === ids['payment'])
    const { created: at, status, ...rest } = payment as Result & { created: string; status: string }
    assert.ok(!Number.isNaN(Date.parse(at)))
    assert.equal(status, 'requires_merchant_action')
    assert.deepEqual(rest, {
      object: 'payment',
      id: ids['payment'],
      title: TOVE.email,
      subtitle: 'Tove Jansson, Hand grinder, Ünïcode, NW-104, •••• 9235',
      amount: 17_100,
      currency: 'EUR',
    })
    assert.equal(results[0]?.title, 'Tove Jansson')
    assert.equal(results.at(-1)?.title, 'Tovelina')
  })

  test('a payment before it is confirmed, and by its new description after an update', async () => {
    const { payment_id } = (await shop.post('/payments', { ...sale, description: 'Kettle' })).body
    await indexNow(shop.services)
    assert.equal((await search('kettle'))[0]?.id, payment_id)
    await shop.post(`/payments/${payment_id}`, { description: 'Teapot' })
    await indexNow(shop.services)
    assert.equal((await search('teapot'))[0]?.id, payment_id)
    assert.deepEqual(await search('kettle'), [])
  })
})

describe('does not find', () => {
  test('another merchant’s objects', async () => {
    const { client: neighbour } = await shop.neighbour()
    for (const q of ['tove', 'NW-104', '171.00', 'WELCOME20', ids['payment'] ?? '']) {
      assert.deepEqual(await search(q, neighbour), [])
    }
  })

  test('anything by a wildcard: % and _ are characters as others', async () => {
    for (const q of ['%%', 't%ve', 'tov%', 't_ve', 'tov_', '__', 't.*e', "'--"])
      assert.deepEqual(await search(q), [])
  })

  test('a plan that was deleted', async () => {
    const profile = withProfile(shop)
    const prices = [{ amount: 1, currency: 'EUR', interval: 'month' }]
    const { plan_id } = (await profile.post('/subscriptions/plans', { name: 'Xylitol', prices }))
      .body
    await indexNow(shop.services)
    assert.equal((await search('xylitol'))[0]?.id, plan_id)
    await profile.delete(`/subscriptions/plans/${plan_id}`)
    assert.deepEqual(await search('xylitol'), [])
    await indexNow(shop.services)
    assert.deepEqual(await termsLike('xylitol'), [])
  })
})

test('a query that is absent, too short or too long is refused', async () => {
  assertRefused(await shop.get('/search'), 400, 'IR_01')
  for (const q of ['', 'a', 'a'.repeat(101)]) {
    assert.equal((await shop.get(`/search?q=${q}`)).status, 400, q)
  }
})

test('one kind alone is searched on request', async () => {
  const { data } = (await client.get('/search?q=tove&object=customer')).body
  assert.ok(data.some(({ id }: Result) => id === ids['customer']))
  assert.ok(data.every(({ object }: Result) => object === 'customer'))
  assertRefused(await client.get('/search?q=tove&object=planet'), 400, 'IR_04', 'object')
  const reader = await shop.keyWith('payments:read')
  assert.deepEqual((await reader.get('/search?q=tove&object=customer')).body.data, [])
})

describe('a caller finds only what it may read', () => {
  const keys = () => `/api_keys/${shop.merchant.merchant_id}`
  const withKey = async (body: object) =>
    shop.with((await shop.post(keys(), { name: 'k', ...body })).body.api_key)
  const kindsIn = (results: Result[]) => [...new Set(results.map(({ object }) => object))]

  test('by the scopes of a key', async () => {
    const reader = await withKey({ scopes: ['customers:read'] })
    assert.deepEqual(kindsIn(await search('tove', reader)), ['customer'])
    const writer = await withKey({ scopes: ['payments:write'] })
    assert.deepEqual(kindsIn(await search('tove', writer)), ['payment'])
    const none = await withKey({ scopes: ['analytics:read'] })
    assert.deepEqual(await search('tove', none), [])
  })

  test('by the profiles of a key, which also hide what belongs to the whole merchant', async () => {
    const bound = await withKey({ profile_ids: [shop.merchant.profile_id] })
    assert.deepEqual(kindsIn(await search('tove', bound)), ['payment'])
    assert.deepEqual(kindsIn(await search('jansson tove', bound)), ['payment'])
    const elsewhere = await withKey({ profile_ids: [other_profile] })
    assert.deepEqual(await search('tove', elsewhere), [])
    assert.deepEqual(await search('jansson tove', elsewhere), [])
    assert.deepEqual(await search(ids['payment'] ?? '', elsewhere), [])
  })

  test('by the role of a user', async () => {
    const user = await signedInAs(shop, 'merchant_view_only')
    await assertFound('tove', 'customer', user)
  })

  test('with a publishable key nothing', async () => {
    const publishable = shop.with(shop.merchant.publishable_key)
    assertRefused(await publishable.get('/search?q=tove'), 403, 'AU_03')
  })
})

const termsLike = (word: string) =>
  shop.services.db.run(
    `select term from search_terms where merchant_id = $1 and term like '%' || $2 || '%'
      union all select object_id from search_objects where merchant_id = $1 and terms::text like '%' || $2 || '%'`,
    [shop.merchant.merchant_id, word],
  )

describe('a deleted customer', () => {
  const erase = async (customer_id: string) => {
    assert.equal((await shop.delete(`/customers/${customer_id}`)).status, 200)
  }

  test('is not found, nor are payments and payouts by the person, and no term is left', async () => {
    const customer = await shop.post('/customers', { name: 'Zoraida Quill' })
    const { customer_id } = customer.body
    await pay(shop, APPROVED, { customer_id, description: 'for Quill' })
    await create(shop, { ...toBank(), description: 'to Quill' })
    const links = { ...sale, customer_id, description: 'Quills link' }
    await shop.post('/payment_link', links)
    await indexNow(shop.services)
    assert.ok((await search('quill')).length >= 4)

    await erase(customer_id)
    assert.ok((await search('zoraida')).every(({ object }) => object !== 'customer'))
    await runSweeps(shop)
    await indexNow(shop.services)

    const left = await search('quill')
    assert.deepEqual(
      left.map(({ object }) => object),
      ['payout'],
      'only the one of another person',
    )
    assert.deepEqual(await search('zoraida'), [])
  })

  test('stays erased for a relay that was behind', async () => {
    const { services } = shop
    const { customer_id } = (await shop.post('/customers', { name: 'Ottoline Vex' })).body
    await pay(shop, APPROVED, { customer_id, description: 'Vexing' })
    const late: (() => Promise<void>)[] = []
    const reactions = registry.reactions
      .filter(({ name }) => name === 'search')
      .map((reaction) => ({
        ...reaction,
        run: async (...args: Parameters<typeof reaction.run>) =>
          void late.push(() => reaction.run(...args)),
      }))
    await relayEvents({ services, lazyDb: services.db, worker_id: 'late', reactions }, 500)
    assert.ok(late.length > 0)

    await erase(customer_id)
    await runSweeps(shop)
    for (const run of late) await run()
    await indexNow(services)

    assert.deepEqual(await search('vex'), [])
    assert.deepEqual(await search('ottoline'), [])
    assert.deepEqual(await termsLike('vex'), [])
    assert.deepEqual(await termsLike('ottoline'), [])
  })
})

test('what is older than the search is found after the backfill', async () => {
  const { client: old, merchant } = await shop.neighbour()
  await old.post('/customers', { name: 'Older Person' })
  await pay(old, APPROVED, { description: 'Older payment' })
  const of = [merchant.merchant_id]
  await shop.services.db.run('delete from search_changes where merchant_id = $1', of)
  await shop.services.db.run('delete from waiting_events where merchant_id = $1', of)
  await indexNow(shop.services)
  assert.deepEqual(await search('older', old), [])

  await shop.services.db.run(`insert into search_backfills values ($1, 'customer', '', now())`, of)
  for (let round = 0; round < 12; round++) await runSweeps(shop)

  assert.deepEqual(
    (await search('older', old)).map(({ object }) => object),
    ['customer', 'payment'],
  )
  assert.deepEqual(await shop.services.db.run('select 1 from search_backfills', []), [])
})
