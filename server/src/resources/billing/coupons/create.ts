import { isDeepStrictEqual } from 'node:util'
import { insert } from '#kernel/change.ts'
import { parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, type Fault, invalid, missingAmong } from '#errors.ts'
import type { Parsed, Sent } from '#http/route.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { toApi } from './read.ts'
import type { Coupon, CreateCoupon } from './schema.ts'
import { type CouponRow, coupons, findCoupon } from './store.ts'

export async function createCoupon(context: Context, order: CouponOrder): Promise<Coupon> {
  await profileOfRequest(context)
  const row = newCoupon(context, order)
  if (await context.tryCommit(insert(coupons, row))) return toApi(row)
  const earlier = context.isRetry ? await findEarlier(context, row) : undefined
  if (earlier !== undefined) return toApi(earlier)
  const { coupon_code: existing_id } = row
  throw new Failure('HE_01', `A coupon with the code ${existing_id} exists already.`, {
    field: 'coupon_code',
    details: { existing_id },
  })
}

export interface CouponOrder extends Omit<CreateCoupon, 'redeem_by'> {
  readonly redeem_by: Date | null
}

export function parseCoupon(body: Sent<CreateCoupon>, now: Date): Parsed<CouponOrder> {
  const { percent_off, amount_off, currency, duration, duration_in_cycles, redeem_by } = body
  const isPercent = percent_off !== undefined
  const isAmount = amount_off !== undefined
  const isRepeating = duration === 'repeating'
  const isCounted = duration_in_cycles !== undefined
  const until = redeem_by === undefined ? null : (parseMoment(redeem_by) ?? now)
  return {
    faults: [
      ...(isPercent || isAmount ? [] : [NO_DISCOUNT]),
      ...(isAmount ? missingAmong({ currency }) : []),
      ...(isRepeating ? missingAmong({ duration_in_cycles }) : []),
      ...(isPercent && isAmount ? [invalid('amount_off', 'excludes `percent_off`')] : []),
      ...(isPercent && currency !== undefined ? [invalid('currency', 'is for `amount_off`')] : []),
      ...(!isRepeating && duration !== undefined && isCounted
        ? [invalid('duration_in_cycles', 'is for the duration `repeating`')]
        : []),
      ...(until !== null && until <= now ? [invalid('redeem_by', 'must be in the future')] : []),
    ],
    order: () => ({ ...(body as CreateCoupon), redeem_by: until }),
  }
}

const NO_DISCOUNT: Fault = {
  code: 'IR_01',
  field: 'percent_off',
  message: 'Send `percent_off`, or `amount_off` with `currency`.',
}

/** The coupon that an earlier attempt at this request created: all its fields equal those sent. */
async function findEarlier({ db }: Context, wanted: CouponRow): Promise<CouponRow | undefined> {
  const existing = await findCoupon(db, wanted.merchant_id, wanted.coupon_code)
  if (existing === undefined) return undefined
  const { redemptions, created, modified_at, version } = existing
  const same = { ...wanted, redemptions, created, modified_at, version }
  return isDeepStrictEqual(existing, same) ? existing : undefined
}

function newCoupon(context: Context, order: CouponOrder): CouponRow {
  return {
    merchant_id: context.merchant_id,
    coupon_code: order.coupon_code,
    percent_off: order.percent_off ?? null,
    amount_off: order.amount_off ?? null,
    currency: order.currency ?? null,
    duration: order.duration,
    duration_in_cycles: order.duration_in_cycles ?? null,
    max_redemptions: order.max_redemptions ?? null,
    redemptions: 0,
    redeem_by: order.redeem_by,
    created: context.now,
    modified_at: context.now,
    version: 1,
  }
}
