// Invoice lines, as pure functions of prices, coupons and periods.
import { type CouponRow, computeDiscount } from '#resources/billing/coupons/read.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import type { PlanRow, PriceRow } from '#resources/billing/plans/read.ts'
import { type Period, unusedShare } from './period.ts'

/** A plan with its price. */
export interface Offer {
  readonly plan: PlanRow
  readonly price: PriceRow
}

/** A whole period's price after the discount. */
export function periodWorth({ price }: Offer, coupon: CouponRow | undefined): number {
  return price.amount - (coupon ? computeDiscount(coupon, price.amount) : 0)
}

export function periodLines(
  offer: Offer,
  coupon: CouponRow | undefined,
  period: Period,
): InvoiceLine[] {
  const whole = line(offer, 'plan', offer.price.amount, period)
  if (coupon === undefined) return [whole]
  const amount = periodWorth(offer, coupon) - offer.price.amount
  const { coupon_code } = coupon
  const discount = { item_id: coupon_code, item_type: 'coupon', description: coupon_code } as const
  return [whole, { ...whole, ...discount, amount }]
}

export function trialLines(offer: Offer, period: Period): InvoiceLine[] {
  return [line(offer, 'trial', 0, period)]
}

/** The present period's remainder, which was paid at the old price. */
export function unusedLine(offer: Offer, amount: number, rest: Period): InvoiceLine {
  // Not minus zero, which JSON would show.
  return line(offer, 'unused_time', 0 - amount, rest)
}

/** A running period's remainder at another price. */
export function remainingLine(
  offer: Offer,
  coupon: CouponRow | undefined,
  period: Period,
  now: Date,
): InvoiceLine {
  const amount = unusedShare(periodWorth(offer, coupon), period, now)
  return line(offer, 'remaining_time', amount, { start: now, end: period.end })
}

function line(
  { plan, price }: Offer,
  item_type: InvoiceLine['item_type'],
  amount: number,
  { start, end }: Period,
): InvoiceLine {
  return {
    item_id: price.item_price_id,
    item_type,
    description: plan.name,
    amount,
    currency: price.currency,
    quantity: 1,
    period_start: start,
    period_end: end,
  }
}
