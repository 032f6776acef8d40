// POST /subscriptions/create: each request field with valid and invalid values, and the answer field by field.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { billing } from '#testing/payment_body.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import {
  confirm,
  created,
  createCustomer,
  createPrice,
  assertSubscriptionStatus,
  orderOf,
  pathOf,
  reported,
  return_url,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const URL = '/subscriptions/create'
const order = await orderOf(api)

const withDetails = (more: object) => ({
  ...order,
  payment_details: { ...order.payment_details, ...more },
})

describe('the answer', () => {
  test('201, status created, with the fields of the contract', async () => {
    const { plan_id, item_price_id } = await createPrice(api)
    const customer_id = await createCustomer(api)
    const coupon = { coupon_code: 'TENTH', percent_off: 10, duration: 'once' }
    await api.post('/subscriptions/coupons', coupon)
    const sent = {
      customer_id,
      item_price_id,
      plan_id,
      merchant_reference_id: 'order 7',
      coupon_code: 'TENTH',
      billing,
      shipping: { ...billing, email: 'ada@shop.example' },
    }

    const { status, body, text } = await api.post(URL, {
      ...sent,
      payment_details: { return_url },
    })

    assert.equal(status, 201, text)
    const { id, client_secret, payment, invoice, created, modified_at, ...rest } = body
    assert.match(id, /^sub_/)
    assert.match(client_secret, new RegExp(`^${id}_secret_[A-Za-z0-9]{32}$`))
    assert.match(created, ISO_UTC)
    assert.equal(modified_at, created)
    assert.match(payment.payment_id, /^pay_/)
    assert.deepEqual(payment, {
      payment_id: payment.payment_id,
      status: 'requires_confirmation',
      amount: 900,
      currency: 'EUR',
      payment_method_type: null,
      next_action: null,
    })
    assert.match(invoice.id, /^inv_/)
    assert.deepEqual(invoice, {
      id: invoice.id,
      subscription_id: id,
      amount: 900,
      currency: 'EUR',
      status: 'payment_pending',
    })
    assert.deepEqual(rest, {
      ...sent,
      status: 'created',
      profile_id: shop.merchant.profile_id,
      merchant_id: shop.merchant.merchant_id,
      payment_details: {
        return_url,
        authentication_type: null,
        capture_method: null,
        setup_future_usage: null,
        payment_type: null,
      },
      payment_method_id: null,
      pending_update: null,
      period_start: null,
      period_end: null,
      trial_end: null,
      next_billing_at: null,
      cycles_billed: 0,
      pause_at: null,
      paused_at: null,
      resume_at: null,
      cancel_at: null,
      cancelled_at: null,
      cancel_reason: null,
      ended_at: null,
    })
  })

  test("missing fields are null; plan_id is the price's plan", async () => {
    const { plan_id, item_price_id } = await createPrice(api)

    const { body } = await api.post(URL, { ...order, item_price_id })

    assert.equal(body.plan_id, plan_id)
    for (const name of ['merchant_reference_id', 'coupon_code', 'billing', 'shipping']) {
      assert.equal(body[name], null, name)
    }
  })

  test('GET /subscriptions/:subscription_id returns the same', async () => {
    const answer = await created(api)

    const read = await api.get(pathOf(answer))

    assert.equal(read.status, 200)
    assert.deepEqual(read.body, answer.body)
  })

  test('nothing is charged and no event is sent', async () => {
    const answer = await created(api)

    assert.deepEqual(await reported(shop, answer), [])
    const payment = await shop.get(`/payments/${answer.body.payment.payment_id}`)
    assert.equal(payment.body.amount_received, 0)
  })

  test('the payment belongs to its invoice: it cannot be confirmed or updated by itself', async () => {
    const { payment } = (await created(api)).body
    const path = `/payments/${payment.payment_id}`

    assertRefused(await shop.post(path, { amount: 1 }), 400, 'IR_14')
    assertRefused(await shop.post(`${path}/confirm`, {}), 400, 'IR_14')
  })
})

describe('required fields', () => {
  for (const name of ['customer_id', 'item_price_id', 'payment_details']) {
    test(`${name}: 400 IR_01 when it is missing`, async () => {
      const { [name as 'customer_id']: _, ...rest } = order
      assertRefused(await api.post(URL, rest), 400, 'IR_01', name)
    })

    test(`${name}: 400 IR_04 when it has another type`, async () => {
      assertRefused(await api.post(URL, { ...order, [name]: 7 }), 400, 'IR_04', name)
    })
  }

  test('payment_details.return_url: 400 IR_01 when it is missing', async () => {
    const answer = await api.post(URL, { ...order, payment_details: {} })
    assertRefused(answer, 400, 'IR_01', 'payment_details.return_url')
  })

  test('a missing field is named before an invalid one', async () => {
    const { customer_id: _, ...rest } = order
    assertRefused(await api.post(URL, { ...rest, item_price_id: 7 }), 400, 'IR_01', 'customer_id')
  })

  test('an unknown field: 400 IR_04', async () => {
    assertRefused(await api.post(URL, { ...order, surprise: 1 }), 400, 'IR_04', 'surprise')
    const answer = await api.post(URL, withDetails({ surprise: 1 }))
    assertRefused(answer, 400, 'IR_04', 'payment_details.surprise')
  })
})

const invalid: [field: string, value: unknown][] = [
  ['customer_id', 'x'.repeat(65)],
  ['item_price_id', 'x'.repeat(65)],
  ['plan_id', 7],
  ['plan_id', 'x'.repeat(65)],
  ['coupon_code', 7],
  ['coupon_code', 'x'.repeat(65)],
  ['merchant_reference_id', 7],
  ['merchant_reference_id', 'x'.repeat(256)],
  ['billing', 'Leeds'],
  ['shipping', 'Leeds'],
]

const invalidParts: [field: string, body: object][] = [
  ['billing.address.country', { billing: { address: { country: 'GBR' } } }],
  ['billing.address.surprise', { billing: { address: { surprise: 1 } } }],
  ['shipping.email', { shipping: { email: 'no address' } }],
  ...['', 'no url', 'javascript:alert(1)', 7].map((return_url): [string, object] => [
    'payment_details.return_url',
    withDetails({ return_url }),
  ]),
  ...['authentication_type', 'capture_method', 'setup_future_usage', 'payment_type'].map(
    (name): [string, object] => [`payment_details.${name}`, withDetails({ [name]: 'other' })],
  ),
]

describe('invalid values', () => {
  for (const [field, value] of invalid) {
    test(`${field} ${JSON.stringify(value).slice(0, 20)}: 400 IR_04`, async () => {
      assertRefused(await api.post(URL, { ...order, [field]: value }), 400, 'IR_04', field)
    })
  }

  for (const [field, body] of invalidParts) {
    test(`${field} in ${JSON.stringify(body).slice(-40)}: 400 IR_04`, async () => {
      assertRefused(await api.post(URL, { ...order, ...body }), 400, 'IR_04', field)
    })
  }
})

const valid: [name: string, values: string[]][] = [
  ['authentication_type', ['three_ds', 'no_three_ds']],
  [
    'capture_method',
    ['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic'],
  ],
  ['setup_future_usage', ['off_session', 'on_session']],
  ['payment_type', ['normal', 'new_mandate', 'setup_mandate', 'recurring_mandate']],
]

describe('payment_details', () => {
  for (const [name, values] of valid) {
    for (const value of [...values, null]) {
      test(`${name} ${value} is accepted and echoed`, async () => {
        const answer = await api.post(URL, withDetails({ [name]: value }))

        assertSubscriptionStatus(answer, 'created', 201)
        assert.equal(answer.body.payment_details[name], value)
        const read = await api.get(`/subscriptions/${answer.body.id}`)
        assert.deepEqual(read.body.payment_details, answer.body.payment_details)
      })
    }
  }

  for (const capture_method of ['scheduled', 'sequential_automatic']) {
    test(`${capture_method} captures like automatic`, async () => {
      const answer = await api.post(URL, withDetails({ capture_method }))

      const confirmed = await confirm(api, answer)

      assertSubscriptionStatus(confirmed, 'active')
      assert.equal(confirmed.body.payment_details.capture_method, capture_method)
      const { payment_id } = confirmed.body.payment
      const payment = (await shop.get(`/payments/${payment_id}`)).body
      assert.equal(`${payment.status} ${payment.capture_method}`, 'succeeded automatic')
    })
  }

  test('the payment has the return_url, the authentication_type and the capture_method', async () => {
    const terms = { authentication_type: 'three_ds', capture_method: 'manual' }
    const { body } = await api.post(URL, withDetails(terms))

    const payment = (await shop.get(`/payments/${body.payment.payment_id}`)).body

    assert.equal(payment.return_url, return_url)
    assert.equal(payment.authentication_type, 'three_ds')
    assert.equal(payment.capture_method, 'manual')
    assert.equal(payment.setup_future_usage, 'off_session', 'renewals need the card')
  })
})

describe('missing objects', () => {
  for (const name of ['customer_id', 'item_price_id', 'plan_id', 'coupon_code']) {
    test(`an unknown ${name}: 404 IR_05`, async () => {
      assertRefused(await api.post(URL, { ...order, [name]: 'nobody' }), 404, 'IR_05')
    })
  }

  test("another merchant's customer or price: 404 IR_05", async () => {
    const { client, merchant } = await shop.neighbour()
    const headers = { 'X-Profile-Id': merchant.profile_id }

    assertRefused(await client.post(URL, order, { headers }), 404, 'IR_05')
  })

  test('a deleted customer: 404 IR_05', async () => {
    const customer_id = await createCustomer(api)
    await api.delete(`/customers/${customer_id}`)

    assertRefused(await api.post(URL, { ...order, customer_id }), 404, 'IR_05')
  })

  test('a plan that does not own the price: 400 IR_04', async () => {
    const { plan_id } = await createPrice(api)

    assertRefused(await api.post(URL, { ...order, plan_id }), 400, 'IR_04', 'plan_id')
  })

  test('an archived plan takes no new subscriptions: 422 IR_29', async () => {
    const { plan_id, item_price_id } = await createPrice(api)
    await api.post(URL, { ...order, item_price_id })
    assert.equal((await api.delete(`/subscriptions/plans/${plan_id}`)).body.status, 'archived')

    assertRefused(await api.post(URL, { ...order, item_price_id }), 422, 'IR_29', 'item_price_id')
  })

  test('a coupon that is used up, has expired, or is in another currency: 422 IR_29', async () => {
    const redeem_by = new Date(shop.clock.now().getTime() + 60_000).toISOString()
    const coupons = [
      { coupon_code: 'ONE', percent_off: 10, duration: 'once', max_redemptions: 1 },
      { coupon_code: 'OLD', percent_off: 10, duration: 'once', redeem_by },
      { coupon_code: 'USD', amount_off: 10, currency: 'USD', duration: 'once' },
    ]
    for (const coupon of coupons) await api.post('/subscriptions/coupons', coupon)
    assertSubscriptionStatus(await api.post(URL, { ...order, coupon_code: 'ONE' }), 'created', 201)
    shop.clock.advance(60_001)

    for (const { coupon_code } of coupons) {
      assertRefused(await api.post(URL, { ...order, coupon_code }), 422, 'IR_29', 'coupon_code')
    }
  })
})

test('a price with a trial: the first invoice asks for nothing', async () => {
  const { body } = await created(api, { trial_period: 14 })

  assert.equal(body.status, 'created')
  assert.equal(body.invoice.amount, 0)
  assert.equal(body.invoice.status, 'payment_pending')
  assert.equal(body.payment.amount, 0)
  assert.equal(body.payment.status, 'requires_confirmation')
})

test('of a coupon that two customers use at once, one redemption is left for one of them', async () => {
  const coupon = { coupon_code: 'RACE', percent_off: 10, duration: 'once', max_redemptions: 1 }
  await api.post('/subscriptions/coupons', coupon)

  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.post(URL, { ...order, coupon_code: 'RACE' })),
  )

  assert.equal(answers.filter(({ status }) => status === 201).length, 1)
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 422, 'IR_29')
})
