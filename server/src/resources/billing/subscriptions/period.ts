// Subscription periods, in UTC. Each one is computed from the anchor, so that a subscription anchored on the 31st is
// billed on the last day in shorter months and on the 31st again after them.
import { addIntervals } from '#kernel/calendar.ts'
import { share } from '#kernel/money.ts'
import type { PriceRow } from '#resources/billing/plans/read.ts'

export interface Period {
  readonly start: Date
  readonly end: Date
}

export function periodEnd(
  anchor: Date,
  { interval, interval_count }: Pick<PriceRow, 'interval' | 'interval_count'>,
  n: number,
): Date {
  return addIntervals(anchor, interval, n * interval_count)
}

/** Undefined for a price without a trial. */
export function trialEnd(start: Date, { trial_period, trial_period_unit }: PriceRow) {
  if (trial_period === null) return undefined
  return addIntervals(start, trial_period_unit ?? 'day', trial_period)
}

/** The share of an amount that belongs to the rest of the period, by seconds. */
export function unusedShare(amount: number, { start, end }: Period, now: Date): number {
  const total = seconds(start, end)
  const rest = Math.min(total, Math.max(0, seconds(now, end)))
  return total <= 0 ? 0 : share(amount, rest, total, 'half_up')
}

function seconds(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000)
}
