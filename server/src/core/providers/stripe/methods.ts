// The method types at Stripe, its currencies and its minor units.
import type { MethodTypeName } from '#core/method_types.ts'
import type { MethodSupport } from '../provider_type.ts'
import type { Form } from './form.ts'

const held = (as: string): MethodSupport => ({ as })
/** Charged when the customer confirms; it cannot be held. */
const charged = (as: string): MethodSupport => ({ as, holds: false })
const not = (reason: string): MethodSupport => ({ not: reason })
/** A transfer to a virtual account. A refund would go to a balance that the customer has at Stripe. */
const transferred: MethodSupport = { as: 'customer_balance', holds: false, refunds: false }

const OWN_SCRIPT = "Stripe takes this wallet's tokens from its own script only."
const UNAVAILABLE = 'Stripe does not offer it.'
const ENDED = 'Stripe no longer offers it.'
const UNTESTED = 'Florin does not offer it at Stripe yet.'

export const methods: Readonly<Record<MethodTypeName, MethodSupport>> = {
  credit: held('card'),
  debit: held('card'),

  apple_pay: not(OWN_SCRIPT),
  google_pay: not(OWN_SCRIPT),
  paypal: held('paypal'),
  amazon_pay: held('amazon_pay'),
  samsung_pay: { as: 'samsung_pay', currencies: ['KRW'] },
  cashapp: held('cashapp'),
  venmo: not(UNAVAILABLE),
  ali_pay: charged('alipay'),
  we_chat_pay: charged('wechat_pay'),
  revolut_pay: held('revolut_pay'),
  mobile_pay: held('mobilepay'),
  twint: charged('twint'),
  vipps: not(UNAVAILABLE),
  gcash: not(UNAVAILABLE),
  go_pay: not(UNAVAILABLE),
  kakao_pay: held('kakao_pay'),
  momo: not(UNAVAILABLE),
  touch_n_go: not(UNAVAILABLE),
  dana: not(UNAVAILABLE),
  mb_way: not(UNTESTED),

  klarna: held('klarna'),
  affirm: held('affirm'),
  afterpay_clearpay: held('afterpay_clearpay'),
  alma: held('alma'),
  atome: not(UNAVAILABLE),
  walley: not(UNAVAILABLE),
  pay_bright: not(UNAVAILABLE),
  flexiti: not(UNAVAILABLE),
  breadpay: not(UNAVAILABLE),

  ideal: charged('ideal'),
  bancontact_card: charged('bancontact'),
  eps: charged('eps'),
  giropay: not(ENDED),
  sofort: not(ENDED),
  przelewy24: charged('p24'),
  blik: charged('blik'),
  trustly: not(UNAVAILABLE),
  interac: not('Stripe offers it at card terminals only.'),
  open_banking_uk: charged('pay_by_bank'),
  online_banking_fpx: not(UNTESTED),
  online_banking_poland: not(UNAVAILABLE),
  online_banking_finland: not(UNAVAILABLE),
  online_banking_czech_republic: not(UNAVAILABLE),
  online_banking_slovakia: not(UNAVAILABLE),
  online_banking_thailand: not(UNAVAILABLE),
  swish: charged('swish'),
  bizum: not(UNTESTED),
  eft: not(UNAVAILABLE),

  pix: charged('pix'),
  ach: transferred,
  sepa: transferred,
  bacs: transferred,
  multibanco: charged('multibanco'),
  boleto: { as: 'boleto', holds: false, refunds: false },

  crypto_currency: not('Stripe takes stablecoins on its own page; this method names a wallet.'),
  upi_collect: not('Stripe takes no UPI address.'),
  upi_intent: not('Stripe shows UPI on its own page only.'),
}

/** Stripe's name for a method type; undefined if it is not offered. */
export function stripeName(method_type: string): string | undefined {
  const row = Object.hasOwn(methods, method_type) && methods[method_type as MethodTypeName]
  return row && 'as' in row ? row.as : undefined
}

type Data = Readonly<Record<string, unknown>>

/** Fields of `payment_method_data` that a method needs. */
export function methodFields(as: string, data: Data): Form {
  return as === 'boleto' ? { boleto: { tax_id: textIn(data, 'social_security_number') } } : {}
}

/** Fields of `payment_method_options` that a method needs. */
export function methodOptions(as: string, currency: string, data: Data, country?: string): Form {
  switch (as) {
    case 'blik':
      return { blik: { code: textIn(data, 'blik_code') } }
    case 'wechat_pay':
      return { wechat_pay: { client: 'web' } }
    case 'customer_balance':
      return {
        customer_balance: {
          funding_type: 'bank_transfer',
          bank_transfer: bankTransfers[currency]?.(country),
        },
      }
    default:
      return {}
  }
}

function textIn(data: Data, name: string): string | undefined {
  const value = data[name]
  return typeof value === 'string' ? value : undefined
}

/** Countries with local account numbers for transfers in euros. */
const IBAN_COUNTRIES: ReadonlySet<string> = new Set(['DE', 'FR', 'IE', 'NL'])

const bankTransfers: Readonly<Record<string, (country?: string) => Form>> = {
  EUR: (country = 'DE') => ({
    type: 'eu_bank_transfer',
    eu_bank_transfer: { country: IBAN_COUNTRIES.has(country) ? country : 'DE' },
  }),
  GBP: () => ({ type: 'gb_bank_transfer' }),
  USD: () => ({ type: 'us_bank_transfer' }),
}

/** Stripe counts krónur in hundredths, as if they still had two digits, and ariary in whole ones. */
export const exponents: Readonly<Record<string, number>> = { ISK: 2, MGA: 0 }

/** With three digits, the last one must be 0. */
export const amount_steps: Readonly<Record<string, number>> = {
  BHD: 10,
  JOD: 10,
  KWD: 10,
  OMR: 10,
  TND: 10,
}

/** Without UGX, which Stripe's documentation lists both with no and with two digits. */
export const currencies: ReadonlySet<string> = new Set(
  (
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP ' +
    'CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD ' +
    'JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN ' +
    'NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD ' +
    'SZL THB TJS TND TOP TRY TTD TWD TZS UAH USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'
  ).split(' '),
)
