// A period is worth the money that it has brought in. Parts, refunds, disputes and corrections.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer } from '#testing/client.ts'
import { runEventPipeline } from '#testing/event_pipeline.ts'
import { runSweeps } from '#testing/sweeps.ts'
import { assertRefused, until } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import {
  arrange,
  created,
  createCustomer,
  createPrice,
  assertSubscriptionStatus,
  partlyPaid,
  pathOf,
  subscribed,
  withProfile,
} from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)

const creditOf = async (customer_id: string) =>
  (await shop.get(`/customers/${customer_id}/credit`)).body
const owns = async ({ body }: Answer) => (await creditOf(body.customer_id)).balances[0]?.amount ?? 0
const invoice = async ({ body }: Answer) => (await shop.get(`/invoices/${body.invoice.id}`)).body
const cancel = (subscription: Answer, credit_option: string) =>
  api.post(`${pathOf(subscription)}/cancel`, { cancel_option: 'immediately', credit_option })
const resolve = (subscription: Answer, action: unknown) =>
  api.post(`/invoices/${subscription.body.invoice.id}/resolve`, { action })

describe('credit_option', () => {
  test('full: the money received for the period, not its list price', async () => {
    const made = await subscribed(api, { amount: 1000 })
    const changed = await api.put(
      `${pathOf(made)}/update`,
      await createPrice(api, { amount: 100_000, interval: 'month' }),
    )
    assertSubscriptionStatus(changed, 'active')

    await cancel(changed, 'full')

    assert.equal(await owns(changed), 1000 + changed.body.invoice.amount)
  })

  test('full after a refund: nothing', async () => {
    const made = await subscribed(api)
    await shop.post('/refunds', { payment_id: made.body.payment.payment_id })

    await cancel(made, 'full')

    assert.equal(await owns(made), 0)
  })

  test('prorate after a refund of a part: no more than the other part', async () => {
    const made = await subscribed(api)
    await shop.post('/refunds', { payment_id: made.body.payment.payment_id, amount: 700 })

    await cancel(made, 'prorate')

    assert.equal(await owns(made), 300)
  })

  test('full in a trial: nothing', async () => {
    const made = await arrange(shop, api, 'trial')
    await cancel(made, 'full')
    assert.equal(await owns(made), 0)
  })
})

describe('an invoice of which a part was received', () => {
  test('manual_review, with the received amount; the subscription is pending', async () => {
    const made = await partlyPaid(shop, api)

    assertSubscriptionStatus(made, 'pending')
    const { status, amount, amount_received } = await invoice(made)
    assert.deepEqual([status, amount, amount_received], ['manual_review', 1000, 400])
  })

  test('accept: invoice_paid, active, and worth the received amount', async () => {
    const made = await partlyPaid(shop, api)

    const { status, body } = await resolve(made, 'accept')

    assert.deepEqual([status, body.status, body.amount_received], [200, 'invoice_paid', 400])
    assertSubscriptionStatus(await api.get(pathOf(made)), 'active')
    await cancel(made, 'full')
    assert.equal(await owns(made), 400)
  })

  test('void: voided, and the part is credit; a subscription that had not started is failed', async () => {
    const made = await partlyPaid(shop, api)

    const { status, body } = await resolve(made, 'void')

    assert.deepEqual([status, body.status], [200, 'voided'])
    assertSubscriptionStatus(await api.get(pathOf(made)), 'failed')
    assert.equal(await owns(made), 400)
    const [entry] = (await creditOf(made.body.customer_id)).entries
    assert.deepEqual(
      [entry.reason, entry.amount, entry.payment_id],
      ['part_payment', 400, made.body.payment.payment_id],
    )
  })

  test('another invoice: 400 IR_14; another action: 400 IR_04; an unknown one: 404 IR_05', async () => {
    const made = await subscribed(api)
    assertRefused(await resolve(made, 'accept'), 400, 'IR_14')
    assertRefused(await resolve(await created(api), 'void'), 400, 'IR_14')
    assertRefused(await resolve(made, 'keep'), 400, 'IR_04', 'action')
    assertRefused(await api.post('/invoices/nobody/resolve', { action: 'void' }), 404, 'IR_05')
    const reader = withProfile(shop, await shop.keyWith('subscriptions:read'))
    assertRefused(await reader.post('/invoices/nobody/resolve', { action: 'void' }), 403, 'AU_03')
  })
})

describe('a refund of an invoice payment', () => {
  test('the invoice stays paid, shows the refunded amount, and has a credit note with a number', async () => {
    const made = await subscribed(api)
    const { payment_id } = made.body.payment

    await using _ = await runEventPipeline(shop)
    const refund = await shop.post('/refunds', { payment_id, amount: 300 })

    assert.equal(refund.status, 201, refund.text)
    await until(async () => (await invoice(made)).credit_notes.length === 1)
    await runSweeps(shop)
    const { status, amount_refunded, credit_notes } = await invoice(made)
    assert.deepEqual([status, amount_refunded], ['invoice_paid', 300])
    const [note] = credit_notes
    assert.match(note.credit_note_id, /^crn_/)
    assert.match(note.number, /^CN-\d{4}-\d{6}$/)
    assert.deepEqual(
      [note.status, note.reason, note.refund_id, note.dispute_id, note.amount, note.currency],
      ['issued', 'refund', refund.body.refund_id, null, 300, 'EUR'],
    )
  })

  test('it takes back the credit that the money has become, with the request', async () => {
    const made = await subscribed(api)
    await cancel(made, 'full')
    assert.equal(await owns(made), 1000)

    await shop.post('/refunds', { payment_id: made.body.payment.payment_id, amount: 400 })

    assert.equal(await owns(made), 600)
    const [entry] = (await creditOf(made.body.customer_id)).entries
    assert.deepEqual([entry.reason, entry.amount], ['refund', -400])
  })
})

describe('POST /customers/:customer_id/credit', () => {
  const correct = (id: string, body: object) => api.post(`/customers/${id}/credit`, body)

  test('200 with the balances; the entry has the reason as its note', async () => {
    const id = await createCustomer(api)

    const added = await correct(id, { currency: 'EUR', amount: 500, reason: 'Goodwill' })
    const taken = await correct(id, { currency: 'EUR', amount: -200, reason: 'By mistake' })

    assert.deepEqual([added.status, taken.status], [200, 200], taken.text)
    assert.deepEqual(taken.body.balances, [{ currency: 'EUR', amount: 300 }])
    const { amount, reason, note, subscription_id, payment_id } = added.body.entries[0]
    assert.deepEqual(
      [amount, reason, note, subscription_id, payment_id],
      [500, 'correction', 'Goodwill', null, null],
    )
  })

  test('the next invoice uses it', async () => {
    const id = await createCustomer(api)
    await correct(id, { currency: 'EUR', amount: 400, reason: 'Goodwill' })

    const made = await created(api, {}, { customer_id: id })

    assert.equal(made.body.invoice.amount, 600)
    assert.equal((await invoice(made)).credit_applied, 400)
  })

  test('below 0: 400 IR_13, with the credit that there is', async () => {
    const id = await createCustomer(api)
    await correct(id, { currency: 'EUR', amount: 100, reason: 'Goodwill' })

    const answer = await correct(id, { currency: 'EUR', amount: -101, reason: 'Too much' })

    assertRefused(answer, 400, 'IR_13', 'amount')
    assert.equal(answer.body.error.details.credit, 100)
  })

  test('the amount 0, a missing field, an unknown customer, a key without the scope', async () => {
    const id = await createCustomer(api)
    const body = { currency: 'EUR', amount: 1, reason: 'Goodwill' }
    assertRefused(await correct(id, { ...body, amount: 0 }), 400, 'IR_04', 'amount')
    assertRefused(await correct(id, { ...body, currency: 'XXX' }), 400, 'IR_04', 'currency')
    for (const name of ['currency', 'amount', 'reason']) {
      assertRefused(await correct(id, { ...body, [name]: undefined }), 400, 'IR_01', name)
    }
    assertRefused(await correct('nobody', body), 404, 'IR_05')
    const reader = await shop.keyWith('subscriptions:read')
    assertRefused(await reader.post(`/customers/${id}/credit`, body), 403, 'AU_03')
  })

  test('a request that is repeated under its Idempotency-Key corrects once', async () => {
    const id = await createCustomer(api)
    const body = { currency: 'EUR', amount: 70, reason: 'Goodwill' }
    const headers = { 'Idempotency-Key': 'correction-1' }

    await api.post(`/customers/${id}/credit`, body, { headers })
    await api.post(`/customers/${id}/credit`, body, { headers })

    assert.equal((await creditOf(id)).balances[0].amount, 70)
  })

  test('credit is no part of the balances', async () => {
    const before = (await shop.get('/balances')).body.balances
    const id = await createCustomer(api)
    await correct(id, { currency: 'EUR', amount: 12_345, reason: 'Goodwill' })

    assert.deepEqual((await shop.get('/balances')).body.balances, before)
  })
})
