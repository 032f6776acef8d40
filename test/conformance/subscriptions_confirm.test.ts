// POST /subscriptions/:subscription_id/confirm, and POST /subscriptions, which creates and confirms in one step.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { systemContext } from '#kernel/context.ts'
import { settlePayment } from '#resources/billing/subscriptions/settle.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { billing, withCard } from '#testing/payment_body.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, CHALLENGED, DECLINED, facts, LATER, pay, payingShop } from '../support/paying.ts'
import {
  arrange,
  authenticate,
  AUTHENTICATED_LATER,
  confirm,
  created,
  assertSubscriptionStatus,
  MONTH_DAYS,
  orderOf,
  pass,
  pathOf,
  reported,
  return_url,
  statuses,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const { client: neighbour, merchant: theirs } = await shop.neighbour()

const card = withCard()
const monthLater = (text: string) => {
  const date = new Date(text)
  date.setUTCMonth(date.getUTCMonth() + 1)
  return date.getUTCDate()
}

describe('the answer', () => {
  test('200, status active: the payment succeeded, the invoice is paid, the period has begun', async () => {
    const made = await created(api)

    const answer = await confirm(api, made)

    assertSubscriptionStatus(answer, 'active')
    const { body } = answer
    assert.equal(body.id, made.body.id)
    assert.deepEqual(body.payment, {
      ...made.body.payment,
      status: 'succeeded',
      payment_method_type: 'credit',
    })
    assert.deepEqual(body.invoice, { ...made.body.invoice, status: 'invoice_paid' })
    assert.match(body.payment_method_id, /^pm_/)
    assert.equal(body.cycles_billed, 1)
    assert.equal(body.next_billing_at, body.period_end)
    assert.equal(new Date(body.period_end).getUTCDate(), monthLater(body.period_start))
    assert.deepEqual(await facts(body.payment.payment_id), [['charged', 1000]])
  })

  test('has no client_secret', async () => {
    assert.equal((await subscribed(api)).body.client_secret, null)
  })

  test('has exactly the fields of a created subscription', async () => {
    const made = await created(api)
    const answer = await confirm(api, made)
    assert.deepEqual(Object.keys(answer.body), Object.keys(made.body))
  })

  test('a price with a trial: status trial, an invoice of 0 that is paid, and the card is saved', async () => {
    const { body } = await subscribed(api, { trial_period: 14 })

    assert.equal(body.status, 'trial')
    assert.deepEqual([body.invoice.amount, body.invoice.status], [0, 'invoice_paid'])
    assert.deepEqual([body.payment.amount, body.payment.status], [0, 'succeeded'])
    assert.match(body.payment_method_id, /^pm_/)
    assert.equal(body.trial_end, body.period_end)
    assert.equal(body.next_billing_at, body.trial_end)
    const days = (Date.parse(body.trial_end) - Date.parse(body.period_start)) / 86_400_000
    assert.equal(days, 14)
  })

  test('a declined first payment: status failed, invoice payment_failed', async () => {
    const { body } = await subscribed(api, {}, { card: DECLINED })

    assert.equal(body.status, 'failed')
    assert.equal(body.payment.status, 'failed')
    assert.equal(body.invoice.status, 'payment_failed')
    assert.notEqual(body.ended_at, null)
  })

  test('a payment that the customer must authenticate: status pending, with the address to redirect to', async () => {
    const { body } = await subscribed(api, {}, { card: CHALLENGED })

    assert.equal(body.status, 'pending')
    assert.equal(body.payment.status, 'requires_action')
    assert.equal(body.payment.next_action.type, 'redirect_to_url')
    assert.match(body.payment.next_action.redirect_to_url, /^http/)
    assert.equal(body.invoice.status, 'payment_pending')
  })

  test('a payment whose outcome comes later: status pending', async () => {
    const { body } = await subscribed(api, {}, { card: LATER })

    assert.equal(body.status, 'pending')
    assert.equal(body.payment.status, 'processing')
  })

  test('after the customer has authenticated: active', async () => {
    await using _ = await runEventPipeline(shop)
    const pending = await subscribed(api, {}, { card: CHALLENGED })

    const active = await authenticate(api, pending, 'approve')

    assertSubscriptionStatus(active, 'active')
    assert.equal(active.body.invoice.status, 'invoice_paid')
    assert.deepEqual(await reported(shop, active), ['invoice_paid', 'subscription_active'])
  })

  test('after the customer could not authenticate: failed', async () => {
    await using _ = await runEventPipeline(shop)
    const pending = await subscribed(api, {}, { card: CHALLENGED })

    const failed = await authenticate(api, pending, 'decline')

    assertSubscriptionStatus(failed, 'failed')
    assert.deepEqual(await reported(shop, failed), ['invoice_payment_failed'])
  })
})

describe('the payment method', () => {
  test('a saved payment method of the customer is charged, and stays the one of the subscription', async () => {
    const order = await orderOf(api)
    const { customer_id } = order
    const saved = await pay(shop, APPROVED, { customer_id, setup_future_usage: 'off_session' })
    const { payment_method_id } = saved.body
    const made = await api.post('/subscriptions/create', order)

    const answer = await api.post(`${pathOf(made)}/confirm`, {
      payment_details: { payment_method_id },
    })

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.payment_method_id, payment_method_id)
  })

  test("another customer's payment method: 404 IR_05, and nothing is charged", async () => {
    const { payment_method_id } = (await subscribed(api)).body
    const made = await created(api)

    const answer = await api.post(`${pathOf(made)}/confirm`, {
      payment_details: { payment_method_id },
    })

    assertRefused(answer, 404, 'IR_05')
    assertSubscriptionStatus(await api.get(pathOf(made)), 'created')
  })

  test('billing and shipping are recorded on the subscription', async () => {
    const made = await created(api)
    const shipping = { ...billing, email: 'ada@shop.example' }

    const answer = await api.post(`${pathOf(made)}/confirm`, {
      payment_details: { ...card, billing, shipping },
    })

    assert.deepEqual(answer.body.billing, billing)
    assert.deepEqual(answer.body.shipping, shipping)
  })

  test('a pending subscription can be confirmed with another card', async () => {
    const pending = await subscribed(api, {}, { card: CHALLENGED })

    const answer = await confirm(api, pending)

    assertSubscriptionStatus(answer, 'active')
    assert.equal(answer.body.payment.payment_id, pending.body.payment.payment_id)
  })
})

describe('refusals', () => {
  test('payment_details is required, and the payment method in it: 400 IR_01', async () => {
    const path = `${pathOf(await created(api))}/confirm`

    assertRefused(await api.post(path, {}), 400, 'IR_01', 'payment_details')
    const answer = await api.post(path, { payment_details: {} })
    assertRefused(answer, 400, 'IR_01', 'payment_details.payment_method_data')
  })

  test('an unknown or invalid field: 400 IR_04', async () => {
    const path = `${pathOf(await created(api))}/confirm`
    const sent: [string, object][] = [
      ['surprise', { payment_details: card, surprise: 1 }],
      ['payment_details.surprise', { payment_details: { ...card, surprise: 1 } }],
      ['payment_details.return_url', { payment_details: { ...card, return_url } }],
      ['payment_details.payment_method', { payment_details: { ...card, payment_method: 'gold' } }],
    ]
    for (const [field, body] of sent) assertRefused(await api.post(path, body), 400, 'IR_04', field)
  })

  test('an invalid card number: 400, and the subscription can still be confirmed', async () => {
    const made = await created(api)
    const wrong = { payment_details: withCard('4242424242424241') }

    assert.equal((await api.post(`${pathOf(made)}/confirm`, wrong)).status, 400)
    assertSubscriptionStatus(await confirm(api, made), 'active')
  })

  test("an unknown subscription, or another merchant's: 404 IR_05", async () => {
    const body = { payment_details: card }
    assertRefused(await api.post('/subscriptions/nobody/confirm', body), 404, 'IR_05')
    const made = await created(api)
    const headers = { 'X-Profile-Id': theirs.profile_id }
    const answer = await neighbour.post(`${pathOf(made)}/confirm`, body, { headers })
    assertRefused(answer, 404, 'IR_05')
    assertSubscriptionStatus(await api.get(pathOf(made)), 'created')
  })

  test('the acquirer cannot be reached: 502 CE_01, and it can be confirmed again', async () => {
    const made = await created(api)
    const headers = { 'X-Sandbox-Acquirer': 'down' }

    const down = await api.post(`${pathOf(made)}/confirm`, { payment_details: card }, { headers })

    assertRefused(down, 502, 'CE_01')
    assertSubscriptionStatus(await api.get(pathOf(made)), 'created')
    assertSubscriptionStatus(await confirm(api, made), 'active')
  })

  for (const status of statuses.filter((each) => each !== 'created' && each !== 'pending')) {
    test(`a subscription that is ${status}: 409 IR_16, and nothing is charged`, async () => {
      const there = await arrange(shop, api, status)

      assertRefused(await confirm(api, there), 409, 'IR_16')
      const { client_secret: _, ...before } = there.body
      const { client_secret: __, ...now } = (await api.get(pathOf(there))).body
      assert.deepEqual(now, before)
    })
  }
})

describe('POST /subscriptions', () => {
  const both = async (number = APPROVED, price: object = {}) => {
    const payment_details = { return_url, ...withCard(number) }
    return api.post('/subscriptions', { ...(await orderOf(api, price)), payment_details })
  }

  test('201 with the subscription as a confirmation returns it', async () => {
    const answer = await both()

    assertSubscriptionStatus(answer, 'active', 201)
    assert.equal(answer.body.invoice.status, 'invoice_paid')
    assert.equal(answer.body.client_secret, null)
    const { client_secret: _, ...rest } = (await api.get(pathOf(answer))).body
    assert.deepEqual({ ...rest, client_secret: null }, answer.body)
  })

  for (const [what, number, status] of [
    ['a challenge', CHALLENGED, 'pending'],
    ['an outcome that comes later', LATER, 'pending'],
    ['a decline', DECLINED, 'failed'],
  ] as const) {
    test(`${what}: 201, status ${status}`, async () =>
      assertSubscriptionStatus(await both(number), status, 201))
  }

  test('a trial: 201, status trial', async () => {
    assertSubscriptionStatus(
      await both(APPROVED, { trial_period: 7, trial_period_unit: 'week' }),
      'trial',
      201,
    )
  })

  test('without a payment method: 400 IR_01, and nothing is created', async () => {
    const order = await orderOf(api)

    const answer = await api.post('/subscriptions', order)

    assertRefused(answer, 400, 'IR_01', 'payment_details.payment_method_data')
    const list = await api.get(`/subscriptions/list?customer_id=${order.customer_id}`)
    assert.equal(list.body.total_count, 0)
  })

  test('an invalid card: 400, and nothing is created', async () => {
    const order = await orderOf(api)
    const payment_details = { return_url, ...withCard('4242424242424241') }

    assert.equal((await api.post('/subscriptions', { ...order, payment_details })).status, 400)
    const list = await api.get(`/subscriptions/list?customer_id=${order.customer_id}`)
    assert.equal(list.body.total_count, 0)
  })

  test('an error after it was created names the subscription, which can be confirmed', async () => {
    const body = { ...(await orderOf(api)), payment_details: { return_url, ...card } }
    const headers = { 'X-Sandbox-Acquirer': 'down' }

    const answer = await api.post('/subscriptions', body, { headers })

    assertRefused(answer, 502, 'CE_01')
    const made = await api.get(`/subscriptions/${answer.body.error.details.subscription_id}`)
    assertSubscriptionStatus(made, 'created')
    assertSubscriptionStatus(await confirm(api, made), 'active')
  })
})

test('the faulty field is named with its whole path, even when it is found after a lookup', async () => {
  const made = await created(api)
  const send = (payment_details: object) => api.post(`${pathOf(made)}/confirm`, { payment_details })

  const other = await send({ ...card, payment_method_type: 'visa', billing })
  const token = await send({ ...card, payment_method_data: { token: 'tok_none' }, billing })

  assertRefused(other, 400, 'IR_04', 'payment_details.payment_method_type')
  assert.match(other.body.error.message, /^`payment_details\.payment_method_type` must be /)
  assert.match(token.body.error.field, /^payment_details\.payment_method_data/)
})

test('a payment that is being confirmed again is not cancelled by the event of its voided page', async () => {
  const made = await subscribed(api, {}, { card: AUTHENTICATED_LATER })
  await pass(shop, MONTH_DAYS)
  const waiting = await api.get(pathOf(made))
  assertSubscriptionStatus(waiting, 'pending')
  const { payment_id } = waiting.body.payment
  const context = await systemContext(shop.services, shop.merchant.merchant_id)
  // The state between voiding the page and the next authorization.
  await shop.services.db.run(
    `update payments set status = 'requires_payment_method', next_action = null, authorization_id = null,
      action_before = $2, version = version + 1 where payment_id = $1`,
    [payment_id, addMs(shop.clock.now(), 5 * MINUTE_MS)],
  )

  assert.equal(await settlePayment(context, payment_id), false)
  assert.equal((await api.get(`/payments/${payment_id}`)).body.status, 'requires_payment_method')
  shop.clock.advance(6 * MINUTE_MS)
  await runSweeps(shop)

  assert.equal((await api.get(`/payments/${payment_id}`)).body.status, 'cancelled')
})
