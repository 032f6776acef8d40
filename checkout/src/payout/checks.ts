// Checks of the payout form while a person types. The server decides with the same functions; these only come sooner.
import {
  compact,
  isBic,
  isIban,
  isRoutingNumber,
  isSortCode,
} from '@florin/pages/account_numbers.ts'
import { toDigits } from '@florin/pages/card.ts'
import type { Key } from '@florin/locales/text.ts'
import type { PayoutField } from '@florin/pages/payout_setup.ts'

export type ErrorKey = Extract<Key<'payout'>, `error_${string}`>

const checks: Readonly<Record<string, (text: string) => ErrorKey | undefined>> = {
  iban: (text) => (isIban(compact(text)) ? undefined : 'error_iban'),
  bic: (text) => (isBic(compact(text)) ? undefined : 'error_bic'),
  bank_routing_number: (text) => (isRoutingNumber(compact(text)) ? undefined : 'error_routing'),
  bank_sort_code: (text) => (isSortCode(compact(text)) ? undefined : 'error_sort_code'),
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
