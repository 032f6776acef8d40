// The catalogue: plans with their prices, and items; and the header X-Profile-Id on all subscription routes.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import type { Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const PLANS = '/subscriptions/plans'
const ITEMS = '/subscriptions/items'
const named = (id: string) => ({ headers: { 'X-Profile-Id': id } })
const own = named(profile_id)
const monthly = { amount: 900, currency: 'EUR', interval: 'month' }

const create = (body: object, client: Client = shop) => client.post(PLANS, body, own)
const withPrice = (more: object) => create({ name: 'Plan', prices: [{ ...monthly, ...more }] })

/** A merchant with a separate catalogue. */
async function another() {
  const { client, merchant } = await shop.neighbour()
  const sending = named(merchant.profile_id)
  return {
    post: (path: string, body: object) => client.post(path, body, sending),
    get: (path: string) => client.get(path, sending),
    delete: (path: string) => client.delete(path, sending),
  }
}

describe('the header X-Profile-Id', () => {
  const ofSubscriptions = routes.filter(({ url }) => url.startsWith('/subscriptions'))
  const base = `/account/${merchant_id}/business_profile`

  test('every route of subscriptions has it, and the document says so', async () => {
    const { paths } = (await shop.get('/openapi.json')).body
    assert.ok(ofSubscriptions.length >= 9)
    for (const { method, url, profile } of ofSubscriptions) {
      assert.equal(profile, true, url)
      const path = url.replaceAll(/:([a-z_]+)/g, '{$1}')
      const { parameters, responses } = paths[path][method.toLowerCase()]
      const header = parameters.find(({ name }: { name: string }) => name === 'X-Profile-Id')
      assert.deepEqual([header.in, header.required], ['header', true])
      assert.match(responses[400].$ref, /IR_01/)
      assert.match(responses[404].$ref, /IR_05/)
    }
  })

  for (const row of routes.filter(({ profile }) => profile === true)) {
    const isEstimate = row.url === '/subscriptions/estimate'
    const path = row.url.replaceAll(/:[a-z_]+/g, 'some_id') + (isEstimate ? '?item_price_id=m' : '')
    const call = (client: Client, headers: Record<string, string>) =>
      client.send(row.method, path, row.body && (row.example ?? {}), { headers })

    test(`${row.method} ${row.url} without it: 400 IR_01 that names it`, async () => {
      for (const headers of [{}, { 'X-Profile-Id': '' }]) {
        assertRefused(await call(shop, headers), 400, 'IR_01', 'X-Profile-Id')
      }
    })

    test(`${row.method} ${row.url} with a profile that is not the merchant's: 404 IR_05`, async () => {
      const { merchant } = await shop.neighbour()
      for (const id of ['pro_none', merchant.profile_id, 'no id', 'x'.repeat(65)]) {
        const answer = await call(shop, named(id).headers)
        assertRefused(answer, 404, 'IR_05')
        assert.match(answer.body.error.message, /business profile/)
      }
    })
  }

  test('a key that is bound to profiles can use those, and does not know others', async () => {
    const second = (await shop.post(base, { profile_name: 'Second' })).body.profile_id
    const key = { name: 'bound', scopes: ['subscriptions:write'], profile_ids: [second] }
    const { api_key } = (await shop.post(`/api_keys/${merchant_id}`, key)).body
    const bound = shop.with(api_key)

    assert.equal((await bound.get(PLANS, named(second))).status, 200)
    assertRefused(await bound.get(PLANS, own), 404, 'IR_05')
  })

  test('a deleted profile is unknown', async () => {
    const third = (await shop.post(base, { profile_name: 'Third' })).body.profile_id
    assert.equal((await shop.get(PLANS, named(third))).status, 200)

    assert.equal((await shop.delete(`${base}/${third}`)).status, 200)

    assertRefused(await shop.get(PLANS, named(third)), 404, 'IR_05')
  })

  test('the same Idempotency-Key with another profile is another request: 422 IR_29', async () => {
    const second = (await shop.post(base, { profile_name: 'Fourth' })).body.profile_id
    const body = { name: 'Keyed', prices: [monthly] }
    const keyed = (id: string) => ({
      headers: { ...named(id).headers, 'Idempotency-Key': 'profiles' },
    })
    const first = await shop.post(PLANS, body, keyed(profile_id))

    assertRefused(await shop.post(PLANS, body, keyed(second)), 422, 'IR_29', 'Idempotency-Key')
    const again = await shop.post(PLANS, body, keyed(profile_id))
    assert.deepEqual([again.status, again.text], [201, first.text])
  })
})

describe('scopes', () => {
  test('reading takes subscriptions:read, changes take subscriptions:write', async () => {
    const reader = await shop.keyWith('subscriptions:read')
    const other = await shop.keyWith('payments:write')

    for (const path of [PLANS, ITEMS, '/subscriptions/coupons']) {
      assert.equal((await reader.get(path, own)).status, 200)
      assertRefused(await other.get(path, own), 403, 'AU_03')
    }
    const body = { name: 'Plan', prices: [monthly] }
    assertRefused(await create(body, reader), 403, 'AU_03')
    const writer = await shop.keyWith('subscriptions:write')
    assert.equal((await create(body, writer)).status, 201)
    assert.equal((await writer.get(PLANS, own)).status, 200)
  })
})

describe('POST /subscriptions/plans', () => {
  test('a plan of name and price alone gets ids and defaults', async () => {
    const { status, body } = await create({ name: 'Magazine', prices: [monthly] })

    assert.equal(status, 201)
    const { plan_id, prices, created, modified_at, ...plan } = body
    assert.deepEqual(plan, { merchant_id, name: 'Magazine', description: null, status: 'active' })
    assert.match(plan_id, /^plan_/)
    assert.match(created, ISO_UTC)
    assert.equal(modified_at, created)
    assert.equal(prices.length, 1)
    const { item_price_id, ...price } = prices[0]
    assert.match(item_price_id, /^price_/)
    assert.deepEqual(price, {
      ...monthly,
      plan_id,
      interval_count: 1,
      trial_period: null,
      trial_period_unit: null,
      cycles: null,
      created,
    })
  })

  test('all fields are stored as they were sent', async () => {
    const price = {
      item_price_id: 'full-1',
      amount: 12_000,
      currency: 'JPY',
      interval: 'year',
      interval_count: 2,
      trial_period: 1,
      trial_period_unit: 'month',
      cycles: 5,
    }

    const { body } = await create({
      plan_id: 'full',
      name: 'Full',
      description: 'All of it',
      prices: [price],
    })

    const { created } = body
    assert.deepEqual([body.plan_id, body.description], ['full', 'All of it'])
    assert.deepEqual(body.prices, [{ ...price, plan_id: 'full', created }])
    assert.deepEqual((await shop.get(`${PLANS}/full`, own)).body, body)
  })

  test('a trial is in days unless a unit is sent; null is no trial', async () => {
    const days = await withPrice({ trial_period: 14 })
    const none = await withPrice({ trial_period: null, trial_period_unit: null, cycles: null })

    const [trial] = days.body.prices
    assert.deepEqual([trial.trial_period, trial.trial_period_unit], [14, 'day'])
    assert.equal(none.status, 201, none.text)
    assert.equal(none.body.prices[0].trial_period_unit, null)
  })

  const refusals: [string, object, 'IR_01' | 'IR_04', string][] = [
    ['no amount', { amount: undefined }, 'IR_01', 'prices.0.amount'],
    ['no currency', { currency: undefined }, 'IR_01', 'prices.0.currency'],
    ['no interval', { interval: undefined }, 'IR_01', 'prices.0.interval'],
    ['an amount of 0', { amount: 0 }, 'IR_04', 'prices.0.amount'],
    ['half a cent', { amount: 1.5 }, 'IR_04', 'prices.0.amount'],
    ['an amount above the largest', { amount: 1e12 }, 'IR_04', 'prices.0.amount'],
    ['an unknown currency', { currency: 'XXX' }, 'IR_04', 'prices.0.currency'],
    ['an unknown interval', { interval: 'hour' }, 'IR_04', 'prices.0.interval'],
    ['0 intervals', { interval_count: 0 }, 'IR_04', 'prices.0.interval_count'],
    ['13 intervals', { interval_count: 13 }, 'IR_04', 'prices.0.interval_count'],
    ['a trial of 0', { trial_period: 0 }, 'IR_04', 'prices.0.trial_period'],
    ['a trial of 366', { trial_period: 366 }, 'IR_04', 'prices.0.trial_period'],
    ['a unit without a trial', { trial_period_unit: 'week' }, 'IR_01', 'prices.0.trial_period'],
    [
      'an unknown unit',
      { trial_period: 1, trial_period_unit: 'hour' },
      'IR_04',
      'prices.0.trial_period_unit',
    ],
    ['0 cycles', { cycles: 0 }, 'IR_04', 'prices.0.cycles'],
    ['1201 cycles', { cycles: 1_201 }, 'IR_04', 'prices.0.cycles'],
    ['an odd id', { item_price_id: 'a b' }, 'IR_04', 'prices.0.item_price_id'],
    ['an unknown field', { colour: 'red' }, 'IR_04', 'prices.0.colour'],
  ]
  for (const [what, more, code, field] of refusals) {
    test(`a price with ${what}: 400 ${code} that names the field`, async () => {
      assertRefused(await withPrice(more), 400, code, field)
    })
  }

  test('the bounds themselves are accepted', async () => {
    const most = { interval_count: 12, trial_period: 365, trial_period_unit: 'day', cycles: 1_200 }

    assert.equal((await withPrice({ ...most, amount: 999_999_999_999 })).status, 201)
  })

  test('a plan has a name and 1 to 20 prices, and is not called list', async () => {
    const prices = (n: number) => Array.from({ length: n }, () => monthly)

    assertRefused(await create({ prices: prices(1) }), 400, 'IR_01', 'name')
    assertRefused(await create({ name: 'x' }), 400, 'IR_01', 'prices')
    assertRefused(await create({ name: '', prices: prices(1) }), 400, 'IR_04', 'name')
    assertRefused(await create({ name: 'x', prices: [] }), 400, 'IR_04', 'prices')
    assertRefused(await create({ name: 'x', prices: prices(21) }), 400, 'IR_04', 'prices')
    const list = { plan_id: 'list', name: 'x', prices: prices(1) }
    assertRefused(await create(list), 400, 'IR_04', 'plan_id')
    assert.equal((await create({ name: 'x', prices: prices(20) })).body.prices.length, 20)
  })

  test('one item_price_id twice in a request: 400 IR_04 that names the second', async () => {
    const price = { ...monthly, item_price_id: 'twice' }
    const answer = await create({ name: 'x', prices: [price, monthly, price] })

    assertRefused(answer, 400, 'IR_04', 'prices.2.item_price_id')
  })

  test('a plan_id that exists: 409 HE_01 with existing_id, and the plan stays as it was', async () => {
    const first = await create({ plan_id: 'same', name: 'First', prices: [monthly] })

    const answer = await create({ plan_id: 'same', name: 'Second', prices: [monthly] })

    assertRefused(answer, 409, 'HE_01', 'plan_id')
    assert.deepEqual(answer.body.error.details, { existing_id: 'same' })
    assert.deepEqual((await shop.get(`${PLANS}/same`, own)).body, first.body)
  })

  test('an item_price_id of another plan: 409 HE_01 with existing_id, and no plan is made', async () => {
    await withPrice({ item_price_id: 'price-of-one' })

    const prices = [monthly, { ...monthly, item_price_id: 'price-of-one' }]
    const answer = await create({ plan_id: 'of-another', name: 'x', prices })

    assertRefused(answer, 409, 'HE_01', 'prices.1.item_price_id')
    assert.deepEqual(answer.body.error.details, { existing_id: 'price-of-one' })
    assertRefused(await shop.get(`${PLANS}/of-another`, own), 404, 'IR_05')
  })

  test('two merchants can use the same ids', async () => {
    const other = await another()
    const body = { plan_id: 'shared', name: 'x', prices: [{ ...monthly, item_price_id: 'shared' }] }

    assert.equal((await create(body)).status, 201)
    assert.equal((await other.post(PLANS, body)).status, 201)
  })
})

describe('POST /subscriptions/plans/:plan_id', () => {
  test('name and description change, null clears the description, omitted fields stay', async () => {
    const made = await create({ name: 'Old', description: 'Text', prices: [monthly] })
    const path = `${PLANS}/${made.body.plan_id}`

    const renamed = await shop.post(path, { name: 'New' }, own)
    const cleared = await shop.post(path, { description: null }, own)

    assert.deepEqual([renamed.status, renamed.body.name], [200, 'New'])
    assert.equal(renamed.body.description, 'Text')
    assert.deepEqual([cleared.body.name, cleared.body.description], ['New', null])
    assert.deepEqual(cleared.body.prices, made.body.prices)
  })

  test('neither the id, nor the status, nor an existing price can be changed', async () => {
    const { body } = await create({ name: 'Fixed', prices: [monthly] })
    const path = `${PLANS}/${body.plan_id}`
    const [{ item_price_id }] = body.prices

    assertRefused(await shop.post(path, { plan_id: 'x' }, own), 400, 'IR_04', 'plan_id')
    assertRefused(await shop.post(path, { status: 'archived' }, own), 400, 'IR_04', 'status')
    const changed = { prices: [{ ...monthly, item_price_id, amount: 1 }] }
    assertRefused(await shop.post(path, changed, own), 409, 'HE_01', 'prices.0.item_price_id')
    assert.deepEqual((await shop.get(path, own)).body, body)
  })

  test('an unknown plan: 404 IR_05 for every verb', async () => {
    assertRefused(await shop.get(`${PLANS}/nobody`, own), 404, 'IR_05')
    assertRefused(await shop.post(`${PLANS}/nobody`, {}, own), 404, 'IR_05')
    assertRefused(await shop.delete(`${PLANS}/nobody`, own), 404, 'IR_05')
  })
})

describe('GET /subscriptions/plans', () => {
  test('the envelope of every list, newest first, with prices, filters and both ways to page', async () => {
    const other = await another()
    const ids: string[] = []
    for (let n = 0; n < 5; n++) {
      const body = { plan_id: `p${n}`, name: `Plan ${n}`, prices: [monthly, monthly] }
      assert.equal((await other.post(PLANS, body)).status, 201)
      ids.unshift(`p${n}`)
      shop.clock.advance(1_000)
    }

    const all = await other.get(PLANS)
    const page = await other.get(`${PLANS}?limit=2&offset=1`)
    const next = await other.get(`${PLANS}?limit=2&starting_after=p3`)
    const { created } = all.body.data[1]
    const recent = await other.get(`${PLANS}?created_gte=${created}`)
    const none = await other.get(`${PLANS}?status=archived`)
    const active = await other.get(`${PLANS}?status=active,archived`)

    const idsOf = ({ body }: typeof all) =>
      body.data.map(({ plan_id }: { plan_id: string }) => plan_id)
    const { data, ...rest } = all.body
    assert.deepEqual(rest, {
      count: 5,
      total_count: 5,
      total_count_relation: 'eq',
      has_more: false,
      limit: 10,
      offset: 0,
    })
    assert.deepEqual(idsOf(all), ids)
    assert.deepEqual(data[0], (await other.get(`${PLANS}/p4`)).body)
    assert.equal(data[0].prices.length, 2)
    assert.deepEqual([idsOf(page), page.body.has_more], [['p3', 'p2'], true])
    assert.deepEqual(idsOf(next), ['p2', 'p1'])
    assert.deepEqual(idsOf(recent), ['p4', 'p3'])
    assert.deepEqual([none.body.count, active.body.count], [0, 5])
    assertRefused(await other.get(`${PLANS}?status=gone`), 400, 'IR_04', 'status')
    assertRefused(await other.get(`${PLANS}?colour=red`), 400, 'IR_04', 'colour')
  })
})

describe('GET /subscriptions/items', () => {
  test('an array of the active plans in the terms of a shop', async () => {
    const other = await another()
    const price = { ...monthly, item_price_id: 'i1', trial_period: 2, trial_period_unit: 'week' }
    const body = { plan_id: 'shown', name: 'Shown', description: 'Text', prices: [price] }
    await other.post(PLANS, body)

    const answer = await other.get(`${ITEMS}?item_type=plan`)

    assert.deepEqual(answer.body, [
      {
        item_id: 'shown',
        name: 'Shown',
        description: 'Text',
        price_id: [
          {
            price_id: 'i1',
            item_id: 'shown',
            ...monthly,
            interval_count: 1,
            trial_period: 2,
            trial_period_unit: 'week',
          },
        ],
      },
    ])
    await other.delete(`${PLANS}/shown`)
    assert.deepEqual((await other.get(ITEMS)).body, [])
  })

  test('limit and offset page through it; archived plans are left out', async () => {
    const { client, merchant } = await shop.neighbour()
    const sending = named(merchant.profile_id)
    for (const plan_id of ['a', 'b', 'c', 'd']) {
      await client.post(PLANS, { plan_id, name: plan_id, prices: [monthly] }, sending)
      shop.clock.advance(1_000)
    }
    await shop.services.db.run(
      `update plans set status = 'archived' where merchant_id = $1 and plan_id = 'c'`,
      [merchant.merchant_id],
    )

    const all = await client.get(ITEMS, sending)
    const page = await client.get(`${ITEMS}?limit=1&offset=1`, sending)

    const idsOf = ({ body }: typeof all) => body.map((item: { item_id: string }) => item.item_id)
    assert.deepEqual(idsOf(all), ['d', 'b', 'a'])
    assert.deepEqual(idsOf(page), ['b'])
    assertRefused(await client.get(`${ITEMS}?item_type=addon`, sending), 400, 'IR_04', 'item_type')
    assertRefused(await client.get(`${ITEMS}?limit=101`, sending), 400, 'IR_04', 'limit')
    assertRefused(await client.get(`${ITEMS}?status=archived`, sending), 400, 'IR_04', 'status')
  })
})
