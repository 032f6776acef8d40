// The names of payment methods, as the hosted page has them.
import { page } from '@florin/locales/en.json'
import { methodName } from '@florin/pages/method_names.ts'
import { makeText } from '@florin/locales/text.ts'

const plain = makeText(page, 'en', { currency: 'EUR', exponent: 2 })

/** `iDEAL` for `ideal`. A card can be allowed as credit or debit only. */
export function productName(type: string): string {
  if (type === 'credit') return 'Credit card'
  if (type === 'debit') return 'Debit card'
  return methodName(type, plain)
}
