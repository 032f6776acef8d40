import { get, post, type Route } from '#http/route.ts'
import { createCoupon, parseCoupon } from './create.ts'
import { getCoupon, listCoupons } from './read.ts'
import { stopCoupon } from './stop.ts'
import { Coupon, CouponList, CreateCoupon, ListCoupons } from './schema.ts'

const reading = { tag: 'Coupons', access: 'subscriptions:read', profile: true } as const

export const couponRoutes: Route[] = [
  post('/subscriptions/coupons', {
    ...reading,
    summary: 'Create a coupon',
    about: 'A discount for subscriptions: on the first period, on some periods, or on all.',
    access: 'subscriptions:write',
    body: CreateCoupon,
    parse: parseCoupon,
    creates: true,
    example: {
      coupon_code: 'SPRING',
      percent_off: 20,
      duration: 'repeating',
      duration_in_cycles: 3,
    },
    status: 201,
    answer: Coupon,
    errors: ['IR_01', 'IR_04', 'HE_01'],
    run: (context, { order }) => createCoupon(context, order),
  }),
  get('/subscriptions/coupons', {
    ...reading,
    summary: 'List coupons',
    query: ListCoupons,
    answer: CouponList,
    errors: ['IR_04'],
    run: (context, { query }) => listCoupons(context, query),
  }),
  get('/subscriptions/coupons/:coupon_code', {
    ...reading,
    summary: 'Retrieve a coupon',
    answer: Coupon,
    errors: ['IR_05'],
    run: (context, { params }) => getCoupon(context, params.coupon_code),
  }),
  post('/subscriptions/coupons/:coupon_code/stop', {
    ...reading,
    summary: 'Stop a coupon',
    about:
      'Sets `redeem_by` to now, for a code that has leaked: no new subscription can use the coupon. Subscriptions that have it keep their discount. It cannot be started again.',
    access: 'subscriptions:write',
    answer: Coupon,
    errors: ['IR_05'],
    run: (context, { params }) => stopCoupon(context, params.coupon_code),
  }),
]
