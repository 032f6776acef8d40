// The values by which payments, refunds and disputes are grouped, in words.
import { declines } from '../api/generated/declines.ts'
import { inWords } from '../lib/words.ts'
import { methodNames, paymentWords, typeName } from '../payments/words.ts'

const names: Readonly<Record<string, string>> = {
  ...methodNames,
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  three_ds: 'With 3-D Secure',
  no_three_ds: 'Without 3-D Secure',
}

/** Payments that have no value for it. */
const without: Readonly<Record<string, string>> = {
  card_network: 'Not by card',
  payment_method: 'No method chosen',
  payment_method_type: 'No method chosen',
  authentication_type: '3-D Secure if needed',
  unified_code: 'No reason given',
  connector_id: 'No provider account',
}

export function valueName(dimension: string, text: string | null): string {
  if (text === null) return without[dimension] ?? 'Not known'
  if (dimension === 'unified_code') return declines[text] ?? text
  if (dimension === 'status') return paymentWords[text]?.[1] ?? inWords(text)
  return names[text] ?? typeName(text.replace(/^dispute_/, ''))
}
