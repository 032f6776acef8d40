// API schemas for payment methods in requests. The method objects follow from the method table.
import { type Static, type TSchema, Type } from 'typebox'
import { nullable, oneOf, shaped, strict, text } from '#http/fields.ts'
import { Billing } from '#http/money_fields.ts'
import { fields } from './method_fields.ts'
import type { MethodName } from '#core/method_types.ts'
import { methods, type MethodType } from './types.ts'

export const Card = strict(
  {
    card_number: shaped('^[0-9 -]{12,23}$', 'a card number of 12 to 19 digits', {
      description: 'The number on the card. Spaces and dashes are ignored.',
    }),
    card_exp_month: shaped('^(0[1-9]|1[0-2])$', 'a month of two digits, 01 to 12', {
      description: 'The month of expiry, two digits.',
    }),
    card_exp_year: shaped('^[0-9]{4}$', 'a year of four digits', {
      description: 'The year of expiry, four digits. Month and year must not have passed.',
    }),
    card_cvc: shaped('^[0-9]{3,4}$', '3 or 4 digits', {
      description: 'The security code. It is sent to the acquirer and never stored.',
    }),
    card_holder_name: Type.Optional(nullable(text(255, { description: 'The name on the card.' }))),
  },
  { description: 'A credit or debit card. Answers show only its last four digits and its brand.' },
)
export type Card = Static<typeof Card>

/** The object schema for one type. */
function detailsSchema(
  { required = [], optional = [], one_of = [] }: MethodType,
  description: string,
) {
  const properties = Object.fromEntries([
    ...required.map((name) => [name, fields[name].schema]),
    ...[...one_of, ...optional].map((name) => [name, Type.Optional(nullable(fields[name].schema))]),
  ]) as Record<string, TSchema>
  return strict(properties, { description })
}

function typeSchema(types: Readonly<Record<string, MethodType>>, description: string) {
  const rows = Object.entries(types).map(([type, row]) => {
    const { currencies } = row
    const where = currencies ? `, in ${currencies.join(', ')}` : ''
    return [type, Type.Optional(detailsSchema(row, `The details of \`${type}\`${where}.`))]
  })
  const one = oneOf(Object.fromEntries(rows) as Record<string, TSchema>, { description })
  return Type.Unsafe<Record<string, Record<string, unknown>>>(one)
}

/** One object, named after the type. */
function byType(method: MethodName, description: string) {
  return Type.Optional(typeSchema(methods[method].types, description))
}

const { crypto_currency } = methods.crypto.types
const Crypto = Type.Unsafe<Record<string, unknown>>(
  detailsSchema(crypto_currency, 'A payment in a cryptocurrency, on the page of the provider.'),
)

export const PaymentMethodData = strict(
  {
    card: Type.Optional(Card),
    provider_page: Type.Optional(
      strict(
        {},
        {
          description:
            'A card that the customer enters on a page of the acquirer, for provider accounts whose `card_entry` is `provider_page`. The payment needs a `return_url`.',
        },
      ),
    ),
    wallet: byType('wallet', 'A wallet: one object, named after `payment_method_type`.'),
    pay_later: byType(
      'pay_later',
      'Pay later: one object, named after `payment_method_type`. The payment needs an email and a billing address.',
    ),
    bank_redirect: byType(
      'bank_redirect',
      'A payment on the page of a bank: one object, named after `payment_method_type`.',
    ),
    bank_transfer: byType(
      'bank_transfer',
      'A transfer or voucher that the customer pays elsewhere: one object, named after `payment_method_type`.',
    ),
    crypto: Type.Optional(Crypto),
    upi: byType('upi', 'UPI: one object, named after `payment_method_type`.'),
    billing: Type.Optional(Billing),
    token: Type.Optional(
      shaped('^tok_[0-9a-z]{26}$', 'a token made by POST /tokens', {
        description: 'A card as a token of `POST /tokens`, instead of its details. It works once.',
      }),
    ),
  },
  {
    description:
      'The instrument: exactly one of these objects, or a token. The method table is at docs/reference/payment-methods.md.',
  },
)
export type PaymentMethodData = Static<typeof PaymentMethodData>
