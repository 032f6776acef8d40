// GET /subscriptions/estimate: what the first invoice would be, without creating anything.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { created, createPrice, subscribed, withProfile } from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const { plan_id, item_price_id } = await createPrice(api)
await api.post('/subscriptions/coupons', {
  coupon_code: 'QUARTER',
  percent_off: 25,
  duration: 'once',
})

const estimate = (query: Record<string, string>) =>
  api.get(`/subscriptions/estimate?${new URLSearchParams(query).toString()}`)

test('amount, currency, plan, price and lines', async () => {
  const { status, body } = await estimate({ item_price_id })

  assert.equal(status, 200)
  const { line_items, ...rest } = body
  assert.deepEqual(rest, {
    amount: 1000,
    currency: 'EUR',
    plan_id,
    item_price_id,
    coupon_code: null,
  })
  const [{ period_start, period_end, ...line }] = line_items
  assert.match(period_start, ISO_UTC)
  assert.match(period_end, ISO_UTC)
  assert.deepEqual(line, {
    item_id: item_price_id,
    item_type: 'plan',
    description: line.description,
    amount: 1000,
    currency: 'EUR',
    quantity: 1,
  })
})

test('a coupon is a separate line', async () => {
  const { body } = await estimate({ item_price_id, coupon_code: 'QUARTER' })

  assert.deepEqual([body.amount, body.coupon_code], [750, 'QUARTER'])
  const lines = body.line_items.map(
    (line: { item_type: string; item_id: string; amount: number }) => [
      line.item_type,
      line.item_id,
      line.amount,
    ],
  )
  assert.deepEqual(lines, [
    ['plan', item_price_id, 1000],
    ['coupon', 'QUARTER', -250],
  ])
})

test('a trial costs nothing', async () => {
  const price = await createPrice(api, { trial_period: 14 })
  const { body } = await estimate({ item_price_id: price.item_price_id })

  assert.equal(body.amount, 0)
  assert.equal(body.line_items[0].item_type, 'trial')
})

test('the credit of a customer is deducted', async () => {
  const made = await subscribed(api, { amount: 400 })
  const { customer_id } = made.body
  const body = { cancel_option: 'immediately', credit_option: 'full' }
  await api.post(`/subscriptions/${made.body.id}/cancel`, body)

  assert.equal((await estimate({ item_price_id, customer_id })).body.amount, 600)
})

test('it equals what the subscription then charges', async () => {
  const { body } = await estimate({ item_price_id, coupon_code: 'QUARTER' })
  const made = await created(api, {}, { item_price_id, coupon_code: 'QUARTER' })

  assert.equal(made.body.invoice.amount, body.amount)
  const invoice = (await api.get(`/invoices/${made.body.invoice.id}`)).body
  assert.equal(invoice.line_items.length, body.line_items.length)
})

test('nothing is created', async () => {
  const before = (await api.get('/subscriptions/list')).body.total_count
  await estimate({ item_price_id })
  assert.equal((await api.get('/subscriptions/list')).body.total_count, before)
})

test('item_price_id is required: 400 IR_01; other fields are refused: 400 IR_04', async () => {
  assertRefused(await estimate({}), 400, 'IR_01', 'item_price_id')
  assertRefused(await estimate({ item_price_id, surprise: '1' }), 400, 'IR_04', 'surprise')
  const long = 'x'.repeat(65)
  for (const name of ['item_price_id', 'plan_id', 'coupon_code', 'customer_id']) {
    assertRefused(await estimate({ item_price_id, [name]: long }), 400, 'IR_04', name)
  }
})

test('an unknown id: 404 IR_05; a plan that does not own the price: 400 IR_04', async () => {
  for (const name of ['item_price_id', 'plan_id', 'coupon_code', 'customer_id']) {
    assertRefused(await estimate({ item_price_id, [name]: 'nobody' }), 404, 'IR_05')
  }
  const other = await createPrice(api)
  assertRefused(await estimate({ item_price_id, plan_id: other.plan_id }), 400, 'IR_04', 'plan_id')
})

test('a coupon that cannot be used: 422 IR_29', async () => {
  const coupon = { coupon_code: 'DOLLAR', amount_off: 1, currency: 'USD', duration: 'once' }
  await api.post('/subscriptions/coupons', coupon)
  assertRefused(
    await estimate({ item_price_id, coupon_code: 'DOLLAR' }),
    422,
    'IR_29',
    'coupon_code',
  )
})
