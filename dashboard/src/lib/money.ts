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

/** `1,000.00`, `1.000,00` or `1 000`. */
const GROUPED = /^(\d{1,3}([,.'’ \u00A0\u202F])\d{3}(?:\2\d{3})*)(?:(?!\2)([.,]\d+))?$/

/** The typed amount in the lowest unit; undefined if it is no amount in this currency. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = decimals[currency] ?? 2
  const plain = ungroup(text.trim())
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(plain) ?? []
  if (whole === undefined || fraction.length > digits) return undefined
  return Number(whole + fraction.padEnd(digits, '0'))
}

/** Without the signs between thousands. A single comma or point is the decimal sign: `1,000` is no thousand. */
function ungroup(text: string): string {
  const [, whole = '', sign = '', fraction = ''] = GROUPED.exec(text) ?? []
  const groups = whole.split(sign)
  const isClear = fraction !== '' || groups.length > 2 || !/[.,]/.test(sign)
  return whole !== '' && isClear ? groups.join('') + fraction : text
}

/** As it is typed into a field: `48.90`. */
export function plainMoney(amount: number, currency: string): string {
  const digits = decimals[currency] ?? 2
  return (amount / 10 ** digits).toFixed(digits)
}
