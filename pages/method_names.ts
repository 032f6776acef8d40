// Payment method names: product names are the same in every language.
import type { Method } from './contract.ts'
import { brandLabel } from './card.ts'
import type { MessageKey, Text } from '@florin/locales/text.ts'

export const productNames: Readonly<Record<string, string>> = {
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  paypal: 'PayPal',
  amazon_pay: 'Amazon Pay',
  samsung_pay: 'Samsung Pay',
  cashapp: 'Cash App',
  ali_pay: 'Alipay',
  we_chat_pay: 'WeChat Pay',
  revolut_pay: 'Revolut Pay',
  mobile_pay: 'MobilePay',
  twint: 'TWINT',
  gcash: 'GCash',
  go_pay: 'GoPay',
  kakao_pay: 'KakaoPay',
  momo: 'MoMo',
  touch_n_go: 'Touch ’n Go',
  dana: 'DANA',
  mb_way: 'MB WAY',
  afterpay_clearpay: 'Afterpay',
  pay_bright: 'PayBright',
  breadpay: 'Bread Pay',
  ideal: 'iDEAL',
  bancontact_card: 'Bancontact',
  eps: 'eps',
  giropay: 'giropay',
  sofort: 'SOFORT',
  przelewy24: 'Przelewy24',
  blik: 'BLIK',
  open_banking_uk: 'Open Banking',
  online_banking_fpx: 'FPX',
  eft: 'EFT',
  pix: 'Pix',
  ach: 'ACH',
  sepa: 'SEPA',
  bacs: 'Bacs',
  crypto_currency: 'Crypto',
  upi_collect: 'UPI',
  upi_intent: 'UPI QR',
}

/** The banks of one country, under the country's name. */
const bankCountries: Readonly<Record<string, string>> = {
  online_banking_poland: 'PL',
  online_banking_finland: 'FI',
  online_banking_czech_republic: 'CZ',
  online_banking_slovakia: 'SK',
  online_banking_thailand: 'TH',
}

export function methodName(type: string, { t, locale }: Text): string {
  if (type === 'credit' || type === 'debit' || type === 'card') return t('card')
  const region = Object.hasOwn(bankCountries, type) ? bankCountries[type] : undefined
  if (region !== undefined) {
    const country = new Intl.DisplayNames(locale, { type: 'region' }).of(region) ?? region
    return t('online_banking', { country })
  }
  const known = Object.hasOwn(productNames, type) ? productNames[type] : undefined
  const words = type.replaceAll('_', ' ')
  return known ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Shown as numbers or codes that the shopper takes elsewhere. */
const CODES: ReadonlySet<string> = new Set(['pix', 'boleto', 'multibanco', 'upi_intent'])

/** A word or two beside the name. */
export function methodKind({ method, type, flow }: Method): MessageKey | undefined {
  if (flow === 'card' || flow === 'wallet') return undefined
  if (CODES.has(type)) return 'kind_code'
  if (method === 'bank_transfer') return 'kind_transfer'
  if (method === 'pay_later') return 'kind_pay_later'
  return method === 'upi' ? undefined : 'kind_redirect'
}

/** The hint about the step after the click. */
export function methodHint({ method, type }: Method): MessageKey {
  if (CODES.has(type)) return 'hint_code'
  if (method === 'bank_transfer') return 'hint_transfer'
  return method === 'upi' ? 'hint_app' : 'hint_redirect'
}

export function cardName({ brand, last4 }: { brand: string | null; last4: string }, text: Text) {
  const name = brandLabel(brand ?? '') ?? text.t('card')
  return text.t('ending_in', { brand: name, digits: last4 })
}
