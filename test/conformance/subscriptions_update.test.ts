// PUT /subscriptions/:subscription_id/update: the plan is changed, and the difference is invoiced.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { DAY_MS } from '#kernel/clock.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { assertRefused } from '../support/expect.ts'
import { facts, payingShop } from '../support/paying.ts'
import {
  arrange,
  authenticate,
  AUTHENTICATED,
  confirm,
  created,
  createPrice,
  DECLINED_LATER,
  assertSubscriptionStatus,
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

const update = async (subscription: { body: { id: string } }, price: object = { amount: 3000 }) =>
  api.put(`/subscriptions/${subscription.body.id}/update`, await createPrice(api, price))

describe('the answer', () => {
  test('200, a paid change: active, the payment succeeded, the invoice is paid', async () => {
    const before = await subscribed(api)
    const next = await createPrice(api, { amount: 3000 })

    const answer = await api.put(`${pathOf(before)}/update`, next)

    assertSubscriptionStatus(answer, 'active')
    const { body } = answer
    assert.equal(body.plan_id, next.plan_id)
    assert.equal(body.item_price_id, next.item_price_id)
    assert.notEqual(body.invoice.id, before.body.invoice.id)
    assert.deepEqual([body.payment.status, body.invoice.status], ['succeeded', 'invoice_paid'])
    assert.deepEqual([body.payment.amount, body.invoice.amount], [2000, 2000])
    assert.deepEqual(await facts(body.payment.payment_id), [['charged', 2000]])
    assert.deepEqual(
      [body.period_start, body.period_end],
      [before.body.period_start, before.body.period_end],
    )
  })

  test('a second change replaces the first one, although the first invoice comes from a fast clock', async () => {
    const before = await subscribed(api)
    await shop.services.db.run(
      `update invoices set created = created + interval '10 minutes' where invoice_id = $1`,
      [before.body.invoice.id],
    )
    await update(before)
    const { body } = await update(before, { amount: 5000 })
    assert.deepEqual([body.status, body.payment.amount], ['active', 2000])
  })

  test('has a client_secret for another 15 minutes', async () => {
    const answer = await update(await subscribed(api))
    assert.match(answer.body.client_secret, /_secret_/)
  })

  test('the event invoice_paid is sent', async () => {
    const answer = await update(await subscribed(api))
    assert.deepEqual(await reported(shop, answer), [
      'invoice_paid',
      'subscription_active',
      'invoice_paid',
    ])
  })

  test('a change whose payment the customer must authenticate: pending, with the address to redirect to', async () => {
    await using _ = await runEventPipeline(shop)
    const payment_details = { return_url, authentication_type: 'three_ds' }
    const first = await confirm(api, await created(api, {}, { payment_details }), AUTHENTICATED)
    const active = await authenticate(api, first, 'approve')

    const pending = await update(active)

    assertSubscriptionStatus(pending, 'pending')
    assert.equal(pending.body.payment.status, 'requires_action')
    assert.match(pending.body.payment.next_action.redirect_to_url, /^http/)
    assertSubscriptionStatus(await authenticate(api, pending, 'approve'), 'active')
  })

  test('a declined change: unpaid, the payment failed, the invoice too', async () => {
    const answer = await update(await subscribed(api, {}, { card: DECLINED_LATER }))

    assertSubscriptionStatus(answer, 'unpaid')
    assert.deepEqual(
      [answer.body.payment.status, answer.body.invoice.status],
      ['failed', 'payment_failed'],
    )
  })
})

describe('invoiced amounts', () => {
  test('the rest of the period at the new price, less the rest at the old one, by the second', async () => {
    const before = await subscribed(api)
    const { period_start, period_end } = before.body
    const total = Date.parse(period_end) - Date.parse(period_start)
    shop.clock.advance(total / 2)

    const { body } = await update(before)

    const invoice = (await api.get(`/invoices/${body.invoice.id}`)).body
    const [unused, remaining] = invoice.line_items
    assert.equal(invoice.reason, 'plan_change')
    assert.deepEqual([unused.item_type, unused.amount], ['unused_time', -500])
    assert.deepEqual([remaining.item_type, remaining.amount], ['remaining_time', 1500])
    assert.equal(invoice.amount, 1000)
  })

  test('a cheaper plan: nothing is charged, and the difference is credit for later invoices', async () => {
    const before = await subscribed(api, { amount: 3000 })

    const answer = await update(before, { amount: 1000 })

    assertSubscriptionStatus(answer, 'active')
    const { payment_id, ...payment } = answer.body.payment
    assert.deepEqual(payment, {
      status: 'succeeded',
      amount: 0,
      currency: 'EUR',
      payment_method_type: null,
      next_action: null,
    })
    assert.equal((await api.get(`/payments/${payment_id}`)).body.amount_received, 0)
    assert.deepEqual([answer.body.invoice.amount, answer.body.invoice.status], [0, 'invoice_paid'])
    const invoice = (await api.get(`/invoices/${answer.body.invoice.id}`)).body
    assert.deepEqual([invoice.total, invoice.credit_granted], [-2000, 2000])
    const again = await update(answer, { amount: 3500 })
    const paid = (await api.get(`/invoices/${again.body.invoice.id}`)).body
    assert.deepEqual([paid.total, paid.credit_applied, paid.amount], [2500, 2000, 500])
  })

  test('another interval begins a new period now', async () => {
    const answer = await update(await subscribed(api), { amount: 9000, interval: 'year' })

    const { period_start, period_end } = answer.body
    assert.ok(Date.parse(period_end) - Date.parse(period_start) >= 365 * DAY_MS)
    assert.equal(answer.body.invoice.amount, 8000)
  })

  test('in a trial nothing is invoiced, and the trial goes on', async () => {
    const before = await subscribed(api, { trial_period: 14 })

    const answer = await update(before)

    assertSubscriptionStatus(answer, 'trial')
    assert.equal(answer.body.invoice.id, before.body.invoice.id)
    assert.equal(answer.body.trial_end, before.body.trial_end)
  })
})

describe('refusals', () => {
  for (const name of ['plan_id', 'item_price_id'] as const) {
    test(`without ${name}: 400 IR_01`, async () => {
      const { [name]: _, ...rest } = await createPrice(api)
      const path = `${pathOf(await subscribed(api))}/update`
      assertRefused(await api.put(path, rest), 400, 'IR_01', name)
      assertRefused(await api.put('/subscriptions/nobody/update', rest), 400, 'IR_01', name)
    })

    test(`${name} with another type or too long: 400 IR_04`, async () => {
      const body = await createPrice(api)
      const path = `${pathOf(await subscribed(api))}/update`
      for (const value of [7, null, 'x'.repeat(65)]) {
        assertRefused(await api.put(path, { ...body, [name]: value }), 400, 'IR_04', name)
      }
    })

    test(`an unknown ${name}: 400 IR_04, because 404 means that the subscription is unknown`, async () => {
      const body = await createPrice(api)
      const path = `${pathOf(await subscribed(api))}/update`
      assertRefused(await api.put(path, { ...body, [name]: 'nobody' }), 400, 'IR_04', name)
    })
  }

  test('no other field can be sent: 400 IR_04', async () => {
    const body = { ...(await createPrice(api)), coupon_code: 'X' }
    const answer = await api.put(`${pathOf(await subscribed(api))}/update`, body)
    assertRefused(answer, 400, 'IR_04', 'coupon_code')
  })

  test('an unknown subscription: 404 IR_05', async () => {
    assertRefused(await update({ body: { id: 'nobody' } }), 404, 'IR_05')
  })

  test('a subscription of another profile: 404 IR_05', async () => {
    const made = await subscribed(api)
    const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
    const { profile_id } = (await shop.post(profiles, { profile_name: 'Second' })).body
    const headers = { 'X-Profile-Id': profile_id }

    const answer = await api.put(`${pathOf(made)}/update`, await createPrice(api), { headers })

    assertRefused(answer, 404, 'IR_05')
    assertRefused(await api.get(pathOf(made), { headers }), 404, 'IR_05')
  })

  test('a plan that does not own the price: 400 IR_04, and nothing is changed', async () => {
    const before = await subscribed(api)
    const { plan_id } = await createPrice(api)
    const { item_price_id } = await createPrice(api)

    assertRefused(
      await api.put(`${pathOf(before)}/update`, { plan_id, item_price_id }),
      400,
      'IR_04',
      'plan_id',
    )
    assert.equal((await api.get(pathOf(before))).body.item_price_id, before.body.item_price_id)
  })

  test('the price that it has already: 400 IR_04', async () => {
    const { body } = await subscribed(api)
    const { id, plan_id, item_price_id } = body
    const answer = await api.put(`/subscriptions/${id}/update`, { plan_id, item_price_id })
    assertRefused(answer, 400, 'IR_04', 'item_price_id')
  })

  test('a price in another currency: 422 IR_29', async () => {
    const answer = await update(await subscribed(api), { currency: 'USD' })
    assertRefused(answer, 422, 'IR_29', 'item_price_id')
  })

  for (const status of statuses.filter((each) => each !== 'active' && each !== 'trial')) {
    const hasEnded = ['cancelled', 'failed', 'in_active'].includes(status)
    test(`a subscription that is ${status}: ${hasEnded ? '409 IR_16' : '400 IR_14'}`, async () => {
      const there = await arrange(shop, api, status)
      if (hasEnded) assertRefused(await update(there), 409, 'IR_16')
      else assertRefused(await update(there), 400, 'IR_14')
      assert.equal((await api.get(pathOf(there))).body.item_price_id, there.body.item_price_id)
    })
  }
})
