// The words of the hosted page, from the page itself, so that the preview says the same.
import { page } from '@florin/locales/en.json'
import { methodName } from '@florin/pages/method_names.ts'
import { makeText, type Text } from '@florin/locales/text.ts'
import { decimals } from '../api/generated/tables.ts'

export function hostedText(currency: string): Text {
  return makeText(page, 'en', { currency, exponent: decimals[currency] ?? 2 })
}

const plain = hostedText('EUR')

/** `iDEAL` for `ideal`. A card can be allowed as credit or debit only. */
export function productName(type: string): string {
  if (type === 'credit') return 'Credit card'
  if (type === 'debit') return 'Debit card'
  return methodName(type, plain)
}
