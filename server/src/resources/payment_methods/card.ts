// Checks of a card that need no provider.
import { passesLuhn } from '#http/card_numbers.ts'
import { checkAll, Failure } from '#errors.ts'
import type { Sent } from '#http/route.ts'
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

/** Refuses a number, an expiry or a code that cannot be valid, before anything is stored. */
export function checkCard(card: Sent<Card>, now: Date, at: string): void {
  const { card_number, card_exp_month, card_exp_year, card_cvc } = card
  checkAll(
    () => card_number !== undefined && checkNumber(digitsOf(card_number), at),
    () => {
      if (card_exp_month === undefined || card_exp_year === undefined) return
      if (!hasExpired(Number(card_exp_month), Number(card_exp_year), now)) return
      const message = 'The card has expired: its month must be in the future.'
      throw new Failure('IR_04', message, { field: `${at}.card_exp_year` })
    },
    () => card_number !== undefined && card_cvc && checkCode(digitsOf(card_number), card_cvc, at),
  )
}

function checkNumber(digits: string, at: string): void {
  if (digits.length >= 12 && digits.length <= 19 && passesLuhn(digits)) return
  const message = 'The card number is not valid; check its digits.'
  throw new Failure('IR_04', message, { field: `${at}.card_number` })
}

/** The code of an American Express card has 4 digits. */
function checkCode(digits: string, code: string, at: string): void {
  const [brand, , length] = brands.find(([, begins]) => begins.test(digits)) ?? ['', /^/, 3]
  if (code.length >= length) return
  const field = `${at}.card_cvc`
  throw new Failure('IR_04', `\`${field}\` must have ${length} digits for ${brand}.`, { field })
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
