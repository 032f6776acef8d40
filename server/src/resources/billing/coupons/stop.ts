import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { readCoupon, toApi } from './read.ts'
import type { Coupon } from './schema.ts'
import { coupons } from './store.ts'

/** Ends its use by new subscriptions. Those that have it keep their discount. */
export async function stopCoupon(context: Context, coupon_code: string): Promise<Coupon> {
  const { now } = context
  await profileOfRequest(context)
  return retryOnConflict(async () => {
    const current = await readCoupon(context, coupon_code)
    if (current.redeem_by !== null && current.redeem_by <= now) return toApi(current)
    const set = { redeem_by: now, modified_at: now }
    await context.commit(update(coupons, current, set))
    return toApi({ ...current, ...set })
  })
}
