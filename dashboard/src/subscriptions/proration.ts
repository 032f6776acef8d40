// What is left of a paid period, computed as the server does it: by seconds, half up. The exact amount depends on the
// moment of the request, so it is shown as an approximation.
import type { Coupon } from '../coupons/words.ts'
import type { Invoice } from '../invoices/words.ts'
import type { Subscription } from './words.ts'

type Dated = Pick<Subscription, 'period_start' | 'period_end'>

export function unusedShare(amount: number, { period_start, period_end }: Dated, now: number) {
  if (period_start === null || period_end === null) return 0
  const end = Date.parse(period_end)
  const total = Math.floor((end - Date.parse(period_start)) / 1000)
  const rest = Math.min(total, Math.max(0, Math.floor((end - now) / 1000)))
  return total <= 0 ? 0 : Math.floor((amount * rest) / total + 0.5)
}

/** What a coupon takes off an amount; never more than the amount. */
export function computeDiscount({ percent_off, amount_off }: Coupon, amount: number): number {
  if (percent_off !== null) return Math.floor((amount * percent_off) / 100 + 0.5)
  return Math.min(amount_off ?? 0, amount)
}

interface CouponUse {
  /** Whether the present period was sold with it. */
  readonly isOfPresent: boolean
  /** How many further periods it is for; null: all. */
  readonly left: number | null
}

/** Counted by the invoices that have it. */
export function couponUse({ duration, duration_in_cycles }: Coupon, invoices: readonly Invoice[]) {
  const has = ({ line_items }: Invoice) =>
    line_items.some(({ item_type }) => item_type === 'coupon')
  // A plan change takes effect, and uses the coupon, when it is paid.
  const billed = invoices.filter(
    ({ reason, status }) => reason !== 'plan_change' || status === 'invoice_paid',
  )
  const used = billed.filter(has).length
  const total = { forever: null, once: 1, repeating: duration_in_cycles ?? 1 }[duration]
  const period = billed.find(({ line_items }) =>
    line_items.some(({ item_type }) => item_type === 'plan'),
  )
  const left = total === null ? null : Math.max(0, total - used)
  const use: CouponUse = { isOfPresent: period !== undefined && has(period), left }
  return use
}
