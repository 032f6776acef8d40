// The API schemas of payment methods in requests.
import { type Static, Type } from 'typebox'
import { nullable, shaped, strict, text } from '#http/fields.ts'
import { Billing } from '#http/money_fields.ts'
import { methodTypes } from './types.ts'

export const Card = strict({
  card_number: shaped('^[0-9 -]{12,23}$', 'a card number of 12 to 19 digits'),
  card_exp_month: shaped('^(0[1-9]|1[0-2])$', 'a month of two digits, 01 to 12'),
  card_exp_year: shaped('^[0-9]{4}$', 'a year of four digits'),
  card_cvc: shaped('^[0-9]{3,4}$', '3 or 4 digits'),
  card_holder_name: Type.Optional(nullable(text(255))),
})
export type Card = Static<typeof Card>

/** One object named after the kind of the method; what is in it is the provider's business. */
function byKind(kinds: readonly string[]) {
  return Type.Unsafe<Record<string, Record<string, unknown>>>({
    type: 'object',
    minProperties: 1,
    maxProperties: 1,
    properties: Object.fromEntries(
      kinds.map((kind) => [kind, { type: 'object', maxProperties: 50 }]),
    ),
    additionalProperties: false,
  })
}

const Crypto = strict({
  pay_currency: text(32),
  wallet_address: text(255, { minLength: 1 }),
  network: Type.Optional(nullable(text(64))),
  wallet_address_tag: Type.Optional(nullable(text(255))),
  payment_method_id: Type.Optional(nullable(text(255))),
  external_customer_id: Type.Optional(nullable(text(255))),
})

export const PaymentMethodData = strict(
  {
    card: Type.Optional(Card),
    wallet: Type.Optional(byKind(methodTypes.wallet)),
    pay_later: Type.Optional(byKind(methodTypes.pay_later)),
    bank_redirect: Type.Optional(byKind(methodTypes.bank_redirect)),
    bank_transfer: Type.Optional(byKind(methodTypes.bank_transfer)),
    crypto: Type.Optional(Crypto),
    upi: Type.Optional(byKind(methodTypes.upi)),
    billing: Type.Optional(Billing),
    token: Type.Optional(shaped('^tok_[0-9a-z]{26}$', 'a token made by POST /tokens')),
  },
  { minProperties: 1 },
)
export type PaymentMethodData = Static<typeof PaymentMethodData>
