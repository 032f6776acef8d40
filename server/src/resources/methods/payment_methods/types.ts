// Every way to pay, as one table: the category that a payment names as `payment_method`, and the types that it may name
// as `payment_method_type`. Validation, OpenAPI, the reference page and the hosted page follow from it.
import type { Method as PageMethod } from '@florin/pages/contract.ts'
import type { MethodName, methodTypes } from '#core/method_types.ts'
import type { FieldName } from './method_fields.ts'

/** Properties that distinguish a type within its method. */
export interface MethodType {
  /** The only currencies it can be paid in. Without it: every currency. */
  readonly currencies?: readonly string[]
  /** Countries where shoppers usually pay with it: the hosted page offers it there first. Without it: everywhere. */
  readonly countries?: readonly string[]
  /** Its operator has ended it. Requests may still name it; a page offers it only to a business that names it. */
  readonly discontinued?: true
  /** Fields in its `payment_method_data` object. */
  readonly required?: readonly FieldName[]
  readonly optional?: readonly FieldName[]
  /** Exactly one of these is required. */
  readonly one_of?: readonly FieldName[]
  readonly flow?: PageMethod['flow']
  readonly deadline?: Deadline
}

/**
 * Deadline in requires_action: the profile's `session_expiry`, or the time that the instructions show to the
 * customer.
 */
export type Deadline = 'session_expiry' | 'expires_at'

export interface Method {
  /** The customer's part: enters a card, visits a page, follows instructions, or confirms on the device. */
  readonly flow: PageMethod['flow']
  /** True if it can hold money for a later capture. */
  readonly holds: boolean
  readonly needs_return_url: boolean
  readonly deadline: Deadline
  readonly types: Readonly<Record<string, MethodType>>
}

/** A table row: it has every type of its method, and no other. */
type MethodOf<M extends MethodName> = Method & {
  readonly types: Readonly<Record<(typeof methodTypes)[M][number], MethodType>>
}

const EURO = { currencies: ['EUR'] } as const
const REAL = { currencies: ['BRL'] } as const
const RUPEE = { currencies: ['INR'] } as const
const on = (...currencies: string[]) => ({ currencies }) as const
/** Two letters each, as in ISO 3166. */
const used = (countries: string) => ({ countries: countries.split(' ') }) as const

export const EURO_COUNTRIES = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'

/** The device has asked its owner already and hands over a token. */
const device = {
  required: ['payment_method'],
  one_of: ['payment_data', 'token'],
  flow: 'wallet',
} as const satisfies MethodType

const page = {
  flow: 'redirect',
  holds: true,
  needs_return_url: true,
  deadline: 'session_expiry',
} as const

export const methods = {
  card: {
    flow: 'card',
    holds: true,
    needs_return_url: false,
    deadline: 'session_expiry',
    types: { credit: {}, debit: {} },
  },
  wallet: {
    ...page,
    types: {
      apple_pay: { ...device, optional: ['transaction_identifier'] },
      google_pay: device,
      paypal: used('AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT LU MX NL NO NZ PL PT SE SG US'),
      amazon_pay: used('JP US'),
      samsung_pay: used('KR'),
      cashapp: { ...on('USD'), ...used('US') },
      venmo: { ...on('USD'), ...used('US') },
      ali_pay: used('CN'),
      we_chat_pay: used('CN'),
      revolut_pay: used('IE LT MT RO'),
      mobile_pay: { ...on('DKK', 'EUR', 'NOK', 'SEK'), ...used('DK FI') },
      twint: { ...on('CHF'), ...used('CH') },
      vipps: { ...on('NOK'), ...used('NO'), required: ['telephone_number'] },
      gcash: { ...on('PHP'), ...used('PH') },
      go_pay: { ...on('IDR'), ...used('ID') },
      kakao_pay: { ...on('KRW'), ...used('KR') },
      momo: { ...on('VND'), ...used('VN') },
      touch_n_go: { ...on('MYR'), ...used('MY') },
      dana: { ...on('IDR'), ...used('ID') },
      mb_way: { ...EURO, ...used('PT'), required: ['telephone_number'] },
    },
  },
  pay_later: {
    ...page,
    types: {
      klarna: {
        ...on(
          'AUD',
          'CAD',
          'CHF',
          'CZK',
          'DKK',
          'EUR',
          'GBP',
          'NOK',
          'NZD',
          'PLN',
          'RON',
          'SEK',
          'USD',
        ),
        ...used('AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US'),
      },
      affirm: { ...on('CAD', 'USD'), ...used('CA US') },
      afterpay_clearpay: { ...on('AUD', 'CAD', 'GBP', 'NZD', 'USD'), ...used('AU CA GB NZ US') },
      alma: { ...EURO, ...used('FR') },
      atome: { ...on('HKD', 'IDR', 'MYR', 'PHP', 'SGD', 'THB'), ...used('HK ID MY PH SG TH') },
      walley: { ...on('DKK', 'EUR', 'NOK', 'SEK'), ...used('DK FI NO SE') },
      pay_bright: { ...on('CAD'), ...used('CA') },
      flexiti: { ...on('CAD'), ...used('CA') },
      breadpay: { ...on('USD'), ...used('US') },
    },
  },
  bank_redirect: {
    ...page,
    types: {
      ideal: { ...EURO, ...used('NL'), optional: ['bank_name'] },
      bancontact_card: { ...EURO, ...used('BE') },
      eps: { ...EURO, ...used('AT'), optional: ['bank_name'] },
      giropay: { ...EURO, ...used('DE'), discontinued: true },
      sofort: {
        ...EURO,
        ...used('AT BE CH DE ES IT NL'),
        discontinued: true,
        optional: ['country'],
      },
      przelewy24: { ...on('EUR', 'PLN'), ...used('PL') },
      blik: { ...on('PLN'), ...used('PL'), optional: ['blik_code'] },
      trustly: {
        ...on('CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'RON', 'SEK'),
        ...used('EE FI LT LV SE'),
      },
      interac: { ...on('CAD'), ...used('CA') },
      open_banking_uk: { ...on('GBP'), ...used('GB'), optional: ['issuer'] },
      online_banking_fpx: { ...on('MYR'), ...used('MY'), required: ['issuer'] },
      online_banking_poland: { ...on('PLN'), ...used('PL') },
      online_banking_finland: { ...EURO, ...used('FI') },
      online_banking_czech_republic: { ...on('CZK'), ...used('CZ') },
      online_banking_slovakia: { ...EURO, ...used('SK') },
      online_banking_thailand: { ...on('THB'), ...used('TH') },
      swish: { ...on('SEK'), ...used('SE') },
      bizum: { ...EURO, ...used('ES') },
      eft: { ...on('ZAR'), ...used('ZA') },
    },
  },
  bank_transfer: {
    flow: 'instructions',
    holds: false,
    needs_return_url: false,
    deadline: 'expires_at',
    types: {
      pix: { ...REAL, ...used('BR') },
      ach: { ...on('USD'), countries: [] },
      sepa: { ...EURO, ...used(EURO_COUNTRIES) },
      bacs: { ...on('GBP'), countries: [] },
      multibanco: { ...EURO, ...used('PT') },
      boleto: { ...REAL, ...used('BR'), required: ['social_security_number'] },
    },
  },
  crypto: {
    ...page,
    holds: false,
    types: {
      crypto_currency: {
        countries: [],
        required: ['pay_currency', 'wallet_address'],
        optional: ['network', 'wallet_address_tag', 'payment_method_id', 'external_customer_id'],
      },
    },
  },
  upi: {
    flow: 'instructions',
    holds: false,
    needs_return_url: false,
    deadline: 'session_expiry',
    types: {
      upi_collect: { ...RUPEE, ...used('IN'), required: ['vpa_id'] },
      upi_intent: { ...RUPEE, ...used('IN'), deadline: 'expires_at' },
    },
  },
} as const satisfies Readonly<{ [M in MethodName]: MethodOf<M> }>

/** Describes these names in errors. */
export const METHOD_TYPE = 'a type of payment method, such as credit or ideal (all: /docs)'
