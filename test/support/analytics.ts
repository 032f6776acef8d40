// Shared by the analytics tests: a shop with a few payments and refunds, all counted.
import assert from 'node:assert/strict'
import { catchUp } from '#testing/analytics.ts'
import type { Shop } from '#testing/harness.ts'
import { APPROVED, arrange, DECLINED, pay, payingShop } from './paying.ts'

export const PAYMENTS = '/analytics/v1/merchant/metrics/payments'
export const REFUNDS = '/analytics/v1/merchant/metrics/refunds'

export interface CountedShop {
  readonly shop: Shop
  /** Everything happened after this time. */
  readonly start: Date
  /** Has one payment. */
  readonly second_profile: string
}

export async function countedShop(): Promise<CountedShop> {
  const shop = await payingShop()
  const made = await shop.post(`/account/${shop.merchant.merchant_id}/business_profile`, {
    profile_name: 'Second',
  })
  assert.equal(made.status, 201, made.text)
  const second_profile: string = made.body.profile_id
  const start = new Date(shop.clock.now().getTime() - 1_000)
  const { profile_id } = shop.merchant
  const paid = await pay(shop, APPROVED, { profile_id, amount: 1_000, currency: 'EUR' })
  await pay(shop, APPROVED, { profile_id, amount: 2_001, currency: 'EUR' })
  await pay(shop, APPROVED, { profile_id, amount: 500, currency: 'USD' })
  await pay(shop, DECLINED, { profile_id, amount: 700, currency: 'EUR' })
  await arrange(shop, 'requires_payment_method', { profile_id, currency: 'USD' })
  await arrange(shop, 'cancelled', { profile_id: second_profile, currency: 'EUR' })
  const { payment_id } = paid.body
  await shop.post('/refunds', { payment_id, amount: 300 })
  await shop.post('/refunds', { payment_id, amount: 100, refund_type: 'Scheduled' })
  await catchUp(shop.services)
  return { shop, start, second_profile }
}
