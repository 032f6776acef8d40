import { isDeepStrictEqual } from 'node:util'
import { insert } from '#kernel/change.ts'
import { parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { checkAll, Failure, requireAll } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import { profileOfRequest } from '#resources/profiles/read.ts'
import { toApi } from './read.ts'
import type { Coupon, CreateCoupon } from './schema.ts'
import { type CouponRow, coupons, findCoupon } from './store.ts'

export async function createCoupon(context: Context, input: CreateCoupon): Promise<Coupon> {
  checkCoupon(input, context.now)
  const redeem_by = redeemBy(input, context.now)
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

/** Everything that can be wrong with the body of a new coupon, and needs no lookup. */
export function checkCoupon(input: Sent<CreateCoupon>, now: Date): void {
  const { percent_off, amount_off, currency, duration, duration_in_cycles } = input
  const isRepeating = duration === 'repeating'
  checkAll(
    () => checkDiscount(input),
    () => amount_off !== undefined && requireAll({ currency }),
    () => isRepeating && requireAll({ duration_in_cycles }),
    () => {
      if (percent_off === undefined || amount_off === undefined) return
      throw invalid('amount_off', 'excludes `percent_off`')
    },
    () => {
      if (percent_off === undefined || currency === undefined) return
      throw invalid('currency', 'is for `amount_off`')
    },
    () => {
      if (isRepeating || duration === undefined || duration_in_cycles === undefined) return
      throw invalid('duration_in_cycles', 'is for the duration `repeating`')
    },
    () => redeemBy(input, now),
  )
}

function checkDiscount({ percent_off, amount_off }: Sent<CreateCoupon>): void {
  if (percent_off !== undefined || amount_off !== undefined) return
  const message = 'Send `percent_off`, or `amount_off` with `currency`.'
  throw new Failure('IR_01', message, { field: 'percent_off' })
}

function redeemBy({ redeem_by }: Sent<CreateCoupon>, now: Date): Date | null {
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
