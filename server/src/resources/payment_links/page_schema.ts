// The schemas of the requests of the hosted page, and of their answers; checkout/contract.ts has the same as types.
import { type Static, Type } from 'typebox'
import {
  answer,
  Anything,
  choice,
  Email,
  nullable,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { Amount, Billing, BrowserInfo } from '#http/money_fields.ts'
import { PaymentMethodData } from '#resources/payment_methods/schema.ts'
import { methodTypeNames, methodTypes } from '#resources/payment_methods/types.ts'

const methods = Object.keys(methodTypes) as (keyof typeof methodTypes)[]

export const PayLink = strict({
  attempt_id: shaped('^[A-Za-z0-9_-]{16,64}$', '16 to 64 letters, digits, `_` or `-`', {
    description:
      'Made by the page for each click on Pay, from random bytes. A repeat returns the same payment.',
  }),
  payment_method: choice(...methods),
  payment_method_type: Type.Unsafe<string>({ type: 'string', enum: methodTypeNames }),
  payment_method_data: PaymentMethodData,
  amount: Type.Optional(nullable(Amount)),
  name: Type.Optional(nullable(text(255))),
  email: Type.Optional(nullable(Email)),
  phone: Type.Optional(
    nullable(shaped('^\\+?[0-9 ().-]{1,32}$', 'a phone number of 1 to 32 characters')),
  ),
  billing: Type.Optional(Billing),
  browser_info: Type.Optional(BrowserInfo),
})
export type PayLink = Static<typeof PayLink>

const payment = {
  payment_id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  next_action: Anything,
  payment_method: nullable(Type.String()),
  payment_method_type: nullable(Type.String()),
  payment_method_data: Anything,
  unified_code: nullable(Type.String()),
  unified_message: nullable(Type.String()),
  created: Timestamp,
  return_url: nullable(Type.String()),
}

export const PagePaymentStatus = answer('PagePaymentStatus', payment)
export type PagePaymentStatus = Static<typeof PagePaymentStatus>

export const PagePayment = answer('PagePayment', { ...payment, client_secret: Type.String() })
export type PagePayment = Static<typeof PagePayment>

export const PageLinkStatus = answer('PageLinkStatus', {
  status: choice('active', 'completed', 'expired', 'deactivated'),
  notice: nullable(Type.String()),
})
export type PageLinkStatus = Static<typeof PageLinkStatus>

/** Browsers and mail programs add parameters of their own. */
export const PageQuery = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  properties: {
    locale: { description: 'The language of the page, instead of the one of the browser.' },
    payment_id: { description: 'The payment that the browser returns from.' },
  },
})
