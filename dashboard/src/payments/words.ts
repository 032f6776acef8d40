import { productNames } from '@florin/pages/method_names.ts'
import { methodTypes } from '../api/generated/tables.ts'
import type { Words } from '../lib/status.tsx'
import { inWords } from '../lib/words.ts'

export const paymentWords: Words = {
  requires_payment_method: ['mute', 'Waiting for a payment method'],
  requires_confirmation: ['mute', 'Waiting to be confirmed'],
  requires_action: ['info', 'Waiting for the customer'],
  requires_merchant_action: ['warn', 'Held for your review'],
  processing: ['info', 'Processing, outcome not known yet'],
  requires_capture: ['info', 'Authorized, waiting for capture'],
  partially_captured_and_capturable: ['info', 'Partly captured, more can be captured'],
  partially_captured: ['ok', 'Partly captured, rest released'],
  succeeded: ['ok', 'Paid'],
  failed: ['bad', 'Failed'],
  cancelled: ['mute', 'Cancelled'],
}

export const methodNames: Readonly<Record<string, string>> = {
  card: 'Card',
  wallet: 'Wallet',
  pay_later: 'Pay later',
  bank_redirect: 'Bank redirect',
  bank_transfer: 'Bank transfer',
  crypto: 'Crypto',
  upi: 'UPI',
}

/** As the hosted page calls them, where its name alone is clear beside other methods. */
const typeNames: Readonly<Record<string, string>> = {
  ...productNames,
  credit: 'Credit card',
  debit: 'Debit card',
  sepa: 'SEPA transfer',
  ach: 'ACH transfer',
  bacs: 'Bacs transfer',
  online_banking_poland: 'Online banking (PL)',
  online_banking_finland: 'Online banking (FI)',
  online_banking_czech_republic: 'Online banking (CZ)',
  online_banking_slovakia: 'Online banking (SK)',
  online_banking_thailand: 'Online banking (TH)',
  upi_collect: 'UPI, collect',
  upi_intent: 'UPI, intent',
}

/** `iDEAL` for `ideal`, `Klarna` for `klarna`. */
export function typeName(type: string): string {
  return typeNames[type] ?? inWords(type)
}

export const typeChoices = Object.keys(methodTypes).map((value) => ({
  value,
  name: typeName(value),
}))

interface Methodical {
  payment_method: string | null
  payment_method_type: string | null
  payment_method_data: unknown
}

/** `Visa ···· 4242`, or the method's name. */
export function describeMethod({
  payment_method,
  payment_method_type,
  payment_method_data,
}: Methodical): string {
  const { card } = (payment_method_data ?? {}) as {
    card?: { last4?: string; brand?: string | null }
  }
  if (card?.last4 !== undefined) return `${brandName(card.brand)} ···· ${card.last4}`
  if (payment_method_type && payment_method !== 'card') return typeName(payment_method_type)
  return payment_method === null ? '–' : (methodNames[payment_method] ?? payment_method)
}

export const brandNames: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  unknown: 'Card',
}

export function brandName(brand: string | null | undefined): string {
  if (brand === null || brand === undefined) return 'Card'
  return brandNames[brand] ?? brand
}

/** The next step after a decline, by its advice code. */
export const adviceWords: Readonly<Record<string, string>> = {
  no: 'Do not try again with the same details. Offer the customer another payment method.',
  another_card: 'Ask the customer for another card or payment method.',
  check_details:
    'Ask the customer to check the details and try again, or to use another card or payment method.',
  fix_request: 'The payment details are wrong or missing. Correct them, and create a new payment.',
  later: 'The acquirer has a temporary problem. Try again in some minutes.',
  again: 'Try again now.',
  check_first: 'It may have been paid already. Look for an earlier payment for this order first.',
  with_three_ds:
    'Try again with 3-D Secure, so that the customer confirms the payment at the bank.',
}
