// Fields that a browser may set and see with a publishable key, and the management of such keys.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { ConfirmPayment, UpdatePayment } from '#resources/payments/payments/schema.ts'
import type { Answer, Client } from '#testing/client.ts'
import { ADMIN_KEY, harness } from '#testing/harness.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { freshMinute, assertRefused } from '../support/expect.ts'
import { payingShop, sale, assertStatus } from '../support/paying.ts'
import { create, assertPayoutStatus, read } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'
import { created, pathOf, subscribed, withProfile } from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())

const { merchant_id, publishable_key } = shop.merchant
const browser = shop.with(publishable_key)
const keys = `/api_keys/${merchant_id}`

/** As a shop's page does. */
function confirmSubscription(client: Client, { body }: Answer, client_secret: string) {
  const sent = { client_secret, payment_details: withCard() }
  return client.post(`/subscriptions/${body.id}/confirm`, sent)
}

/** A payment that waits for a card, as the merchant's server created it. */
async function waiting(more: object = {}) {
  const { body } = await shop.post('/payments', { ...sale, billing, ...more })
  const { payment_id, client_secret } = body
  return { path: `/payments/${payment_id}`, client_secret }
}

/** A value for each field that the schema accepts. */
const values: Readonly<Record<string, unknown>> = {
  amount: 1,
  currency: 'USD',
  payment_method_id: 'pm_1',
  off_session: true,
  return_url: 'https://evil.example/phish',
  customer_id: 'ada',
  description: 'x',
  capture_method: 'manual',
  setup_future_usage: 'off_session',
  merchant_order_reference_id: 'x',
  statement_descriptor_name: 'Shop',
  statement_descriptor_suffix: 'x',
  order_details: [],
  confirm: true,
  metadata: { a: 'b' },
}

/** Written out here, so that a field that enters the table does not lose its test. */
const MAY_SET: ReadonlySet<string> = new Set(
  `payment_method payment_method_type payment_method_data payment_method_id billing shipping email name phone
   phone_country_code browser_info authentication_type`.split(/\s+/),
)
const MAY_SEE = `payment_id status amount currency next_action payment_method payment_method_type
  payment_method_data unified_code unified_message description return_url created
  missing_fields`.split(/\s+/)

const MAY_SEE_OF_PAYOUT =
  `payout_id status amount currency payout_type payout_method_data unified_code
  unified_message description return_url created`.split(/\s+/)

const MAY_SEE_OF_SUBSCRIPTION = `id status plan_id item_price_id coupon_code payment invoice
  period_start period_end trial_end next_billing_at created`.split(/\s+/)

const mayNotSet = (schema: { properties: object }) =>
  Object.keys(schema.properties).filter((name) => name !== 'client_secret' && !MAY_SET.has(name))

describe('a browser sets the fields in the table', () => {
  for (const [verb, schema] of [
    ['', UpdatePayment],
    ['/confirm', ConfirmPayment],
  ] as const) {
    for (const name of mayNotSet(schema)) {
      test(`POST /payments/:payment_id${verb} with ${name}: 403 AU_03 that names it`, async () => {
        const { path, client_secret } = await waiting()
        const before = (await shop.get(path)).body
        assert.ok(name in values, `the test has no value for ${name}`)

        const answer = await browser.post(`${path}${verb}`, { client_secret, [name]: values[name] })

        assertRefused(answer, 403, 'AU_03', name)
        assert.deepEqual((await shop.get(path)).body, before)
      })
    }

    for (const ip_address of ['203.0.113.7', '127.0.0.1']) {
      test(`POST /payments/:payment_id${verb} cannot say that the shopper is at ${ip_address}`, async () => {
        const { path, client_secret } = await waiting()

        const body = { client_secret, browser_info: { ip_address }, ...withCard() }

        assertRefused(
          await browser.post(`${path}${verb}`, body),
          403,
          'AU_03',
          'browser_info.ip_address',
        )
      })
    }

    test(`POST /payments/:payment_id${verb} cannot switch 3-D Secure off`, async () => {
      const { path, client_secret } = await waiting({ authentication_type: 'three_ds' })
      const body = { client_secret, authentication_type: 'no_three_ds' }

      assertRefused(await browser.post(`${path}${verb}`, body), 403, 'AU_03', 'authentication_type')
    })
  }

  test('3-D Secure can be requested', async () => {
    const card = withCard('4000002500003155')
    const plain = await waiting()
    const { client_secret } = plain

    const asked = await browser.post(`${plain.path}/confirm`, {
      client_secret,
      authentication_type: 'three_ds',
      ...card,
    })

    assertStatus(asked, 'requires_action')
  })

  test('the address of the shopper is that of the connection; a server says where its shopper is', async () => {
    const seen = async (path: string) => {
      const [row] = await shop.services.db.run(
        'select browser_info from payments where merchant_id = $1 and payment_id = $2',
        [merchant_id, path.split('/')[2] ?? ''],
      )
      return (row as { browser_info: { ip_address?: string } }).browser_info.ip_address
    }
    const { path, client_secret } = await waiting()
    assert.equal(await seen(path), undefined, 'the address of a server is not that of a shopper')

    await browser.post(`${path}/confirm`, { client_secret, ...withCard() })
    const other = await waiting({ browser_info: { ip_address: '203.0.113.9' } })

    assert.equal(await seen(path), '127.0.0.1')
    assert.equal(await seen(other.path), '203.0.113.9')
  })
})

describe('a browser sees a small view', () => {
  const view = MAY_SEE.toSorted()

  test('of a payment, on every route that it can call', async () => {
    const { path, client_secret } = await waiting({
      metadata: { margin: '40' },
      email: 'a@b.example',
    })
    const headers = { 'X-Client-Secret': client_secret }

    const answers = [
      await browser.get(path, { headers }),
      await browser.post(path, { client_secret, name: 'Ada' }),
      await browser.post(`${path}/confirm`, { client_secret, ...withCard('4000000000000002') }),
    ]

    for (const { body, text } of answers) {
      assert.deepEqual(Object.keys(body).toSorted(), view, text)
    }
    const declined = answers[2]?.body
    assert.equal(declined.status, 'failed')
    assert.equal(declined.unified_code, 'UE_1007')
    assert.equal(declined.payment_method_data.card.last4, '0002')
  })

  test('of a payment, with what its confirmation must bring', async () => {
    const missing = async (more: object) => {
      const { path, client_secret } = await waiting(more)
      const { body } = await browser.get(path, { headers: { 'X-Client-Secret': client_secret } })
      return body.missing_fields
    }
    const address = { ...billing.address, zip: undefined }

    assert.deepEqual(await missing({}), [])
    assert.deepEqual(await missing({ billing: undefined }), ['billing'])
    assert.deepEqual(await missing({ billing: { ...billing, address } }), ['billing.address.zip'])
  })

  test('of a payout', async () => {
    const made = await create(shop, { payout_link: true })
    const { payout_id, client_secret } = made.body

    const answer = await browser.post(`/payouts/${payout_id}/confirm`, {
      client_secret,
      ...toBank(),
    })

    assert.deepEqual(Object.keys(answer.body).toSorted(), MAY_SEE_OF_PAYOUT.toSorted())
  })

  test('of a subscription', async () => {
    const api = withProfile(shop)
    const made = await created(api)
    const { client_secret } = made.body

    const answer = await confirmSubscription(withProfile(shop, browser), made, client_secret)

    assert.equal(answer.status, 200, answer.text)
    assert.deepEqual(Object.keys(answer.body).toSorted(), MAY_SEE_OF_SUBSCRIPTION.toSorted())
  })

  test('and a replay of it under the same Idempotency-Key', async () => {
    const { path, client_secret } = await waiting()
    const headers = { 'Idempotency-Key': 'browser-1' }
    const body = { client_secret, ...withCard() }

    const first = await browser.post(`${path}/confirm`, body, { headers })
    const again = await browser.post(`${path}/confirm`, body, { headers })

    assert.deepEqual(again.body, first.body)
    assert.equal(again.headers.get('Idempotent-Replayed'), 'true')
  })
})

describe('client_secret', () => {
  test('is returned to keys that may write, and null to readers and in lists', async () => {
    const payment = await waiting()
    const payout = `/payouts/${(await create(shop)).body.payout_id}`
    for (const [path, resource] of [
      [payment.path, 'payments'],
      [payout, 'payouts'],
      [pathOf(await created(withProfile(shop))), 'subscriptions'],
    ] as const) {
      const reader = withProfile(shop, await shop.keyWith(`${resource}:read`))
      const writer = withProfile(shop, await shop.keyWith(`${resource}:write`))
      const server = withProfile(shop)

      assert.equal((await reader.get(path)).body.client_secret, null)
      assert.equal(typeof (await writer.get(path)).body.client_secret, 'string')
      const lists = [
        await server.get(`/${resource}/list`),
        await server.post(`/${resource}/list`, {}),
      ]
      for (const { client_secret } of lists.flatMap((list) => list.body.data)) {
        assert.equal(client_secret, null)
      }
    }
  })

  test('is in no event', async () => {
    await shop.post('/payments', { ...sale, confirm: true, ...withCard() })
    await shop.post(`/payouts/${(await create(shop, toBank())).body.payout_id}/cancel`, {})
    await subscribed(withProfile(shop))

    const rows = await shop.services.db.run<{ body: string }>(
      'select body from events where merchant_id = $1',
      [merchant_id],
    )

    const objects = rows.map(({ body }) => JSON.parse(body).content)
    const kinds = new Set(objects.map(({ type }) => type))
    for (const kind of ['payment_details', 'payout_details', 'subscription_details']) {
      assert.ok(kinds.has(kind), [...kinds].join())
    }
    for (const { object } of objects) assert.equal(object.client_secret ?? null, null)
    for (const { body } of rows) assert.doesNotMatch(body, /_secret_[0-9a-zA-Z]{8}/)
  })

  test('is accepted in the header X-Client-Secret on every route', async () => {
    const { path, client_secret } = await waiting()
    const sending = { headers: { 'X-Client-Secret': client_secret } }

    assert.equal((await browser.get(path, sending)).status, 200)
    assert.equal((await browser.post(path, { name: 'Ada' }, sending)).status, 200)
    assertStatus(await browser.post(`${path}/confirm`, withCard(), sending), 'succeeded')
    assertRefused(await browser.get(path), 400, 'IR_01', 'client_secret')
    const wrong = { headers: { 'X-Client-Secret': 'wrong' } }
    assertRefused(await browser.get(path, wrong), 401, 'AU_01')
  })

  test('of a payout does not redirect money once the merchant has confirmed', async () => {
    const made = await create(shop, { payout_link: true, ...toBank() })
    const { payout_id, client_secret } = made.body
    const path = `/payouts/${payout_id}/confirm`
    assertPayoutStatus(await shop.post(path, {}), 'requires_fulfillment')
    const before = (await read(shop, made)).body

    const answer = await browser.post(path, { client_secret, ...toBank() })

    assertRefused(answer, 409, 'IR_16')
    assert.deepEqual((await read(shop, made)).body, before)
  })
})

describe('publishable keys', () => {
  test('are created, listed with their value, and revoked; other keys keep working', async () => {
    const made = await shop.post(keys, { name: 'Checkout', type: 'publishable' })
    assert.equal(made.status, 201, made.text)
    assert.match(made.body.api_key, /^pk_snd_[A-Za-z0-9]{64}$/)
    assert.equal(made.body.publishable_key, made.body.api_key)
    assert.deepEqual(made.body.scopes, [])
    const client = shop.with(made.body.api_key)
    const { path, client_secret } = await waiting()
    const sending = { headers: { 'X-Client-Secret': client_secret } }
    assert.equal((await client.get(path, sending)).status, 200)

    const { body: listed } = await shop.get(`${keys}/list?type=publishable`)
    const revoked = await shop.delete(`${keys}/${made.body.key_id}`)

    assert.deepEqual(
      listed.map((key: { publishable_key: string }) => key.publishable_key),
      [made.body.api_key, publishable_key],
    )
    assert.equal(revoked.status, 200)
    assertRefused(await client.get(path, sending), 401, 'AU_02')
    assert.equal((await browser.get(path, sending)).status, 200)
    for (const key of (await shop.get(`${keys}/list`)).body) assert.equal(key.type, 'secret')
  })

  test('the first one can be revoked too', async () => {
    const { client, merchant } = await shop.neighbour()
    const own = `/api_keys/${merchant.merchant_id}`
    const [first] = (await client.get(`${own}/list?type=publishable`)).body
    assert.equal(first.publishable_key, merchant.publishable_key)

    await client.delete(`${own}/${first.key_id}`)

    const { card } = withCard().payment_method_data
    assertRefused(await shop.with(merchant.publishable_key).post('/tokens', { card }), 401, 'AU_02')
  })

  test('have no scopes and no addresses; secret keys have no origins', async () => {
    for (const [type, field, value] of [
      ['publishable', 'scopes', ['payments:read']],
      ['publishable', 'allowed_ips', ['203.0.113.0/24']],
      ['secret', 'allowed_origins', ['https://shop.example']],
    ] as const) {
      const body = { name: 'k', type, [field]: value }
      assertRefused(await shop.post(keys, body), 400, 'IR_04', field)
    }
  })

  test('can be limited to origins, which pages of other origins cannot pretend', async () => {
    const allowed_origins = ['https://shop.example']
    const made = await shop.post(keys, { name: 'One shop', type: 'publishable', allowed_origins })
    const client = shop.with(made.body.api_key)
    const { path, client_secret } = await waiting()
    const from = (Origin: string) =>
      client.get(path, { headers: { Origin, 'X-Client-Secret': client_secret } })

    assert.equal((await from('https://shop.example')).status, 200)
    for (const origin of ['https://evil.example', 'http://shop.example', 'null']) {
      assertRefused(await from(origin), 403, 'AU_03')
    }
    const update = { allowed_origins: ['https://shop.example', 'https://evil.example'] }
    assert.equal((await shop.post(`${keys}/${made.body.key_id}`, update)).status, 200)
    assert.equal((await from('https://evil.example')).status, 200)
  })

  test('allowed_origins must be origins', async () => {
    for (const origin of [
      'shop.example',
      'https://shop.example/',
      'https://shop.example/pay',
      '*',
    ]) {
      const body = { name: 'k', type: 'publishable', allowed_origins: [origin] }
      assertRefused(await shop.post(keys, body), 400, 'IR_04', 'allowed_origins.0')
    }
  })
})

describe('limits', () => {
  test('requests with a publishable key never use up the limit of the secret keys', async () => {
    await using tight = await harness({
      env: { FLORIN_RATE_LIMIT: '5', FLORIN_PUBLISHABLE_RATE_LIMIT: '2' },
    })
    freshMinute(tight)
    const page = tight.with(tight.merchant.publishable_key)

    const answers = []
    for (let n = 0; n < 10; n++) answers.push(await page.get('/payments/none'))

    const last = answers.at(-1)
    assert.ok(last)
    assertRefused(last, 429, 'RL_01')
    assert.ok(Number(last.headers.get('Retry-After')) > 0)
    assert.equal(last.headers.get('X-RateLimit-Limit'), '2')
    for (let n = 0; n < 5; n++) assert.equal((await tight.get('/health')).status, 200)
  })

  test('another publishable key and another merchant have their own count', async () => {
    await using tight = await harness({ env: { FLORIN_PUBLISHABLE_RATE_LIMIT: '1' } })
    freshMinute(tight)
    const { merchant } = await tight.neighbour()
    const own = `/api_keys/${tight.merchant.merchant_id}`
    const second = (await tight.post(own, { name: 'two', type: 'publishable' })).body.api_key
    const first = tight.with(tight.merchant.publishable_key)
    await first.get('/payments/none')
    assertRefused(await first.get('/payments/none'), 429, 'RL_01')

    assertRefused(await tight.with(second).get('/payments/none'), 400, 'IR_01')
    assertRefused(await tight.with(merchant.publishable_key).get('/payments/none'), 400, 'IR_01')
  })

  test('an address without a valid key is refused above its limit; a valid key from there is not', async () => {
    await using tight = await harness({ env: { FLORIN_ADDRESS_RATE_LIMIT: '3' } })
    freshMinute(tight)
    const stranger = tight.with(`snd_${'a'.repeat(64)}`)

    const codes = []
    for (let n = 0; n < 5; n++) codes.push((await stranger.get('/health')).body.error.code)
    const unknown = await tight.with(undefined).get('/nothing/here')

    assert.deepEqual(codes, ['AU_01', 'AU_01', 'AU_01', 'RL_01', 'RL_01'])
    assertRefused(unknown, 429, 'RL_01')
    assert.ok(Number(unknown.headers.get('Retry-After')) > 0)
    assert.equal((await tight.get('/health')).status, 200)
    const made = await tight.with(ADMIN_KEY).post('/accounts', { merchant_name: 'Shop' })
    assert.equal(made.status, 201)
  })

  test('refusals by routes without a key count for the address too', async () => {
    await using tight = await harness({ env: { FLORIN_ADDRESS_RATE_LIMIT: '2' } })
    freshMinute(tight)
    const { merchant_id } = tight.merchant
    const stranger = tight.with(undefined)

    assertRefused(await stranger.get(`/payments/return/${merchant_id}/none`), 404, 'IR_05')
    const forged = `/provider_callbacks/bank/${merchant_id}`
    assertRefused(await stranger.post(forged, { type: 'operation' }), 401, 'AU_01')
    assertRefused(await stranger.post(forged, { type: 'operation' }), 429, 'RL_01')
    assertRefused(await stranger.get(`/payments/return/${merchant_id}/none`), 429, 'RL_01')
    assert.equal((await tight.get('/health')).status, 200)
  })
})
