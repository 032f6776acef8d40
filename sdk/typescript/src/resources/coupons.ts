// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Currency, PageParams } from '../types/shared.ts'

/** Discounts for subscriptions. */
export class CouponsApi extends Resource {
  /**
   * Create a coupon.
   *
   * A discount for subscriptions: on the first period, on some periods, or on all.
   */
  create(params: CouponCreate, options?: CallOptions): Promise<Coupon> {
    return this.call('POST /subscriptions/coupons', [], params, options)
  }

  /** List coupons */
  list(params?: CouponListParams, options?: CallOptions): List<CouponList, Coupon> {
    return this.pages('GET /subscriptions/coupons', [], params ?? {}, options, { idField: 'coupon_code' })
  }

  /** Retrieve a coupon */
  retrieve(coupon_code: string, options?: CallOptions): Promise<Coupon> {
    return this.call('GET /subscriptions/coupons/:coupon_code', [coupon_code], undefined, options)
  }

  /**
   * Stop a coupon.
   *
   * Sets `redeem_by` to now, for a code that has leaked: no new subscription can use the coupon. Subscriptions that have it keep their discount. It cannot be started again.
   */
  stop(coupon_code: string, options?: CallOptions): Promise<Coupon> {
    return this.call('POST /subscriptions/coupons/:coupon_code/stop', [coupon_code], undefined, options)
  }
}

export interface Coupon {
  /** The code of the coupon. Upper and lower case differ. */
  coupon_code: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The discount in percent; null if it is an amount. */
  percent_off: number | null
  /** The discount in the lowest unit of `currency`; null if it is a percentage. */
  amount_off: number | null
  /** The currency of `amount_off`; null for a percentage. */
  currency: string | null
  /**
   * Which periods are discounted.
   *
   * - `once`: The first billed period.
   * - `repeating`: The first `duration_in_cycles` billed periods.
   * - `forever`: All periods.
   */
  duration: 'once' | 'repeating' | 'forever'
  /** How many periods are discounted; null unless `repeating`. */
  duration_in_cycles: number | null
  /** How many subscriptions can use the coupon; null: any number. */
  max_redemptions: number | null
  /** The subscriptions that have used the coupon; null without `max_redemptions`, because only a limit is counted. */
  redemptions: number | null
  /** Until when a new subscription can use it, in UTC; null: at any time. */
  redeem_by: string | null
  /** When the object was created, in UTC. */
  created: string
}

export interface CouponCreate {
  /** What customers enter. Upper and lower case differ. A card number is refused. */
  coupon_code: string
  /** Either this, or `amount_off` with `currency`. */
  percent_off?: number | undefined
  /** The discount in the lowest unit of `currency`, instead of `percent_off`. */
  amount_off?: number | undefined
  /** Of `amount_off`. The coupon then fits prices in this currency only. */
  currency?: Currency | undefined
  /**
   * Which periods are discounted.
   *
   * - `once`: The first billed period.
   * - `repeating`: The first `duration_in_cycles` billed periods.
   * - `forever`: All periods.
   */
  duration: 'once' | 'repeating' | 'forever'
  /** How many periods are discounted, with the duration `repeating`. */
  duration_in_cycles?: number | undefined
  /** How many subscriptions can use the coupon. */
  max_redemptions?: number | undefined
  /** Until when a new subscription can use it; ISO 8601. By default any time. */
  redeem_by?: string | undefined
}

export type CouponList = Page<Coupon>

export interface CouponListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
}
