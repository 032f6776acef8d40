import type { Context } from '#kernel/context.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { readCoupon, toApi } from './read.ts'
import type { Coupon } from './schema.ts'

export async function getCoupon(context: Context, coupon_code: string): Promise<Coupon> {
  await profileOfRequest(context)
  return toApi(await readCoupon(context, coupon_code))
}
