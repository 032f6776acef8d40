import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const { merchant_id, profile_id } = shop.merchant
const COUPONS = '/subscriptions/coupons'
const own = { headers: { 'X-Profile-Id': profile_id } }
const createCoupon = (body: object) => shop.post(COUPONS, body, own)
const percent = { percent_off: 20, duration: 'once' }
const euros = { amount_off: 500, currency: 'EUR', duration: 'forever' }

test('a coupon in percent is found as it was created', async () => {
  const redeem_by = new Date(shop.clock.now().getTime() + 86_400_000).toISOString()
  const sent = {
    coupon_code: 'SPRING',
    percent_off: 20,
    duration: 'repeating',
    duration_in_cycles: 3,
    max_redemptions: 100,
    redeem_by,
  }

  const made = await createCoupon(sent)

  assert.equal(made.status, 201, made.text)
  const { created, ...coupon } = made.body
  assert.match(created, ISO_UTC)
  assert.deepEqual(coupon, {
    ...sent,
    merchant_id,
    amount_off: null,
    currency: null,
    redemptions: 0,
  })
  assert.deepEqual((await shop.get(`${COUPONS}/SPRING`, own)).body, made.body)
  assertRefused(await shop.get(`${COUPONS}/spring`, own), 404, 'IR_05')
})

test('a coupon of an amount has its currency', async () => {
  const { status, body } = await createCoupon({ coupon_code: 'EUROS', ...euros })

  assert.equal(status, 201)
  assert.deepEqual([body.amount_off, body.currency, body.percent_off], [500, 'EUR', null])
})

const refusals: [string, object, 'IR_01' | 'IR_04', string][] = [
  ['no discount', { duration: 'once' }, 'IR_01', 'percent_off'],
  ['no duration', { percent_off: 1 }, 'IR_01', 'duration'],
  ['an amount without a currency', { amount_off: 1, duration: 'once' }, 'IR_01', 'currency'],
  ['no number of cycles', { ...percent, duration: 'repeating' }, 'IR_01', 'duration_in_cycles'],
  ['two discounts', { ...euros, percent_off: 1 }, 'IR_04', 'amount_off'],
  ['a percentage in a currency', { ...percent, currency: 'EUR' }, 'IR_04', 'currency'],
  ['cycles of once', { ...percent, duration_in_cycles: 1 }, 'IR_04', 'duration_in_cycles'],
  ['cycles of forever', { ...euros, duration_in_cycles: 1 }, 'IR_04', 'duration_in_cycles'],
  ['0 percent', { ...percent, percent_off: 0 }, 'IR_04', 'percent_off'],
  ['101 percent', { ...percent, percent_off: 101 }, 'IR_04', 'percent_off'],
  ['12.5 percent', { ...percent, percent_off: 12.5 }, 'IR_04', 'percent_off'],
  ['an amount of 0', { ...euros, amount_off: 0 }, 'IR_04', 'amount_off'],
  ['an unknown duration', { ...percent, duration: 'twice' }, 'IR_04', 'duration'],
  [
    '1201 cycles',
    { ...percent, duration: 'repeating', duration_in_cycles: 1_201 },
    'IR_04',
    'duration_in_cycles',
  ],
  ['0 redemptions', { ...percent, max_redemptions: 0 }, 'IR_04', 'max_redemptions'],
  ['no moment', { ...percent, redeem_by: 'tomorrow' }, 'IR_04', 'redeem_by'],
  ['an end in the past', { ...percent, redeem_by: '2020-01-01T00:00:00Z' }, 'IR_04', 'redeem_by'],
  ['an odd code', { ...percent, coupon_code: '20 % off' }, 'IR_04', 'coupon_code'],
  ['a long code', { ...percent, coupon_code: 'x'.repeat(65) }, 'IR_04', 'coupon_code'],
]
for (const [what, body, code, field] of refusals) {
  test(`a coupon with ${what}: 400 ${code} that names the field`, async () => {
    assertRefused(await createCoupon({ coupon_code: 'refused', ...body }), 400, code, field)
    assertRefused(await shop.get(`${COUPONS}/refused`, own), 404, 'IR_05')
  })
}

test('a code that exists: 409 HE_01 with existing_id, and the coupon stays as it was', async () => {
  await createCoupon({ coupon_code: 'TWICE', ...percent })

  const answer = await createCoupon({ coupon_code: 'TWICE', ...euros })

  assertRefused(answer, 409, 'HE_01', 'coupon_code')
  assert.deepEqual(answer.body.error.details, { existing_id: 'TWICE' })
  assert.equal((await shop.get(`${COUPONS}/TWICE`, own)).body.percent_off, 20)
})

test('a retry of a request whose answer was lost finds its own coupon', async () => {
  const headers = { ...own.headers, 'Idempotency-Key': 'lost-coupon' }
  const body = { coupon_code: 'LOST', ...percent }
  const made = await shop.post(COUPONS, body, { headers })
  await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])

  const again = await shop.post(COUPONS, body, { headers })

  assert.deepEqual([again.status, again.text], [201, made.text])
})

test('a stopped coupon takes no new subscription, and stays stopped since the first call', async () => {
  await createCoupon({ coupon_code: 'LEAKED', ...percent, max_redemptions: 9 })
  const before = shop.clock.now()
  shop.clock.advance(1_000)

  const stopped = await shop.post(`${COUPONS}/LEAKED/stop`, {}, own)
  shop.clock.advance(1_000)
  const again = await shop.post(`${COUPONS}/LEAKED/stop`, {}, own)

  assert.equal(stopped.status, 200, stopped.text)
  assert.ok(Date.parse(stopped.body.redeem_by) > before.getTime())
  assert.deepEqual(again.body, stopped.body)
  assert.deepEqual((await shop.get(`${COUPONS}/LEAKED`, own)).body, stopped.body)
  assertRefused(await shop.post(`${COUPONS}/NOBODY/stop`, {}, own), 404, 'IR_05')
  const { body: plan } = await shop.post(
    '/subscriptions/plans',
    { name: 'Beans', prices: [{ amount: 900, currency: 'EUR', interval: 'month' }] },
    own,
  )
  const [{ item_price_id }] = plan.prices
  const { customer_id } = (await shop.post('/customers', { name: 'Ada' })).body
  const refused = await shop.post(
    '/subscriptions/create',
    {
      customer_id,
      item_price_id,
      coupon_code: 'LEAKED',
      payment_details: { return_url: 'https://shop.example/' },
    },
    own,
  )
  assertRefused(refused, 422, 'IR_29', 'coupon_code')
})

test('a code in the URL that no coupon can have: 404 IR_05', async () => {
  for (const code of ['nobody', '%00', 'a%20b', 'x'.repeat(300)]) {
    assertRefused(await shop.get(`${COUPONS}/${code}`, own), 404, 'IR_05')
  }
})

test('the list has the envelope of every list, newest first', async () => {
  const { client, merchant } = await shop.neighbour()
  const sending = { headers: { 'X-Profile-Id': merchant.profile_id } }
  for (const coupon_code of ['A', 'B', 'C']) {
    await client.post(COUPONS, { coupon_code, ...percent }, sending)
    shop.clock.advance(1_000)
  }

  const all = await client.get(`${COUPONS}?limit=2`, sending)
  const rest = await client.get(`${COUPONS}?starting_after=B`, sending)

  const codes = ({ body }: typeof all) =>
    body.data.map(({ coupon_code }: { coupon_code: string }) => coupon_code)
  assert.deepEqual(codes(all), ['C', 'B'])
  assert.deepEqual([all.body.total_count, all.body.has_more], [3, true])
  assert.deepEqual(codes(rest), ['A'])
  assert.deepEqual(all.body.data[0], (await client.get(`${COUPONS}/C`, sending)).body)
})
