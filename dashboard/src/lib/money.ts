import { decimals } from '../api/generated/tables.ts'
import { isolated, preferences } from './preferences.ts'

/** `€48.90`: an amount is an integer in its currency's lowest unit. */
export function money(
  amount: number,
  currency: string,
  signDisplay: 'auto' | 'exceptZero' = 'auto',
): string {
  const digits = decimals[currency] ?? 2
  const format = new Intl.NumberFormat(preferences().locale, {
    style: 'currency',
    currency,
    signDisplay,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return isolated(format.format(amount / 10 ** digits))
}

/** The typed amount in the lowest unit; undefined if it is no amount in this currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = decimals[currency] ?? 2
  const [, whole, fraction = ''] = /^\s*(\d{1,12})(?:[.,](\d+))?\s*$/.exec(text) ?? []
  if (whole === undefined || fraction.length > digits) return undefined
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** As it is typed into a field: `48.90`. */
export function plainMoney(amount: number, currency: string): string {
  const digits = decimals[currency] ?? 2
  return (amount / 10 ** digits).toFixed(digits)
}
