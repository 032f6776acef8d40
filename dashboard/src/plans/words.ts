import type { Schemas } from '../api/client.ts'
import { money } from '../lib/money.ts'
import type { Words } from '../lib/status.tsx'

export type Plan = Schemas['Plan']
export type Price = Schemas['Price']

export const planWords: Words = {
  active: ['ok', 'Can be subscribed to'],
  archived: ['mute', 'Archived, takes no new subscriptions'],
}

type Interval = Price['interval']

/** `every month`, `every 2 weeks`. */
export function everyText({
  interval,
  interval_count,
}: Pick<Price, 'interval' | 'interval_count'>): string {
  return interval_count === 1 ? `every ${interval}` : `every ${interval_count} ${interval}s`
}

/** `€18.90 every month`. */
export function priceText(price: Price): string {
  return `${money(price.amount, price.currency)} ${everyText(price)}`
}

function countText(count: number, unit: Interval | 'period'): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

export function trialText({ trial_period, trial_period_unit }: Price): string {
  if (trial_period === null) return 'None'
  return `${countText(trial_period, trial_period_unit ?? 'day')}, free`
}

export function cyclesText({ cycles }: Price): string {
  return cycles === null ? 'Until cancelled' : countText(cycles, 'period')
}
