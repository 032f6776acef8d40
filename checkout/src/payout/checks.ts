// Account number checks during typing. The server decides; these checks only come sooner.
import { toDigits } from '@florin/pages/card.ts'
import type { Key } from '@florin/locales/text.ts'
import type { PayoutField } from '@florin/pages/payout_setup.ts'

export type ErrorKey = Extract<Key<'payout'>, `error_${string}`>

const compact = (text: string) => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** ISO 13616: the four characters at the front moved to the end, letters as numbers, modulo 97. */
export function isIban(text: string): boolean {
  const iban = compact(text)
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const moved = iban.slice(4) + iban.slice(0, 4)
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** ISO 9362: bank, country, place, and perhaps a branch. */
export function isBic(text: string): boolean {
  return /^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(compact(text))
}

const WEIGHTS = [3, 7, 1]

/** An ABA number: its ninth digit checks the others. */
export function isRoutingNumber(text: string): boolean {
  const digits = compact(text)
  if (!/^\d{9}$/.test(digits) || Number(digits) === 0) return false
  const sum = Array.from(digits).reduce(
    (n, digit, at) => n + Number(digit) * (WEIGHTS[at % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

export function isSortCode(text: string): boolean {
  return /^\d{6}$/.test(compact(text)) && Number(compact(text)) !== 0
}

const checks: Readonly<Record<string, (text: string) => ErrorKey | undefined>> = {
  iban: (text) => (isIban(text) ? undefined : 'error_iban'),
  bic: (text) => (isBic(text) ? undefined : 'error_bic'),
  bank_routing_number: (text) => (isRoutingNumber(text) ? undefined : 'error_routing'),
  bank_sort_code: (text) => (isSortCode(text) ? undefined : 'error_sort_code'),
  email: (text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'error_email'),
  expiry_month: (text) => wrongUnless(/^(0?[1-9]|1[0-2])$/.test(text)),
  expiry_year: (text) => wrongUnless(/^(\d{2}|2\d{3})$/.test(text)),
  card_number: (text) => wrongUnless(toDigits(text).length >= 12),
}

function wrongUnless(isRight: boolean): ErrorKey | undefined {
  return isRight ? undefined : 'error_format'
}

export function checkField({ name, required }: PayoutField, value: string): ErrorKey | undefined {
  const text = value.trim()
  if (text === '') return required ? 'error_required' : undefined
  return checks[name]?.(text)
}

/** An IBAN is read in groups of four, a sort code in pairs. */
export function format(name: string, typed: string): string {
  if (name === 'iban')
    return compact(typed)
      .replaceAll(/(.{4})(?=.)/g, '$1 ')
      .slice(0, 42)
  if (name === 'bic') return compact(typed)
  if (name === 'bank_sort_code') {
    return toDigits(typed)
      .slice(0, 6)
      .replaceAll(/(\d{2})(?=\d)/g, '$1-')
  }
  return typed
}
