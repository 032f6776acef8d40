// The API schemas of coupons.
import { type Static, Type } from 'typebox'
import { ID_PATTERN } from '#kernel/ids.ts'
import {
  answer,
  choice,
  MomentText,
  nullable,
  NullableTimestamp,
  shaped,
  strict,
  Timestamp,
} from '#http/fields.ts'
import { listOf, listQuery } from '#http/lists.ts'
import { Amount, Currency } from '#http/money_fields.ts'

const Duration = choice('once', 'repeating', 'forever')

export const Coupon = answer('Coupon', {
  coupon_code: Type.String(),
  merchant_id: Type.String(),
  percent_off: nullable(Type.Integer()),
  amount_off: nullable(Type.Integer()),
  currency: nullable(Type.String()),
  duration: Duration,
  duration_in_cycles: nullable(Type.Integer()),
  max_redemptions: nullable(Type.Integer()),
  redemptions: nullable(
    Type.Integer({
      description:
        'The subscriptions that have used the coupon; null without `max_redemptions`, because only a limit is counted.',
    }),
  ),
  redeem_by: NullableTimestamp,
  created: Timestamp,
})
export type Coupon = Static<typeof Coupon>

export const CreateCoupon = strict({
  coupon_code: shaped(ID_PATTERN, '1 to 64 letters, digits, `_` or `-`', {
    description: 'What customers enter. Upper and lower case differ.',
  }),
  percent_off: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Either this, or `amount_off` with `currency`.',
    }),
  ),
  amount_off: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  duration: Duration,
  duration_in_cycles: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_200,
      description: 'How many periods are discounted, with the duration `repeating`.',
    }),
  ),
  max_redemptions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'How many subscriptions can use the coupon.',
    }),
  ),
  redeem_by: Type.Optional(MomentText),
})
export type CreateCoupon = Static<typeof CreateCoupon>

export const couponFilters = {}

export const ListCoupons = listQuery(couponFilters)
export type ListCoupons = Static<typeof ListCoupons>
export const CouponList = listOf('CouponList', Coupon)
