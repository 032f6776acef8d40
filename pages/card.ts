// Facts that a card number reveals, and the format of card fields. No DOM, so that tests can call it.
import { asciiDigits, type MessageKey } from '@florin/locales/text.ts'
import { passesLuhn } from './account_numbers.ts'

export interface Brand {
  readonly name: string
  readonly label: string
  readonly lengths: readonly number[]
  /** Digit group sizes; more digits stay in the last group. */
  readonly groups: readonly number[]
  readonly code_length: 3 | 4
}

const FOURS = [4, 4, 4, 4, 3]

const brands: readonly (Brand & { pattern: RegExp })[] = [
  brand('visa', 'Visa', /^4/, [13, 16, 19]),
  brand('mastercard', 'Mastercard', /^(5[1-5]|2(22[1-9]|2[3-9]|[3-6]|7[01]|720))/, [16]),
  brand('amex', 'American Express', /^3[47]/, [15], [4, 6, 5], 4),
  brand('diners', 'Diners Club', /^3(0[0-5]|[689])/, [14, 16, 19], [4, 6, 4, 5]),
  brand('discover', 'Discover', /^6(011|4[4-9]|5)/, [16, 19]),
  brand('jcb', 'JCB', /^35(2[89]|[3-8])/, [16, 19]),
  brand('unionpay', 'UnionPay', /^62/, [16, 17, 18, 19]),
  brand('maestro', 'Maestro', /^(5[06-8]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]),
]

const ANY = [12, 13, 14, 15, 16, 17, 18, 19]
const unknown: Brand = brand('unknown', '', /^/, ANY)

function brand(
  name: string,
  label: string,
  pattern: RegExp,
  lengths: readonly number[],
  groups: readonly number[] = FOURS,
  code_length: 3 | 4 = 3,
): Brand & { pattern: RegExp } {
  return { name, label, pattern, lengths, groups, code_length }
}

export function toDigits(text: string): string {
  return asciiDigits(text).replaceAll(/\D/g, '')
}

export function detectBrand(number: string): Brand {
  const digits = toDigits(number)
  return brands.find(({ pattern }) => pattern.test(digits)) ?? unknown
}

export function brandLabel(name: string): string | undefined {
  return brands.find((each) => each.name === name)?.label
}

/** `4242 4242 4242 4242`, or `3782 822463 10005` for American Express. */
export function formatNumber(typed: string): string {
  const { groups, lengths } = detectBrand(typed)
  const digits = toDigits(typed).slice(0, Math.max(...lengths))
  let rest = digits
  const parts = groups.map((size) => {
    const part = rest.slice(0, size)
    rest = rest.slice(size)
    return part
  })
  return [...parts, rest].filter(Boolean).join(' ')
}

/** The caret position in a formatted text with this many digits on its left. */
export function caretAfter(text: string, digits: number): number {
  let position = 0
  for (let seen = 0; seen < digits && position < text.length; position++) {
    if (/\d/.test(text[position] ?? '')) seen++
  }
  return position
}

const SEPARATOR = ' / '

/** `04 / 29` from what was typed, pasted or filled in by the browser. */
export function formatExpiry(typed: string, previous = ''): string {
  const text = asciiDigits(typed).trim()
  const iso = /^(\d{4})[-/.](\d{1,2})$/.exec(text)
  if (iso) return join(iso[2] ?? '', (iso[1] ?? '').slice(2))
  const split = /^(\d{1,2})\s*[-/.\s]\s*(\d*)$/.exec(text)
  if (split && typed.length >= previous.length) return join(split[1] ?? '', year(split[2] ?? ''))
  const digits = toDigits(text).slice(0, 6)
  const isShorter = typed.length < previous.length
  if (digits.length === 1 && digits > '1' && !isShorter) return join(digits, '')
  if (digits.length < 2 || (digits.length === 2 && isShorter)) return digits
  return join(digits.slice(0, 2), year(digits.slice(2)))
}

function year(digits: string): string {
  return digits.length >= 4 ? digits.slice(2, 4) : digits
}

function join(month: string, years: string): string {
  return month.padStart(2, '0') + SEPARATOR + years
}

export interface Expiry {
  month: string
  year: string
}

/** A two-digit year means the century around now that a card can have. */
export function parseExpiry(text: string): Expiry | undefined {
  const parts = /^(\d{2}) \/ (\d{2})$/.exec(formatExpiry(text))
  const [, month = '', years = ''] = parts ?? []
  const isMonth = Number(month) >= 1 && Number(month) <= 12
  return isMonth && years !== '' ? { month, year: `20${years}` } : undefined
}

/** A card is valid until the end of its month, wherever on earth its holder is. */
function isPast({ month, year }: Expiry, now: Date): boolean {
  return Date.UTC(Number(year), Number(month), 1, 12) <= now.getTime()
}

export interface CardValues {
  number: string
  expiry: string
  code: string
  holder: string
}

export type CardField = keyof CardValues
export type CardErrors = Partial<Record<CardField, MessageKey>>

export const cardFieldId = (field: CardField) => `card-${field}`

export const emptyCard: CardValues = { number: '', expiry: '', code: '', holder: '' }

/** The error for each field that cannot be sent as it is. */
export function checkCard(values: CardValues, now: Date): CardErrors {
  const found = {
    number: numberError(values.number),
    expiry: expiryError(values.expiry, now),
    code: codeError(values),
    holder: values.holder.trim() === '' ? ('error_holder' as const) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined))
}

function numberError(text: string): MessageKey | undefined {
  const digits = toDigits(text)
  if (digits === '') return 'error_number_missing'
  const { lengths } = detectBrand(digits)
  if (digits.length < Math.min(...lengths)) return 'error_number_short'
  return lengths.includes(digits.length) && passesLuhn(digits) ? undefined : 'error_number'
}

function expiryError(text: string, now: Date): MessageKey | undefined {
  const expiry = parseExpiry(text)
  if (expiry === undefined) return 'error_expiry'
  return isPast(expiry, now) ? 'error_expiry_past' : undefined
}

function codeError({ number, code }: CardValues): MessageKey | undefined {
  const { code_length } = detectBrand(number)
  if (toDigits(code).length === code_length) return undefined
  return code_length === 4 ? 'error_code_4' : 'error_code_3'
}

/** The card as the API takes it. */
export function cardData(values: CardValues): Record<string, string> {
  const expiry = parseExpiry(values.expiry)
  return {
    card_number: toDigits(values.number),
    card_exp_month: expiry?.month ?? '',
    card_exp_year: expiry?.year ?? '',
    card_cvc: toDigits(values.code),
    card_holder_name: values.holder.trim(),
  }
}
