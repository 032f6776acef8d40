// API schemas for coupons.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  keyIn,
  MomentText,
  nullable,
  NullableTimestamp,
  ownId,
  strict,
  Timestamp,
} from '#http/fields.ts'
import { listSchema, listQuery } from '#http/lists.ts'
import { Amount, Currency } from '#http/money_fields.ts'

const Duration = keyIn(
  {
    once: 'The first billed period.',
    repeating: 'The first `duration_in_cycles` billed periods.',
    forever: 'All periods.',
  },
  'Which periods are discounted.',
)

export const Coupon = answer('Coupon', {
  coupon_code: Type.String(),
  merchant_id: Type.String(),
  percent_off: nullable(
    Type.Integer({ description: 'The discount in percent; null if it is an amount.' }),
  ),
  amount_off: nullable(
    Type.Integer({
      description: 'The discount in the lowest unit of `currency`; null if it is a percentage.',
    }),
  ),
  currency: nullable(
    Type.String({ description: 'The currency of `amount_off`; null for a percentage.' }),
  ),
  duration: Duration,
  duration_in_cycles: nullable(
    Type.Integer({ description: 'How many periods are discounted; null unless `repeating`.' }),
  ),
  max_redemptions: nullable(
    Type.Integer({ description: 'How many subscriptions can use the coupon; null: any number.' }),
  ),
  redemptions: nullable(
    Type.Integer({
      description:
        'The subscriptions that have used the coupon; null without `max_redemptions`, because only a limit is counted.',
    }),
  ),
  redeem_by: described(
    NullableTimestamp,
    'Until when a new subscription can use it, in UTC; null: at any time.',
  ),
  created: Timestamp,
})
export type Coupon = Static<typeof Coupon>

export const CreateCoupon = strict({
  coupon_code: ownId('What customers enter. Upper and lower case differ.'),
  percent_off: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Either this, or `amount_off` with `currency`.',
    }),
  ),
  amount_off: Type.Optional(
    described(Amount, 'The discount in the lowest unit of `currency`, instead of `percent_off`.'),
  ),
  currency: Type.Optional(
    described(Currency, 'Of `amount_off`. The coupon then fits prices in this currency only.'),
  ),
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
  redeem_by: Type.Optional(
    described(
      MomentText,
      'Until when a new subscription can use it; ISO 8601. By default any time.',
    ),
  ),
})
export type CreateCoupon = Static<typeof CreateCoupon>

export const couponFilters = {}

export const ListCoupons = listQuery(couponFilters)
export type ListCoupons = Static<typeof ListCoupons>
export const CouponList = listSchema('CouponList', Coupon)
