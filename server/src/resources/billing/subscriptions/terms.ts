// A subscription's billing terms: its plan and price, and its coupon.
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { type CouponRow, readCoupon } from '#resources/billing/coupons/read.ts'
import {
  findMerchantPlan,
  findMerchantPrice,
  readPlan,
  readPrice,
} from '#resources/billing/plans/read.ts'
import type { Offer } from './lines.ts'
import type { SubscriptionRow } from './store.ts'

/** A price belongs to one plan: `plan_id`, if it is sent, must be that one. */
export async function readOffer(
  context: Context,
  { item_price_id, plan_id }: { item_price_id: string; plan_id?: string | null | undefined },
): Promise<Offer> {
  const price = await readPrice(context, item_price_id)
  const plan = await readPlan(context, price.plan_id)
  if (plan_id && plan_id !== plan.plan_id) {
    await readPlan(context, plan_id)
    const message = `The price ${item_price_id} belongs to the plan ${plan.plan_id}, not to ${plan_id}.`
    throw new Failure('IR_04', message, { field: 'plan_id' })
  }
  return { plan, price }
}

/** The price for a plan change: an unknown or archived price is an invalid value in the request. */
export async function readChosen(
  context: Context,
  { item_price_id, plan_id }: { item_price_id: string; plan_id: string },
): Promise<Offer> {
  const [price, plan] = await Promise.all([
    findMerchantPrice(context, item_price_id),
    findMerchantPlan(context, plan_id),
  ])
  const wrong = (field: string, message: string) => new Failure('IR_04', message, { field })
  if (plan === undefined) throw wrong('plan_id', `There is no plan ${plan_id}.`)
  if (price === undefined) throw wrong('item_price_id', `There is no price ${item_price_id}.`)
  if (price.plan_id !== plan_id) {
    const message = `The price ${item_price_id} belongs to the plan ${price.plan_id}, not to ${plan_id}.`
    throw wrong('plan_id', message)
  }
  if (plan.status !== 'active') {
    throw wrong('plan_id', `The plan ${plan_id} is archived; choose a price of another plan.`)
  }
  return { plan, price }
}

/** The coupon for the next period to be billed; undefined when it has been used up. */
export async function couponOfNext(
  context: Context,
  { coupon_code, coupon_cycles_left }: SubscriptionRow,
): Promise<CouponRow | undefined> {
  if (coupon_code === null || coupon_cycles_left === 0) return undefined
  return readCoupon(context, coupon_code)
}

/** The present period's coupon. */
export async function couponOfPresent(
  context: Context,
  { coupon_code, is_discounted }: SubscriptionRow,
): Promise<CouponRow | undefined> {
  return coupon_code !== null && is_discounted ? readCoupon(context, coupon_code) : undefined
}

/** Number of billed periods that a coupon applies to; null: all. */
export function couponCycles({ duration, duration_in_cycles }: CouponRow): number | null {
  if (duration === 'forever') return null
  return duration === 'once' ? 1 : (duration_in_cycles ?? 1)
}

/** Columns for a period that is billed with or without the coupon. */
export function usedCoupon(
  { coupon_cycles_left: left }: Pick<SubscriptionRow, 'coupon_cycles_left'>,
  is_discounted: boolean,
) {
  return {
    is_discounted,
    coupon_cycles_left: left === null || !is_discounted ? left : left - 1,
  }
}

/** Columns that every invoice takes from its subscription. */
export function invoicedTo(row: SubscriptionRow) {
  const { subscription_id, profile_id, customer_id, billing, public_url } = row
  return { subscription_id, profile_id, customer_id, billing, public_url }
}
