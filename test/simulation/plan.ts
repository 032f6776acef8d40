// The plan and the coupons that every merchant in a simulation has.
import type { Coupon, Price } from '../billing/records.ts'

export const PLAN = 'simulated'

const month = { currency: 'EUR', interval: 'month', interval_count: 1 } as const

export const prices: readonly Price[] = [
  { ...month, item_price_id: 'small', amount: 1_037 },
  { ...month, item_price_id: 'large', amount: 2_037 },
  { ...month, item_price_id: 'trial', amount: 3_037, trial_period: 3, trial_period_unit: 'day' },
  { ...month, item_price_id: 'twice', amount: 1_537, cycles: 2 },
  { ...month, item_price_id: 'weekly', amount: 411, interval: 'week' },
  { ...month, item_price_id: 'yearly', amount: 19_037, interval: 'year' },
]

export const coupons: readonly Coupon[] = [
  { coupon_code: 'third', percent_off: 33, cycles: null },
  { coupon_code: 'start', amount_off: 700, cycles: 1 },
]

export const PRICES = prices.map(({ item_price_id }) => item_price_id)
export const COUPONS = coupons.map(({ coupon_code }) => coupon_code)

/** Before the faults begin. */
export const simulatedPlan = { plan_id: PLAN, name: 'Simulated', prices }

export const simulatedCoupons = coupons.map(({ cycles, amount_off, ...coupon }) => ({
  ...coupon,
  ...(amount_off ? { amount_off, currency: 'EUR' } : {}),
  duration: cycles === null ? 'forever' : 'once',
}))

export function profileHeader({ profile_id }: { profile_id: string }) {
  return { 'X-Profile-Id': profile_id }
}
