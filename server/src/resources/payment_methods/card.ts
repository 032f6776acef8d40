// Checks of a card that need no provider.
import { passesLuhn } from '#http/card_numbers.ts'
import { Failure } from '#errors.ts'
import type { Card } from './schema.ts'

/** Brands by the way their numbers begin; the first that fits wins. */
const brands: readonly [brand: string, begins: RegExp, cvc: number][] = [
  ['amex', /^3[47]/, 4],
  ['diners', /^3(0[0-5]|[689])/, 3],
  ['jcb', /^35(2[89]|[3-8])/, 3],
  ['discover', /^6(011|4[4-9]|5)/, 3],
  ['unionpay', /^62/, 3],
  ['visa', /^4/, 3],
  ['mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, 3],
  ['maestro', /^(5[06-8]|6)/, 3],
]

export function digitsOf(number: string): string {
  return number.replaceAll(/[ -]/g, '')
}

function brandOf(digits: string): string {
  return brands.find(([, begins]) => begins.test(digits))?.[0] ?? 'unknown'
}

/** A card works until the last moment of its month, anywhere on earth. */
export function hasExpired(month: number, year: number, now: Date): boolean {
  return Date.UTC(year, month, 1, 12) <= now.getTime()
}

/** Refuses a number or an expiry that cannot be valid, before anything is stored. */
export function checkCard(card: Card, now: Date): void {
  const at = 'payment_method_data.card'
  const digits = digitsOf(card.card_number)
  if (digits.length < 12 || digits.length > 19 || !passesLuhn(digits)) {
    throw new Failure('IR_04', 'The card number is not valid; check its digits.', {
      field: `${at}.card_number`,
    })
  }
  if (hasExpired(Number(card.card_exp_month), Number(card.card_exp_year), now)) {
    throw new Failure('IR_04', 'The card has expired: its month must be in the future.', {
      field: `${at}.card_exp_year`,
    })
  }
}

export function maskedCard(card: Card) {
  const digits = digitsOf(card.card_number)
  return {
    last4: digits.slice(-4),
    brand: brandOf(digits),
    exp_month: card.card_exp_month,
    exp_year: card.card_exp_year,
    bin: digits.slice(0, 6),
    card_holder_name: card.card_holder_name ?? null,
  }
}
