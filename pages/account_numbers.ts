// Bank account number checks that need no bank: format, country and check digits.
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools'

/** Check digits included; in its electronic spelling, without spaces. */
export function isIban(text: string): boolean {
  return isValidIBAN(text)
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
