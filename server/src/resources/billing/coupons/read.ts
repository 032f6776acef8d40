import { add, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { share } from '#kernel/money.ts'
import { Failure, notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { Coupon, couponFilters, type ListCoupons } from './schema.ts'
import { couponPages, type CouponRow, coupons, findCoupon, findCoupons } from './store.ts'

export type { CouponRow } from './store.ts'

export function toApi(row: CouponRow): Coupon {
  const redemptions = row.max_redemptions === null ? null : row.redemptions
  return project(Coupon, { ...row, redemptions })
}

export async function readCoupon(context: Context, coupon_code: string): Promise<CouponRow> {
  const row = await findCoupon(context.db, context.merchant_id, coupon_code)
  if (row === undefined) throw notFound('coupon', coupon_code)
  return row
}

/** For a price in this currency. */
export function checkRedeemable(coupon: CouponRow, currency: string, now: Date): void {
  const { coupon_code, redeem_by, max_redemptions, redemptions } = coupon
  if (redeem_by !== null && redeem_by <= now) {
    throw unusable(`The coupon ${coupon_code} expired at ${redeem_by.toISOString()}.`)
  }
  if (max_redemptions !== null && redemptions >= max_redemptions) {
    throw unusable(`The coupon ${coupon_code} is used up: it had ${max_redemptions} redemptions.`)
  }
  if (coupon.currency !== null && coupon.currency !== currency) {
    const message = `The coupon ${coupon_code} is in ${coupon.currency} and the price in ${currency}.`
    throw unusable(message)
  }
}

function unusable(message: string): Failure {
  return new Failure('IR_29', `${message} Use another coupon, or none.`, { field: 'coupon_code' })
}

/** Counts a subscription; refuses its commit when the coupon is used up. */
export function redeem(coupon: CouponRow): Write[] {
  if (coupon.max_redemptions === null) return []
  return [add(coupons, coupon, 'redemptions', 1, 'max_redemptions')]
}

/** For a subscription that never started. */
export function release(coupon: CouponRow): Write[] {
  if (coupon.max_redemptions === null) return []
  return [add(coupons, coupon, 'redemptions', -1, null)]
}

export function findMerchantCoupons(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  coupon_codes: readonly string[],
): Promise<CouponRow[]> {
  return findCoupons(db, merchant_id, coupon_codes)
}

/** Never more than the amount. */
export function computeDiscount(
  { percent_off, amount_off }: Pick<CouponRow, 'percent_off' | 'amount_off'>,
  amount: number,
): number {
  if (percent_off !== null) return share(amount, percent_off, 100, 'half_up')
  return Math.min(amount_off ?? 0, amount)
}

export async function getCoupon(context: Context, coupon_code: string): Promise<Coupon> {
  await profileOfRequest(context)
  return toApi(await readCoupon(context, coupon_code))
}

const list = { source: couponPages, filters: couponFilters, toApi }

export async function listCoupons(context: Context, input: ListCoupons): Promise<Envelope<Coupon>> {
  await profileOfRequest(context)
  return readList(context, list, input)
}
