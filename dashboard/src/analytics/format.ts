import { decimals } from '../api/generated/tables.ts'
import { money } from '../lib/money.ts'
import { wholeNumber } from '../lib/numbers.ts'
import { preferences } from '../lib/preferences.ts'

/** `€1.5K`, for a chart axis. */
function shortMoney(amount: number, currency: string): string {
  return new Intl.NumberFormat(preferences().locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(amount / 10 ** (decimals[currency] ?? 2))
}

export function percent(rate: number | null): string {
  if (rate === null) return '–'
  return new Intl.NumberFormat(preferences().locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(rate)
}

export interface Change {
  readonly text: string
  readonly direction: 'up' | 'down' | 'same'
}

/** `+18.2%`; undefined if there was nothing before. */
export function relativeChange(now: number, before: number): Change | undefined {
  if (before === 0) return undefined
  const share = (now - before) / Math.abs(before)
  return signed(share, percent(Math.abs(share)))
}

/** `+1.1 points`: the difference between two rates. */
export function pointsOfChange(now: number | null, before: number | null): Change | undefined {
  if (now === null || before === null) return undefined
  const points = 100 * (now - before)
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const size = new Intl.NumberFormat(preferences().locale, digits).format(Math.abs(points))
  return signed(points / 100, `${size} points`)
}

function signed(change: number, text: string): Change {
  const isSame = Math.abs(change) < 0.0005
  if (isSame) return { text: 'No change', direction: 'same' }
  return change > 0
    ? { text: `+${text}`, direction: 'up' }
    : { text: `−${text}`, direction: 'down' }
}

/** The number formats for a chart's table and, shorter, its axis. */
export interface Format {
  long: (value: number) => string
  short: (value: number) => string
  /** The end of the axis, if it does not depend on the values. */
  readonly most?: number
}

export const rates: Format = {
  long: percent,
  short: (value) => percent(value).replace(/[.,]0/, ''),
  most: 1,
}

export const counts: Format = { long: wholeNumber, short: wholeNumber }

export function amountsIn(currency: string): Format {
  return {
    long: (value) => money(value, currency),
    short: (value) => shortMoney(value, currency),
  }
}
