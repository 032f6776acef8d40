import type { Key, Text } from '@florin/locales/text.ts'
import type { PayoutMethod } from '@florin/pages/payout_setup.ts'

export type PayoutText = Text<Key<'payout'>>

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

export function fieldLabel(name: string, { t }: PayoutText): string {
  const labels: Readonly<Record<string, string>> = {
    account_holder_name: t('account_holder'),
    bank_account_number: t('account_number'),
    bank_number: t('bank'),
    bank_routing_number: t('routing_number'),
    bank_sort_code: t('sort_code'),
    card_number: t('card_number'),
    card_holder_name: t('holder'),
    expiry_month: t('month'),
    expiry_year: t('year'),
    email: t('email'),
    telephone_number: t('phone'),
  }
  return labels[name] ?? terms[name] ?? name.replaceAll('_', ' ')
}

export function methodLabel({ kind, type }: PayoutMethod, { t }: PayoutText): string {
  const known = terms[type]
  if (known !== undefined) return known
  if (kind === 'card') return t('card')
  return kind === 'bank_transfer' && type !== 'open_banking'
    ? `${t('bank_account')} (${type.toUpperCase()})`
    : t('bank_account')
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
