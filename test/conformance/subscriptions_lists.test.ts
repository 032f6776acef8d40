// GET /subscriptions/:subscription_id, and GET and POST /subscriptions/list.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { created, ProfileClient, pathOf, subscribed, withProfile } from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const LIST = '/subscriptions/list'

const first = await created(api)
const second = await subscribed(api)
const third = await subscribed(api, { trial_period: 3 })
const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)

test('the newest first, in the envelope of all lists', async () => {
  const { body } = await api.get(`${LIST}?limit=2`)

  assert.deepEqual(idsOf({ body }), [third.body.id, second.body.id])
  assert.deepEqual([body.count, body.total_count], [2, 3])
})

test('entries are subscriptions without their client_secret', async () => {
  const { body } = await api.get(LIST)

  for (const entry of body.data) {
    const one = (await api.get(`/subscriptions/${entry.id}`)).body
    assert.deepEqual(entry, { ...one, client_secret: null })
  }
})

test('POST takes the same filters in its body', async () => {
  const answer = await api.post(LIST, { status: ['active', 'trial'] })
  assert.equal(answer.status, 200)
  assert.deepEqual(idsOf(answer), [third.body.id, second.body.id])
})

describe('filters', () => {
  for (const [name, query, expected] of [
    ['status', 'status=created', [first]],
    ['several statuses', 'status=active,trial', [third, second]],
    ['customer_id', `customer_id=${second.body.customer_id}`, [second]],
    ['plan_id', `plan_id=${third.body.plan_id}`, [third]],
    ['created_gte', `created_gte=${third.body.created}`, [third]],
    ['created_lte', `created_lte=${first.body.created}`, [first]],
    ['offset', 'offset=1&limit=1', [second]],
    ['what nobody has', 'plan_id=nothing', []],
  ] as const) {
    test(name, async () => {
      const answer = await api.get(`${LIST}?${query}`)
      assert.equal(answer.status, 200, answer.text)
      assert.deepEqual(
        idsOf(answer),
        expected.map(({ body }) => body.id),
      )
    })
  }

  for (const [query, field] of [
    ['status=sleeping', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
    ['created_gte=yesterday', 'created_gte'],
    ['surprise=1', 'surprise'],
  ] as const) {
    test(`${query}: 400 IR_04`, async () => {
      assertRefused(await api.get(`${LIST}?${query}`), 400, 'IR_04', field)
    })
  }
})

describe('profiles', () => {
  test('a list has the subscriptions of the profile in X-Profile-Id only, and the others are not found', async () => {
    const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
    const { profile_id } = (await shop.post(profiles, { profile_name: 'Second' })).body
    const other = new ProfileClient(shop, profile_id)
    const made = await created(other)

    assert.deepEqual(idsOf(await other.get(LIST)), [made.body.id])
    assert.equal((await api.get(LIST)).body.total_count, 3)
    assertRefused(await api.get(pathOf(made)), 404, 'IR_05')
    assertRefused(await other.get(pathOf(first)), 404, 'IR_05')
    assertRefused(await other.get(`${pathOf(first)}/invoices`), 404, 'IR_05')
  })

  test('profile_id names one profile or several instead of the header', async () => {
    const { profile_id } = shop.merchant
    const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
    const third = (await shop.post(profiles, { profile_name: 'Third' })).body.profile_id as string
    const made = await created(new ProfileClient(shop, third))
    const bound = await shop.post(`/api_keys/${shop.merchant.merchant_id}`, {
      name: 'Bound',
      profile_ids: [third],
    })
    const theirs = new ProfileClient(shop.with(bound.body.api_key), third)

    assert.deepEqual(idsOf(await api.get(`${LIST}?profile_id=${third}`)), [made.body.id])
    const both = await api.post(LIST, { profile_id: [profile_id, third] })
    assert.equal(both.body.total_count, 4, both.text)
    assert.equal((await theirs.get(`${LIST}?profile_id=${third}`)).body.total_count, 1)
    const refused = await theirs.get(`${LIST}?profile_id=${profile_id},${third}`)
    assertRefused(refused, 403, 'AU_03', 'profile_id')
  })

  test('without the header: 400 IR_01', async () => {
    assertRefused(await shop.get(LIST), 400, 'IR_01', 'X-Profile-Id')
    assertRefused(await shop.get(pathOf(first)), 400, 'IR_01', 'X-Profile-Id')
  })
})

test('another merchant finds none of them', async () => {
  const { client, merchant } = await shop.neighbour()
  const theirs = new ProfileClient(client, merchant.profile_id)

  assert.deepEqual((await theirs.get(LIST)).body.data, [])
  assertRefused(await theirs.get(pathOf(first)), 404, 'IR_05')
})

test('a key without subscriptions:read: 403 AU_03; without a key: 401 AU_01', async () => {
  const other = withProfile(shop, await shop.keyWith('payments:read'))
  assertRefused(await other.get(LIST), 403, 'AU_03')
  assertRefused(await other.get(pathOf(first)), 403, 'AU_03')
  assertRefused(await withProfile(shop, shop.with(undefined)).get(LIST), 401, 'AU_01')
})
