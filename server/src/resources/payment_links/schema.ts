// The API schemas of payment links.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  Email,
  Metadata,
  MomentText,
  nullable,
  NullableTimestamp,
  StoredMetadata,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { among, currencies, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { Amount, Currency } from '#http/money_fields.ts'
import { methodTypeNames } from '#resources/payment_methods/types.ts'
import { OrderDetail } from '#resources/payments/schema.ts'
import { Logo, Theme } from '#resources/profiles/schema.ts'
import { paymentLink } from './state.ts'

const linkTypes = ['one_time', 'recurring', 'donation'] as const

const config = {
  seller_name: Type.Optional(nullable(text(255, { minLength: 1 }))),
  logo: Type.Optional(nullable(Logo)),
  theme: Type.Optional(nullable(Theme)),
  sdk_layout: Type.Optional(nullable(choice('tabs', 'accordion', 'spaced_accordion'))),
  allowed_payment_method_types: Type.Optional(
    nullable(
      Type.Array(Type.Unsafe<string>({ type: 'string', enum: methodTypeNames }), {
        maxItems: 100,
        uniqueItems: true,
        description: 'Shown in this order; empty: all that the profile accepts.',
      }),
    ),
  ),
}

const PaymentLinkConfig = strict(config)
export type PaymentLinkConfig = Static<typeof PaymentLinkConfig>

/** A null means the same as an absent field. */
export const CreatePaymentLink = strict({
  currency: Currency,
  amount: Type.Optional(nullable(Amount)),
  link_type: Type.Optional(nullable(choice(...linkTypes))),
  profile_id: Type.Optional(nullable(text(64))),
  description: Type.Optional(nullable(text(1_000))),
  order_details: Type.Optional(nullable(Type.Array(OrderDetail, { maxItems: 100 }))),
  suggested_amounts: Type.Optional(
    nullable(
      Type.Array(Amount, {
        maxItems: 10,
        uniqueItems: true,
        description: 'Of a donation: amounts to choose from.',
      }),
    ),
  ),
  min_amount: Type.Optional(nullable(Amount)),
  max_amount: Type.Optional(nullable(Amount)),
  customer_id: Type.Optional(nullable(text(64))),
  email: Type.Optional(nullable(Email)),
  send_email: Type.Optional(
    nullable(Type.Boolean({ description: 'Sends the URL to `email`, which is then required.' })),
  ),
  capture_method: Type.Optional(nullable(choice('automatic', 'manual', 'manual_multiple'))),
  authentication_type: Type.Optional(nullable(choice('three_ds', 'no_three_ds'))),
  require_customer_info: Type.Optional(
    nullable(
      Type.Boolean({
        description: 'The page asks for the name, the e-mail address and the billing address.',
      }),
    ),
  ),
  payment_link_config: Type.Optional(nullable(PaymentLinkConfig)),
  usage_limit: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'How many payments may succeed. Always 1 for `one_time`; without a limit otherwise.',
      }),
    ),
  ),
  sold_out_message: Type.Optional(nullable(text(1_000))),
  expiry: Type.Optional(
    Type.Unsafe<string | null>({
      ...MomentText,
      type: ['string', 'null'],
      description: '60 seconds to 90 days from now. By default 24 hours from now.',
    }),
  ),
  metadata: Type.Optional(nullable(Metadata)),
})
export type CreatePaymentLink = Static<typeof CreatePaymentLink>

const EmailDelivery = Type.Object({
  status: choice('queued', 'sent', 'failed', 'not_sent'),
  attempts: Type.Integer(),
  error: nullable(Type.String()),
  sent_at: NullableTimestamp,
})

const aboutDelivery =
  'Of the e-mail with the URL: `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. Null without `send_email`.'

export const PaymentLink = answer('PaymentLink', {
  payment_link_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  link_type: Type.String(),
  status: Type.String(),
  url: Type.String({ description: 'The page on which a shopper pays.' }),
  link_to_pay: Type.String({ description: 'The same as `url`.' }),
  amount: nullable(Type.Integer()),
  currency: Type.String(),
  suggested_amounts: nullable(Type.Array(Type.Integer())),
  min_amount: nullable(Type.Integer()),
  max_amount: nullable(Type.Integer()),
  description: nullable(Type.String()),
  order_details: Type.Unsafe<unknown[] | null>({ type: ['array', 'null'], items: {} }),
  customer_id: nullable(Type.String()),
  email: nullable(Type.String()),
  send_email: Type.Boolean(),
  email_delivery: Type.Unsafe<EmailDelivery | null>({
    ...EmailDelivery,
    type: ['object', 'null'],
    description: aboutDelivery,
  }),
  capture_method: Type.String(),
  authentication_type: nullable(Type.String()),
  require_customer_info: Type.Boolean(),
  payment_link_config: nullable(PaymentLinkConfig),
  usage_limit: nullable(Type.Integer()),
  usage_count: Type.Integer({ description: 'The payments that succeeded.' }),
  sold_out_message: nullable(Type.String()),
  payment_id: nullable(Type.String({ description: 'The last payment made through the link.' })),
  metadata: StoredMetadata,
  expiry: Timestamp,
  created: Timestamp,
  modified_at: Timestamp,
})
export type PaymentLink = Static<typeof PaymentLink>
export type EmailDelivery = Static<typeof EmailDelivery>

export const paymentLinkFilters = {
  payment_link_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', { read: among(paymentLink.states) }),
  link_type: oneOrMany('A type, or several.', { read: among(linkTypes) }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  profile_id: oneOrMany('A profile, or several.'),
}

export const ListPaymentLinks = listQuery(paymentLinkFilters)
export type ListPaymentLinks = Static<typeof ListPaymentLinks>

export const PaymentLinkList = listOf('PaymentLinkList', PaymentLink)
