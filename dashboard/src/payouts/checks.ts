// What can be said about the details of a payout method while they are typed. The API decides; these checks only come
// sooner, with the way to fix it.

/** The length of an IBAN in each country that SEPA reaches. */
const sepa: Readonly<Record<string, number>> = Object.fromEntries(
  'AD24 AT20 BE16 BG22 CH21 CY28 CZ24 DE22 DK18 EE20 ES24 FI18 FR27 GB22 GI23 GR27 HR21 HU28 IE22 IS26 IT27 LI21 LT20 LU20 LV21 MC27 MT31 NL18 NO15 PL28 PT25 RO24 SE24 SI19 SK24 SM27 VA22'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const MAX_IBAN = 34

export type Check = (text: string) => string | undefined

const compact = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()
const keepDigits = (text: string) => text.replaceAll(/\D/g, '')

const is =
  (pattern: RegExp, advice: string): Check =>
  (text) =>
    pattern.test(text.trim()) ? undefined : advice

export function checkIban(text: string): string | undefined {
  const iban = compact(text)
  const country = iban.slice(0, 2)
  if (!/^[A-Z]{2}/.test(iban))
    return 'An IBAN starts with the two letters of its country, such as DE.'
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]*$/.test(iban))
    return 'After the country an IBAN has two digits, then only letters and digits.'
  const length = sepa[country]
  if (length !== undefined && iban.length !== length)
    return `An IBAN of ${country} has ${length} characters; this one has ${iban.length}.`
  if (iban.length < 15 || iban.length > MAX_IBAN)
    return `An IBAN has 15 to ${MAX_IBAN} characters; this one has ${iban.length}.`
  return ibanRemainder(iban) === 1
    ? undefined
    : 'The check digits do not match: a character is wrong or swapped. Compare it with the original.'
}

/** ISO 13616: the first four characters moved to the end, letters as numbers, modulo 97. */
function ibanRemainder(iban: string): number {
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest
}

/** SEPA reaches its own countries and no others. */
export function checkSepaIban(text: string): string | undefined {
  const country = compact(text).slice(0, 2)
  if (/^[A-Z]{2}$/.test(country) && sepa[country] === undefined)
    return `SEPA does not reach ${country}. Choose another kind of transfer.`
  return checkIban(text)
}

const WEIGHTS = [3, 7, 1]
const DISTRICTS = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/

export function checkRoutingNumber(text: string): string | undefined {
  const digits = compact(text)
  if (!/^\d{9}$/.test(digits)) return 'A routing number has nine digits.'
  const sum = Array.from(digits).reduce(
    (n, digit, at) => n + Number(digit) * (WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === 0 && DISTRICTS.test(digits) && Number(digits) !== 0
    ? undefined
    : 'This is not a routing number: its last digit does not match the others.'
}

export function checkSortCode(text: string): string | undefined {
  const digits = compact(text)
  const isRight = /^\d{6}$/.test(digits) && Number(digits) !== 0
  return isRight ? undefined : 'A sort code has six digits, such as 20-00-00.'
}

export function checkCardNumber(text: string): string | undefined {
  const digits = keepDigits(text)
  if (digits.length < 12 || digits.length > 19) return 'A card number has 12 to 19 digits.'
  return passesLuhn(digits) ? undefined : 'This is not a card number: a digit is wrong or swapped.'
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0)
  return sum % 10 === 0
}

export function checkBic(text: string): string | undefined {
  return /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compact(text))
    ? undefined
    : 'A BIC has eight or eleven characters, such as COBADEFFXXX.'
}

export const checkMonth = is(/^(0?[1-9]|1[0-2])$/, 'Enter a month from 01 to 12.')

export function checkYear(text: string): string | undefined {
  if (!/^(\d{2}|2\d{3})$/.test(text.trim()))
    return 'Enter a year of two or four digits, such as 2030.'
  const year = Number(text.trim().padStart(4, '20'))
  return year < new Date().getFullYear() ? 'The card has expired.' : undefined
}

export const checkEmail = is(
  /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  'Enter an e-mail address, such as ada@example.com.',
)
export const checkPhone = is(
  /^\+?[0-9 ().-]{4,32}$/,
  'Enter a phone number, such as +1 415 555 0100.',
)
export const checkCountry = is(/^[A-Za-z]{2}$/, 'Enter the two letters of the country, such as DE.')
export const checkIspb = is(/^\d{8}$/, 'The ISPB has eight digits.')
export const checkTaxId = is(
  /^[0-9./-]{11,18}$/,
  'Enter a CPF of 11 digits or a CNPJ of 14 digits.',
)

export function checkAccount(text: string): string | undefined {
  return /^[A-Z0-9]{4,34}$/.test(compact(text))
    ? undefined
    : 'An account number has 4 to 34 letters or digits.'
}

export function checkDigits(least: number, most: number): Check {
  return (text) => {
    const isRight = new RegExp(`^\\d{${least},${most}}$`).test(compact(text))
    return isRight ? undefined : `An account number of this kind has ${least} to ${most} digits.`
  }
}

/** Whether so much is typed that a fault is no longer only a missing rest. */
export function isComplete(name: string, text: string): boolean {
  const typed = compact(text)
  if (name === 'iban') return typed.length >= (sepa[typed.slice(0, 2)] ?? MAX_IBAN)
  if (name === 'bic') return typed.length >= 11
  if (name === 'bank_routing_number') return typed.length >= 9
  if (name === 'bank_sort_code') return typed.length >= 6
  return name === 'card_number' && typed.length >= 16
}

/** An IBAN and a card number are read in groups of four, a sort code in pairs. */
export function tidy(name: string, typed: string): string {
  if (name === 'iban' || name === 'card_number') {
    const text = name === 'iban' ? compact(typed) : keepDigits(typed).slice(0, 19)
    return text.slice(0, MAX_IBAN).replaceAll(/(.{4})(?=.)/g, '$1 ')
  }
  if (name === 'bic') return compact(typed).slice(0, 11)
  if (name === 'bank_country_code') return typed.toUpperCase().slice(0, 2)
  if (name !== 'bank_sort_code') return typed
  return keepDigits(typed)
    .slice(0, 6)
    .replaceAll(/(\d{2})(?=\d)/g, '$1-')
}
