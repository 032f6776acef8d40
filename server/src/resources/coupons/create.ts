import { isDeepStrictEqual } from 'node:util'
import { insert } from '#kernel/change.ts'
import { parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, required } from '#errors.ts'
import { profileOfRequest } from '#resources/profiles/read.ts'
import { toApi } from './read.ts'
import type { Coupon, CreateCoupon } from './schema.ts'
import { type CouponRow, coupons, findCoupon } from './store.ts'

export async function createCoupon(context: Context, input: CreateCoupon): Promise<Coupon> {
  checkPresence(input)
  checkCombination(input)
  const redeem_by = redeemBy(context, input)
  await profileOfRequest(context)
  const row = newCoupon(context, input, redeem_by)
  if (await context.tryCommit(insert(coupons, row))) return toApi(row)
  const earlier = context.isRetry ? await findEarlier(context, row) : undefined
  if (earlier !== undefined) return toApi(earlier)
  const { coupon_code: existing_id } = row
  throw new Failure('HE_01', `A coupon with the code ${existing_id} exists already.`, {
    field: 'coupon_code',
    details: { existing_id },
  })
}

function checkPresence(input: CreateCoupon): void {
  if (input.percent_off === undefined && input.amount_off === undefined) {
    const message = 'Send `percent_off`, or `amount_off` with `currency`.'
    throw new Failure('IR_01', message, { field: 'percent_off' })
  }
  if (input.amount_off !== undefined && input.currency === undefined) throw required('currency')
  if (input.duration === 'repeating' && input.duration_in_cycles === undefined) {
    throw required('duration_in_cycles')
  }
}

function checkCombination(input: CreateCoupon): void {
  if (input.percent_off !== undefined) {
    if (input.amount_off !== undefined) throw invalid('amount_off', 'excludes `percent_off`')
    if (input.currency !== undefined) throw invalid('currency', 'is for `amount_off`')
  }
  if (input.duration !== 'repeating' && input.duration_in_cycles !== undefined) {
    throw invalid('duration_in_cycles', 'is for the duration `repeating`')
  }
}

function redeemBy({ now }: Context, { redeem_by }: CreateCoupon): Date | null {
  const moment = redeem_by === undefined ? null : (parseMoment(redeem_by) ?? now)
  if (moment !== null && moment <= now) throw invalid('redeem_by', 'must be in the future')
  return moment
}

function invalid(field: string, rule: string): Failure {
  return new Failure('IR_04', `\`${field}\` ${rule}.`, { field })
}

/** The coupon that an earlier attempt of this request created: it has all that was sent. */
async function findEarlier({ db }: Context, wanted: CouponRow): Promise<CouponRow | undefined> {
  const existing = await findCoupon(db, wanted.merchant_id, wanted.coupon_code)
  if (existing === undefined) return undefined
  const { redemptions, created, modified_at, version } = existing
  const same = { ...wanted, redemptions, created, modified_at, version }
  return isDeepStrictEqual(existing, same) ? existing : undefined
}

function newCoupon(context: Context, input: CreateCoupon, redeem_by: Date | null): CouponRow {
  return {
    merchant_id: context.merchant_id,
    coupon_code: input.coupon_code,
    percent_off: input.percent_off ?? null,
    amount_off: input.amount_off ?? null,
    currency: input.currency ?? null,
    duration: input.duration,
    duration_in_cycles: input.duration_in_cycles ?? null,
    max_redemptions: input.max_redemptions ?? null,
    redemptions: 0,
    redeem_by,
    created: context.now,
    modified_at: context.now,
    version: 1,
  }
}
