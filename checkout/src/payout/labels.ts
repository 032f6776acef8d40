import type { Text } from '@florin/locales/text.ts'
import type { PayoutMethod } from '@florin/pages/payout_setup.ts'
import type { Words } from '@florin/locales/payout_words.ts'

/** The same in every language. */
const terms: Readonly<Record<string, string>> = {
  iban: 'IBAN',
  bic: 'BIC',
  pix_key: 'Pix',
  pix: 'Pix',
  pix_emv: 'Pix',
  emv: 'Pix',
  paypal: 'PayPal',
  paypal_id: 'PayPal ID',
  venmo: 'Venmo',
  interac: 'Interac',
  trustly: 'Trustly',
  bank_country_code: 'ISO 3166',
}

export function fieldLabel(name: string, { t }: Text, words: Words): string {
  const labels: Readonly<Record<string, string>> = {
    account_holder_name: t('account_holder'),
    bank_account_number: t('account_number'),
    bank_number: t('bank'),
    bank_routing_number: words.routing_number,
    bank_sort_code: words.sort_code,
    card_number: t('card_number'),
    card_holder_name: t('holder'),
    expiry_month: words.month,
    expiry_year: words.year,
    email: t('email'),
    telephone_number: t('phone'),
  }
  return labels[name] ?? terms[name] ?? name.replaceAll('_', ' ')
}

export function methodLabel({ kind, type }: PayoutMethod, { t }: Text, words: Words): string {
  const known = terms[type]
  if (known !== undefined) return known
  if (kind === 'card') return t('card')
  return kind === 'bank_transfer' && type !== 'open_banking'
    ? `${words.bank_account} (${type.toUpperCase()})`
    : words.bank_account
}

const purposes: Readonly<Record<string, string>> = {
  account_holder_name: 'name',
  card_number: 'cc-number',
  card_holder_name: 'cc-name',
  expiry_month: 'cc-exp-month',
  expiry_year: 'cc-exp-year',
  email: 'email',
  telephone_number: 'tel',
}

export function autocompletePurpose(name: string): string {
  return purposes[name] ?? 'off'
}
