// Advice on the fields of a payout method while a person types. The API checks numbers with the same functions.
import {
  compact,
  groupNumber,
  ibanLength,
  isBic,
  isIban,
  isRoutingNumber,
  isSepaIban,
  isSortCode,
  passesLuhn,
} from '@florin/pages/account_numbers.ts'
import { toDigits } from '@florin/pages/card.ts'

/** Returns the way to fix the text, or undefined if nothing is wrong. */
export type Check = (text: string) => string | undefined

const check =
  (isRight: (text: string) => boolean, advice: string): Check =>
  (text) =>
    isRight(compact(text)) ? undefined : advice

const matches =
  (pattern: RegExp, advice: string): Check =>
  (text) =>
    pattern.test(text.trim()) ? undefined : advice

export function checkIban(text: string): string | undefined {
  const iban = compact(text)
  if (isIban(iban)) return undefined
  const length = ibanLength(iban)
  if (length === undefined) return 'An IBAN starts with the two letters of its country, such as DE.'
  if (iban.length !== length) {
    return `An IBAN of ${iban.slice(0, 2)} has ${length} characters; this one has ${iban.length}.`
  }
  return 'The check digits do not match: a character is wrong or swapped. Compare it with the original.'
}

export function checkSepaIban(text: string): string | undefined {
  const iban = compact(text)
  if (ibanLength(iban) === undefined || isSepaIban(iban)) return checkIban(text)
  return `SEPA does not reach ${iban.slice(0, 2)}. Choose another kind of transfer.`
}

export const checkRoutingNumber = check(
  isRoutingNumber,
  'This is not a routing number: nine digits, of which the last checks the others.',
)
export const checkSortCode = check(isSortCode, 'A sort code has six digits, such as 20-00-00.')
export const checkBic = check(isBic, 'A BIC has eight or eleven characters, such as COBADEFFXXX.')

export function checkCardNumber(text: string): string | undefined {
  const digits = toDigits(text)
  if (digits.length < 12 || digits.length > 19) return 'A card number has 12 to 19 digits.'
  return passesLuhn(digits) ? undefined : 'This is not a card number: a digit is wrong or swapped.'
}

export const checkMonth = matches(/^(0?[1-9]|1[0-2])$/, 'Enter a month from 01 to 12.')

export function checkYear(text: string): string | undefined {
  if (!/^(\d{2}|2\d{3})$/.test(text.trim()))
    return 'Enter a year of two or four digits, such as 2030.'
  const year = Number(text.trim().padStart(4, '20'))
  return year < new Date().getFullYear() ? 'The card has expired.' : undefined
}

export const checkEmail = matches(
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  'Enter an e-mail address, such as ada@example.com.',
)
export const checkPhone = matches(
  /^\+?[0-9 ().-]{4,32}$/,
  'Enter a phone number, such as +1 415 555 0100.',
)
export const checkCountry = matches(
  /^[A-Za-z]{2}$/,
  'Enter the two letters of the country, such as DE.',
)
export const checkIspb = matches(/^\d{8}$/, 'The ISPB has eight digits.')
export const checkTaxId = matches(
  /^[0-9./-]{11,18}$/,
  'Enter a CPF of 11 digits or a CNPJ of 14 digits.',
)
export const checkAccount = check(
  (text) => /^[A-Z0-9]{4,34}$/.test(text),
  'An account number has 4 to 34 letters or digits.',
)

export function checkDigits(least: number, most: number): Check {
  const isRight = (text: string) => new RegExp(`^\\d{${least},${most}}$`).test(text)
  return check(isRight, `An account number of this kind has ${least} to ${most} digits.`)
}

const MAX_IBAN = 34
const lengths: Readonly<Record<string, number>> = {
  bic: 11,
  bank_routing_number: 9,
  bank_sort_code: 6,
  card_number: 16,
}

/** True once enough is typed that an error is no longer just a missing rest. */
export function isComplete(name: string, text: string): boolean {
  const typed = compact(text)
  const length = name === 'iban' ? (ibanLength(typed) ?? MAX_IBAN) : lengths[name]
  return length !== undefined && typed.length >= length
}

export function tidy(name: string, typed: string): string {
  if (name === 'bank_country_code') return typed.toUpperCase().slice(0, 2)
  if (name !== 'card_number') return groupNumber(name, typed)
  return toDigits(typed)
    .slice(0, 19)
    .replaceAll(/(.{4})(?=.)/g, '$1 ')
}
