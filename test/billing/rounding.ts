// The oracle's own money division: whole numbers only, half rounded up.
import { secondsBetween, type Span } from './calendar.ts'

export function shareOf(amount: number, part: number, whole: number): number {
  if (whole <= 0) return 0
  const product = 2n * BigInt(amount) * BigInt(part) + BigInt(whole)
  return Number(product / (2n * BigInt(whole)))
}

/** An amount's share for the rest of a span, by whole seconds. */
export function restOf(amount: number, span: Span, now: Date): number {
  const whole = secondsBetween(span.start, span.end)
  const rest = Math.min(whole, Math.max(0, secondsBetween(now, span.end)))
  return now >= span.end ? 0 : shareOf(amount, rest, whole)
}

export interface Discount {
  readonly percent_off?: number | null
  readonly amount_off?: number | null
}

/** Never more than the amount. */
export function discountOf({ percent_off, amount_off }: Discount, amount: number): number {
  if (percent_off) return shareOf(amount, percent_off, 100)
  return Math.min(amount_off ?? 0, amount)
}
