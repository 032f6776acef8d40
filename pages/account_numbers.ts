// Account and card number checks that need no bank: format, country and check digits. The server decides with them;
// forms check with the same functions while a person types.
import { countrySpecs, isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'

/** The electronic spelling, which the checks expect. */
export function compact(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

/** Check digits included. */
export function isIban(text: string): boolean {
  return isValidIBAN(text)
}

/** Undefined for a country without IBANs. */
export function ibanLength(iban: string): number | undefined {
  return countrySpecs[iban.slice(0, 2)]?.chars ?? undefined
}

/** SEPA reaches its own countries and no others. */
export function isSepaIban(iban: string): boolean {
  return isSEPACountry(iban.slice(0, 2))
}

export function isBic(text: string): boolean {
  return isValidBIC(text)
}

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1]
/** Prefixes for the Federal Reserve, its districts, thrifts, electronic payments and travellers' cheques. */
const DISTRICTS = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

/** An American bank's ABA number: nine digits, the last of which is a check digit. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || !DISTRICTS.test(text) || Number(text) === 0) return false
  const sum = WEIGHTS.reduce((n, weight, place) => n + weight * Number(text[place]), 0)
  return sum % 10 === 0
}

/** Six digits; British sort codes check nothing by themselves, but none is all zeros. */
export function isSortCode(text: string): boolean {
  return /^\d{6}$/.test(text) && Number(text) !== 0
}

/** The check digit of a card number, which catches a mistyped digit. */
export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let n = 0; n < digits.length; n++) {
    const digit = Number(digits[digits.length - 1 - n])
    const doubled = n % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

const MAX_IBAN = 34

/** An IBAN is read in groups of four, a sort code in pairs; `name` is the field of the API. */
export function groupNumber(name: string, typed: string): string {
  const text = compact(typed)
  if (name === 'iban') return text.slice(0, MAX_IBAN).replaceAll(/(.{4})(?=.)/g, '$1 ')
  if (name === 'bic') return text.slice(0, 11)
  if (name !== 'bank_sort_code') return typed
  return text
    .replaceAll(/\D/g, '')
    .slice(0, 6)
    .replaceAll(/(\d{2})(?=\d)/g, '$1-')
}
