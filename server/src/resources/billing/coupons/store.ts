import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface CouponRow {
  merchant_id: string
  coupon_code: string
  percent_off: number | null
  amount_off: number | null
  /** Currency for `amount_off`. */
  currency: string | null
  duration: 'once' | 'repeating' | 'forever'
  duration_in_cycles: number | null
  max_redemptions: number | null
  /** Counted only if there is a limit. */
  redemptions: number
  redeem_by: Date | null
  created: Date
  modified_at: Date
  version: number
}

export const coupons = table<CouponRow>('coupons', 'merchant_id', 'coupon_code')

const couponColumns = columns<CouponRow>()(`
  merchant_id coupon_code percent_off amount_off currency duration duration_in_cycles max_redemptions
  redemptions redeem_by created modified_at version
`)

export const findCoupon = finder(coupons, couponColumns)

export function findCoupons(db: Database, merchant_id: string, coupon_codes: readonly string[]) {
  return db.rows<CouponRow>(sql`select ${couponColumns} from coupons
    where merchant_id = ${merchant_id} and coupon_code = any(${coupon_codes})`)
}

export const couponPages = pageSource(coupons, couponColumns)
