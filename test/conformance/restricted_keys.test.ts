// Limits on a secret key besides its scopes: addresses, profiles, its manager's scopes, and the operator.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { routes } from '#app.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { assertRefused } from '../support/expect.ts'
import { pay, payingShop, sale, assertStatus } from '../support/paying.ts'
import { act, advance, create, assertPayoutStatus, read } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'

const shop = await payingShop()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const keys = `/api_keys/${merchant_id}`
const operator = shop.with(ADMIN_KEY)

const LISTS = [
  '/payments/list',
  '/payouts/list',
  '/refunds/list',
  '/disputes/list',
  '/payment_link/list',
  '/invoices/list',
]

async function newKey(body: object) {
  const made = await shop.post(keys, { name: 'k', ...body })
  assert.equal(made.status, 201, made.text)
  return { client: shop.with(made.body.api_key), path: `${keys}/${made.body.key_id}` }
}

describe('changing or revoking a key requires its scopes', () => {
  test('a key with api_keys:write alone can neither revoke nor change a key with more', async () => {
    const { client } = await newKey({ scopes: ['api_keys:write'] })
    const powerful = await newKey({ scopes: ['*'] })
    const equal = await newKey({ scopes: ['api_keys:read'] })

    assertRefused(await client.delete(powerful.path), 403, 'AU_03')
    assertRefused(await client.post(powerful.path, { name: 'mine' }), 403, 'AU_03')
    assertRefused(await client.post(powerful.path, { scopes: ['api_keys:read'] }), 403, 'AU_03')

    assert.equal((await powerful.client.get('/health')).status, 200)
    assert.equal((await client.delete(equal.path)).status, 200)
  })

  test('an expired key stays expired', async () => {
    const expiration = new Date(shop.clock.now().getTime() + 60_000).toISOString()
    const { client, path } = await newKey({ expiration })
    shop.clock.advance(60_000)
    assertRefused(await client.get('/health'), 401, 'AU_02')

    assertRefused(await shop.post(path, { expiration: 'never' }), 409, 'IR_16')

    assertRefused(await client.get('/health'), 401, 'AU_02')
  })
})

describe('allowed_ips', () => {
  test('a key works from its addresses and networks, and from nowhere else', async () => {
    const near = await newKey({ allowed_ips: ['127.0.0.0/8', '203.0.113.7'] })
    const far = await newKey({ allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] })

    assert.equal((await near.client.get('/health')).status, 200)
    assertRefused(await far.client.get('/health'), 403, 'AU_03')
    assert.equal((await shop.post(far.path, { allowed_ips: [] })).status, 200)
    assert.equal((await far.client.get('/health')).status, 200)
  })

  test('an invalid address is refused', async () => {
    for (const text of ['shop.example', '203.0.113.0/33', '']) {
      const body = { name: 'k', allowed_ips: ['203.0.113.7', text] }
      assertRefused(await shop.post(keys, body), 400, 'IR_04', 'allowed_ips.1')
    }
  })
})

describe('profile_ids', async () => {
  const base = `/account/${merchant_id}/business_profile`
  const second: string = (await shop.post(base, { profile_name: 'Second' })).body.profile_id
  const bound = await newKey({ profile_ids: [second] })

  test('objects of other profiles do not exist for a bound key', async () => {
    const foreign = await pay(shop, '4242424242424242', { profile_id })
    const payout = await create(shop, { profile_id })
    const refund = await shop.post('/refunds', { payment_id: foreign.body.payment_id, amount: 1 })
    assert.equal(refund.status, 201, refund.text)

    for (const path of [
      `/payments/${foreign.body.payment_id}`,
      `/payouts/${payout.body.payout_id}`,
      `/refunds/${refund.body.refund_id}`,
    ]) {
      assertRefused(await bound.client.get(path), 404, 'IR_05')
    }
    assertRefused(
      await bound.client.post(`/payments/${foreign.body.payment_id}/cancel`, {}),
      404,
      'IR_05',
    )
    const more = { payment_id: foreign.body.payment_id, amount: 1 }
    assertRefused(await bound.client.post('/refunds', more), 404, 'IR_05')
    assertRefused(await act(bound.client, payout, 'fulfill'), 404, 'IR_05')
  })

  test('a bound key creates in its profile, which it need not name', async () => {
    const own = await pay(bound.client, '4242424242424242')

    assertStatus(own, 'succeeded')
    assert.equal(own.body.profile_id, second)
    assert.equal((await create(bound.client)).body.profile_id, second)
    const other = { ...sale, profile_id }
    assertRefused(await bound.client.post('/payments', other), 404, 'IR_05')
  })

  test('lists show the objects of its profiles only', async () => {
    await pay(shop, '4242424242424242', { profile_id })
    await pay(shop, '4242424242424242', { profile_id: second })

    for (const list of LISTS) {
      for (const { profile_id: of } of (await bound.client.get(list)).body.data) {
        assert.equal(of, second)
      }
      assertRefused(
        await bound.client.get(`${list}?profile_id=${profile_id}`),
        403,
        'AU_03',
        'profile_id',
      )
      assert.equal((await bound.client.get(`${list}?profile_id=${second}`)).status, 200)
    }
    assert.ok((await bound.client.get('/payments/list')).body.total_count > 0)
  })

  test('routes that are not about a profile are closed to a bound key', async () => {
    const open =
      /^\/(sandbox\/)?(payments|payment_link|refunds|disputes|payouts|tokens|files|health|subscriptions|invoices|analytics|search|requests)\b/
    for (const { method, url, access } of routes) {
      if (access === 'public' || access === 'admin' || open.test(url)) continue
      // A profile's accounts can be seen, and not changed.
      if (method === 'GET' && url.startsWith('/account/:merchant_id/connectors')) continue
      // These are narrowed to its profiles, or say what they are.
      if (/^\/events\/:merchant_id\/(stream|forwarded)$|^\/api_keys\/current$/.test(url)) continue
      const path = url.replace(':merchant_id', merchant_id).replaceAll(/:[a-z_]+/g, 'some_id')
      assertRefused(await bound.client.send(method, path), 403, 'AU_03')
    }
  })

  test('a profile that does not exist is refused', async () => {
    assertRefused(await shop.post(keys, { name: 'k', profile_ids: ['pro_none'] }), 404, 'IR_05')
  })
})

test('webhooks:read shows the object of an event only to keys that may read the object', async () => {
  const { payment_id } = (await shop.post('/payments', { ...sale, profile_id })).body
  const [{ event_id }] = (await shop.get(`/events/${merchant_id}?object_id=${payment_id}`)).body
    .data
  const path = `/events/${merchant_id}/${event_id}`
  const bare = await newKey({ scopes: ['webhooks:read'] })
  const both = await newKey({ scopes: ['webhooks:read', 'payments:read'] })

  const hidden = await bare.client.get(path)
  const seen = await both.client.get(path)

  assert.equal(hidden.status, 200)
  assert.deepEqual(hidden.body.content, { type: 'payment_details', object: null })
  assert.equal(seen.body.content.object.payment_id, payment_id)
})

describe('a suspended merchant', () => {
  test('is refused with every key, its payouts are held, and all of it is undone by resuming', async () => {
    const { client, merchant } = await shop.neighbour()
    const account = `/accounts/${merchant.merchant_id}`
    const due = await create(client, { ...toBank(), confirm: true, auto_fulfill: true })

    const suspended = await operator.post(account, { status: 'suspended' })

    assert.equal(suspended.body.status, 'suspended', suspended.text)
    assertRefused(await client.get('/health'), 403, 'AU_03')
    const { card } = withCard().payment_method_data
    assertRefused(await shop.with(merchant.publishable_key).post('/tokens', { card }), 403, 'AU_03')
    assert.equal((await operator.post(account, { status: 'active' })).body.status, 'active')
    assert.equal((await client.get('/health')).status, 200)
    assertPayoutStatus(await read(client, due), 'requires_fulfillment')
  })
})

describe("payouts are limited by the balance, and by the operator's daily limit", () => {
  async function merchantWith(terms: object) {
    const made = await operator.post('/accounts', { merchant_name: 'Bound', ...terms })
    assert.equal(made.status, 201, made.text)
    return { client: shop.with(made.body.api_key), account: `/accounts/${made.body.merchant_id}` }
  }
  const pays = async (
    client: typeof shop | Awaited<ReturnType<typeof merchantWith>>['client'],
    amount: number,
  ) => act(client, await create(client, { ...toBank(), amount }), 'fulfill')

  test('in production a new merchant is bound by its balance, whatever its profile says', async () => {
    await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
    const { merchant } = production
    const profile = `/account/${merchant.merchant_id}/business_profile/${merchant.profile_id}`
    await production.post(profile, { refuse_payouts_above_balance: false })

    assertRefused(await pays(production, 1), 400, 'IR_13', 'amount')

    const account = `/accounts/${merchant.merchant_id}`
    const loose = { allow_payouts_above_balance: true }
    assert.equal((await production.with(ADMIN_KEY).post(account, loose)).status, 200)
    assertRefused(await pays(production, 1), 502, 'CE_01')
  })

  test('a limited merchant pays out its balance, and not more', async () => {
    const { client } = await merchantWith({ allow_payouts_above_balance: false })
    assertStatus(await pay(client, '4242424242424242', { amount: 1000 }), 'succeeded')

    assertRefused(await pays(client, 1001), 400, 'IR_13', 'amount')
    assertPayoutStatus(await pays(client, 1000), 'success')
    assertRefused(await pays(client, 1), 400, 'IR_13', 'amount')
  })

  test('a day has a limit per currency, which concurrent payouts cannot exceed together', async () => {
    const { client, account } = await merchantWith({ payout_daily_limits: { EUR: 1000 } })

    const answers = await Promise.all([400, 400, 400, 400].map((amount) => pays(client, amount)))

    assert.equal(answers.filter((answer) => answer.body.status === 'success').length, 2)
    const left = await pays(client, 201)
    assertRefused(left, 400, 'IR_13', 'amount')
    assert.equal(left.body.error.details.available, 200)
    await operator.post(account, { payout_daily_limits: { EUR: 1001 } })
    assertPayoutStatus(await pays(client, 201), 'success')
    await advance(client, '1d')
    assertPayoutStatus(await pays(client, 1000), 'success')
  })

  test('only the operator sets these bounds', async () => {
    assertRefused(
      await shop.post(`/accounts/${merchant_id}`, { payout_daily_limits: {} }),
      403,
      'AU_03',
    )
  })
})
