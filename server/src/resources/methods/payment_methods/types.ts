// Every way to pay, as one table: the category that a payment names as `payment_method`, and the types that it may name
// as `payment_method_type`. Validation, OpenAPI, the reference page and the hosted page follow from it.
import type { Method as PageMethod } from '@florin/pages/contract.ts'
import type { FieldName } from './method_fields.ts'

/** Properties that distinguish a type within its method. */
export interface MethodType {
  /** The only currencies it can be paid in. Without it: every currency. */
  readonly currencies?: readonly string[]
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

const EURO = { currencies: ['EUR'] } as const
const REAL = { currencies: ['BRL'] } as const
const RUPEE = { currencies: ['INR'] } as const
const on = (...currencies: string[]) => ({ currencies }) as const

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
      paypal: {},
      amazon_pay: {},
      samsung_pay: {},
      cashapp: on('USD'),
      venmo: on('USD'),
      ali_pay: {},
      we_chat_pay: {},
      revolut_pay: {},
      mobile_pay: on('DKK', 'EUR', 'NOK', 'SEK'),
      twint: on('CHF'),
      vipps: { ...on('NOK'), required: ['telephone_number'] },
      gcash: on('PHP'),
      go_pay: on('IDR'),
      kakao_pay: on('KRW'),
      momo: on('VND'),
      touch_n_go: on('MYR'),
      dana: on('IDR'),
      mb_way: { ...EURO, required: ['telephone_number'] },
    },
  },
  pay_later: {
    ...page,
    types: {
      klarna: on(
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
      affirm: on('CAD', 'USD'),
      afterpay_clearpay: on('AUD', 'CAD', 'GBP', 'NZD', 'USD'),
      alma: EURO,
      atome: on('HKD', 'IDR', 'MYR', 'PHP', 'SGD', 'THB'),
      walley: on('DKK', 'EUR', 'NOK', 'SEK'),
      pay_bright: on('CAD'),
      flexiti: on('CAD'),
      breadpay: on('USD'),
    },
  },
  bank_redirect: {
    ...page,
    types: {
      ideal: { ...EURO, optional: ['bank_name'] },
      bancontact_card: EURO,
      eps: { ...EURO, optional: ['bank_name'] },
      giropay: EURO,
      sofort: { ...EURO, optional: ['country'] },
      przelewy24: on('EUR', 'PLN'),
      blik: { ...on('PLN'), optional: ['blik_code'] },
      trustly: on('CZK', 'DKK', 'EUR', 'GBP', 'NOK', 'PLN', 'RON', 'SEK'),
      interac: on('CAD'),
      open_banking_uk: { ...on('GBP'), optional: ['issuer'] },
      online_banking_fpx: { ...on('MYR'), required: ['issuer'] },
      online_banking_poland: on('PLN'),
      online_banking_finland: EURO,
      online_banking_czech_republic: on('CZK'),
      online_banking_slovakia: EURO,
      online_banking_thailand: on('THB'),
      swish: on('SEK'),
      bizum: EURO,
      eft: on('ZAR'),
    },
  },
  bank_transfer: {
    flow: 'instructions',
    holds: false,
    needs_return_url: false,
    deadline: 'expires_at',
    types: {
      pix: REAL,
      ach: on('USD'),
      sepa: EURO,
      bacs: on('GBP'),
      multibanco: EURO,
      boleto: { ...REAL, required: ['social_security_number'] },
    },
  },
  crypto: {
    ...page,
    holds: false,
    types: {
      crypto_currency: {
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
      upi_collect: { ...RUPEE, required: ['vpa_id'] },
      upi_intent: { ...RUPEE, deadline: 'expires_at' },
    },
  },
} as const satisfies Readonly<Record<string, Method>>

export type MethodName = keyof typeof methods

export const methodNames = Object.keys(methods) as MethodName[]

type TypesOf<M extends MethodName> = readonly (string & keyof (typeof methods)[M]['types'])[]

/** Type names by method. */
export const methodTypes = Object.fromEntries(
  methodNames.map((name) => [name, Object.keys(methods[name].types)]),
) as unknown as { readonly [M in MethodName]: TypesOf<M> }
/** Describes these names in errors. */
export const METHOD_TYPE = 'a type of payment method, such as credit or ideal (all: /docs)'

export const methodTypeNames: readonly string[] = Object.values(methodTypes).flat()

/** The method that a type belongs to. */
export const methodOfType: ReadonlyMap<string, MethodName> = new Map(
  methodNames.flatMap((name) => methodTypes[name].map((type: string) => [type, name] as const)),
)
