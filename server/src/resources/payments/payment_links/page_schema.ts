// Request and response schemas for the hosted page; pages/contract.ts has the same as types.
import type { PageData } from '@florin/pages/contract.ts'
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  Email,
  keyIn,
  named,
  nullable,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { Amount, Billing, BrowserInfo } from '#http/money_fields.ts'
import { PaymentMethodData } from '#resources/methods/payment_methods/schema.ts'
import { methodNames, methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import { MaskedMethod, shared } from '#resources/payments/payments/answer_shapes.ts'
import { paymentLink } from './state.ts'

export const PayLink = strict({
  attempt_id: shaped('^[A-Za-z0-9_-]{16,64}$', '16 to 64 letters, digits, `_` or `-`', {
    description:
      'Made by the page for each click on Pay, from random bytes. A repeat returns the same payment.',
  }),
  payment_method: described(choice(...methodNames), 'The category of the payment method.'),
  payment_method_type: named(methodTypeNames, METHOD_TYPE, {
    description: 'The kind within the category, one that the link offers.',
  }),
  payment_method_data: PaymentMethodData,
  amount: Type.Optional(
    nullable(
      described(
        Amount,
        'What the shopper gives, for a donation without an amount; in the lowest unit.',
      ),
    ),
  ),
  name: Type.Optional(nullable(text(255, { description: 'The name of the shopper.' }))),
  email: Type.Optional(nullable(described(Email, 'The e-mail address of the shopper.'))),
  phone: Type.Optional(
    nullable(
      shaped('^\\+?[0-9 ().-]{1,32}$', 'a phone number of 1 to 32 characters', {
        description: 'The phone number of the shopper, with or without a country code.',
      }),
    ),
  ),
  billing: Type.Optional(Billing),
  browser_info: Type.Optional(BrowserInfo),
})
export type PayLink = Static<typeof PayLink>

const payment = {
  payment_id: Type.String(),
  status: shared.status,
  amount: Type.Integer({ description: 'What is collected, in the lowest unit of the currency.' }),
  currency: Type.String(),
  next_action: shared.next_action,
  payment_method: shared.payment_method,
  payment_method_type: shared.payment_method_type,
  payment_method_data: MaskedMethod,
  unified_code: shared.unified_code,
  unified_message: shared.unified_message,
  created: Timestamp,
  return_url: nullable(Type.String()),
}

export const PagePaymentStatus = answer('PagePaymentState', payment)
export type PagePaymentStatus = Static<typeof PagePaymentStatus>

export const PagePayment = answer('PagePayment', {
  ...payment,
  client_secret: Type.String({
    description: 'With it the page reads the payment again, in the header `X-Client-Secret`.',
  }),
})
export type PagePayment = Static<typeof PagePayment>

export const PageLinkStatus = answer('PageLinkStatus', {
  status: keyIn(paymentLink.states, 'Whether the link can still be paid.'),
  notice: nullable(
    Type.String({
      description: 'The `sold_out_message` of a link that is completed or expired; null otherwise.',
    }),
  ),
})
export type PageLinkStatus = Static<typeof PageLinkStatus>

export const PaymentLinkPreview = answer('PaymentLinkPreview', {
  page: Type.Unsafe<PageData>({
    type: 'object',
    additionalProperties: true,
    description: 'What the page shows of the link and its profile.',
  }),
  colors: Type.String({ description: "The seller's colour, as a style sheet." }),
})
export type PaymentLinkPreview = Static<typeof PaymentLinkPreview>

/** Browsers and mail programs add their own parameters. */
export const PageQuery = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  properties: {
    locale: { description: 'The language of the page, instead of the one of the browser.' },
    payment_id: { description: 'The payment that the browser returns from.' },
    preview: {
      description:
        'An inert page, for a frame of the dashboard: it shows the settings that the dashboard sends to it, and nothing can be paid.',
    },
  },
})
