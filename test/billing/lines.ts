// The lines that an invoice must have, but for the unused time: that depends on what the period has brought in.
import type { Span } from './calendar.ts'
import type { Coupon, Line, Price } from './records.ts'
import { discountOf, restOf } from './rounding.ts'

export interface Billed {
  readonly price: Price
  readonly coupon: Coupon | undefined
  /** The whole period. */
  readonly span: Span
  readonly is_trial: boolean
  /** Within a running period: the price is for the rest. */
  readonly change?: Date | undefined
}

export function expectedLines({ price, coupon, span, is_trial, change }: Billed): Line[] {
  const item_id = price.item_price_id
  const period = { period_start: span.start, period_end: span.end }
  if (is_trial) return [{ item_id, item_type: 'trial', amount: 0, ...period }]
  const discount = coupon ? discountOf(coupon, price.amount) : 0
  if (change) {
    const amount = restOf(price.amount - discount, span, change)
    return [{ item_id, item_type: 'remaining_time', amount, ...period, period_start: change }]
  }
  const plan: Line = { item_id, item_type: 'plan', amount: price.amount, ...period }
  if (coupon === undefined) return [plan]
  return [plan, { ...plan, item_id: coupon.coupon_code, item_type: 'coupon', amount: 0 - discount }]
}

export function isSameInterval(a: Price, b: Price): boolean {
  return a.interval === b.interval && a.interval_count === b.interval_count
}
