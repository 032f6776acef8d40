import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { addMs } from '#kernel/clock.ts'
import { systemContext } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { harness } from '#testing/harness.ts'
import {
  checkRedeemable,
  type CouponRow,
  computeDiscount,
  readCoupon,
  redeem,
  release,
} from './read.ts'

const shop = await harness()
after(() => shop.app.close())

const context = await systemContext(shop.services, shop.merchant.merchant_id)
const sending = { headers: { 'X-Profile-Id': shop.merchant.profile_id } }

async function newCoupon(coupon_code: string, more: object): Promise<CouponRow> {
  const body = { coupon_code, duration: 'once', ...more }
  const made = await shop.post('/subscriptions/coupons', body, sending)
  assert.equal(made.status, 201, made.text)
  return readCoupon(context, coupon_code)
}

function refusedWith(message: RegExp) {
  return (error: unknown) =>
    error instanceof Failure && error.code === 'IR_29' && message.test(error.message)
}

test('a discount in percent is rounded half up to the minor unit', () => {
  const percent = (percent_off: number, amount: number) =>
    computeDiscount({ percent_off, amount_off: null }, amount)

  assert.deepEqual([percent(50, 999), percent(10, 994), percent(33, 1)], [500, 99, 0])
  assert.equal(percent(100, 12_345), 12_345)
})

test('a discount is never negative and never more than the amount', () => {
  const off = fc.record({ percent_off: fc.option(fc.integer({ min: 1, max: 100 })) })
  const amounts = fc.integer({ min: 1, max: 999_999_999_999 })
  fc.assert(
    fc.property(off, amounts, amounts, ({ percent_off }, fixed, amount) => {
      const amount_off = percent_off === null ? fixed : null
      const discount = computeDiscount({ percent_off, amount_off }, amount)
      assert.ok(discount >= 0 && discount <= amount)
      if (amount_off !== null) assert.equal(discount, Math.min(amount_off, amount))
    }),
  )
})

test('a coupon cannot be redeemed from redeem_by on', async () => {
  const redeem_by = addMs(shop.clock.now(), 60_000)
  const coupon = await newCoupon('early', { percent_off: 5, redeem_by: redeem_by.toISOString() })

  checkRedeemable(coupon, 'EUR', addMs(redeem_by, -1))
  assert.throws(() => checkRedeemable(coupon, 'EUR', redeem_by), refusedWith(/expired/))
})

test('a coupon in a currency is refused for a price in another; one in percent is not', async () => {
  const amount = await newCoupon('euros', { amount_off: 500, currency: 'EUR' })
  const percent = await newCoupon('percent', { percent_off: 5 })

  checkRedeemable(amount, 'EUR', shop.clock.now())
  checkRedeemable(percent, 'USD', shop.clock.now())
  assert.throws(
    () => checkRedeemable(amount, 'USD', shop.clock.now()),
    refusedWith(/in EUR and the price in USD/),
  )
})

test('of 50 redemptions at once exactly max_redemptions are written', async () => {
  const coupon = await newCoupon('scarce', { percent_off: 5, max_redemptions: 7 })

  const written = await Promise.all(
    Array.from({ length: 50 }, () => shop.services.tryCommit(...redeem(coupon))),
  )

  assert.equal(written.filter(Boolean).length, 7)
  const used = await readCoupon(context, 'scarce')
  assert.throws(() => checkRedeemable(used, 'EUR', shop.clock.now()), refusedWith(/used up/))
  const shown = await shop.get('/subscriptions/coupons/scarce', sending)
  assert.equal(shown.body.redemptions, 7)
})

test('a released redemption can be used again', async () => {
  const coupon = await newCoupon('returned', { percent_off: 5, max_redemptions: 1 })
  await shop.services.commit(...redeem(coupon))
  assert.equal(await shop.services.tryCommit(...redeem(coupon)), false)

  await shop.services.commit(...release(coupon))

  assert.equal(await shop.services.tryCommit(...redeem(coupon)), true)
})

test('a coupon without a limit is not counted', async () => {
  const coupon = await newCoupon('endless', { percent_off: 5 })

  assert.deepEqual([redeem(coupon), release(coupon)], [[], []])
  const shown = await shop.get('/subscriptions/coupons/endless', sending)
  assert.equal(shown.body.redemptions, null)
})
