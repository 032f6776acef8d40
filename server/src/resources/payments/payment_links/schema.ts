// API schemas for payment links.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  Email,
  freeText,
  keyIn,
  Metadata,
  MomentText,
  named,
  nullable,
  NullableTimestamp,
  StoredMetadata,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { among, currencies, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { Amount, Currency } from '#http/money_fields.ts'
import { methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import { OrderDetails, shared } from '#resources/payments/payments/answer_shapes.ts'
import { OrderDetail } from '#resources/payments/payments/schema.ts'
import { Logo, Theme } from '#resources/accounts/profiles/schema.ts'
import { paymentLink } from './state.ts'

const linkTypes = {
  one_time: 'It is paid once.',
  recurring: 'It can be paid any number of times until it expires; it is not a subscription.',
  donation: 'Like `recurring`; without an `amount` the shopper chooses one.',
} as const

const config = {
  seller_name: Type.Optional(
    nullable(
      text(255, {
        description:
          'The name of the seller at the top of the page. By default that of the profile.',
      }),
    ),
  ),
  logo: Type.Optional(nullable(Logo)),
  theme: Type.Optional(nullable(Theme)),
  sdk_layout: Type.Optional(
    nullable(
      described(
        choice('tabs', 'accordion', 'spaced_accordion'),
        'How the page arranges the payment methods.',
      ),
    ),
  ),
  allowed_payment_method_types: Type.Optional(
    nullable(
      Type.Array(named(methodTypeNames, METHOD_TYPE), {
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
const link = {
  currency: Currency,
  amount: Type.Optional(
    nullable(
      described(
        Amount,
        'What to collect, in the lowest unit of the currency. Required, except for a `donation` whose amount the shopper chooses.',
      ),
    ),
  ),
  link_type: Type.Optional(
    nullable(keyIn(linkTypes, 'How often it can be paid. By default `one_time`.')),
  ),
  profile_id: Type.Optional(
    nullable(
      text(64, {
        description:
          'The business profile of the link. By default the one in `X-Profile-Id`, else the default profile.',
      }),
    ),
  ),
  description: Type.Optional(
    nullable(freeText(1_000, { description: 'What is paid for. The page shows it.' })),
  ),
  order_details: Type.Optional(
    nullable(
      Type.Array(OrderDetail, {
        maxItems: 100,
        description: 'The items, in the currency of the link. The page lists them.',
      }),
    ),
  ),
  suggested_amounts: Type.Optional(
    nullable(
      Type.Array(Amount, {
        maxItems: 10,
        uniqueItems: true,
        description: 'Of a donation: amounts to choose from.',
      }),
    ),
  ),
  min_amount: Type.Optional(
    nullable(described(Amount, 'Of a donation: the least that can be given, in the lowest unit.')),
  ),
  max_amount: Type.Optional(
    nullable(described(Amount, 'Of a donation: the most that can be given, in the lowest unit.')),
  ),
  customer_id: Type.Optional(
    nullable(text(64, { description: 'An existing customer, to whom the payments then belong.' })),
  ),
  email: Type.Optional(
    nullable(described(Email, 'The address that the URL is sent to, with `send_email`.')),
  ),
  send_email: Type.Optional(
    nullable(Type.Boolean({ description: 'Sends the URL to `email`, which is then required.' })),
  ),
  capture_method: Type.Optional(
    nullable(
      described(
        choice('automatic', 'manual', 'manual_multiple'),
        'Of the payments. By default `automatic`; otherwise capture each payment yourself.',
      ),
    ),
  ),
  authentication_type: Type.Optional(
    nullable(
      described(
        choice('three_ds', 'no_three_ds'),
        'Of the payments: `three_ds` demands 3-D Secure, `no_three_ds` skips it.',
      ),
    ),
  ),
  require_customer_info: Type.Optional(
    nullable(
      Type.Boolean({
        description: 'The page asks for the name, the e-mail address and the billing address.',
      }),
    ),
  ),
  payment_link_config: Type.Optional(
    nullable(
      described(
        PaymentLinkConfig,
        'How the page of this link looks; each absent setting is that of the profile.',
      ),
    ),
  ),
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
  sold_out_message: Type.Optional(
    nullable(
      freeText(1_000, { description: 'What the page says once the link is completed or expired.' }),
    ),
  ),
  expiry: Type.Optional(
    Type.Unsafe<string | null>({
      ...MomentText,
      type: ['string', 'null'],
      description: '60 seconds to 90 days from now. By default 24 hours from now.',
    }),
  ),
  metadata: Type.Optional(
    described(
      nullable(Metadata),
      'Your own pairs; the payments get them too. The receipt shows `order_id` as the order number.',
    ),
  ),
}

export const CreatePaymentLink = strict(link, {
  'x-elsewhere': {
    return_url: 'Set it on the business profile: shoppers return there from all its links',
  },
})
export type CreatePaymentLink = Static<typeof CreatePaymentLink>

const EmailDelivery = Type.Object({
  status: described(
    choice('queued', 'sent', 'failed', 'not_sent'),
    '`queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried.',
  ),
  attempts: Type.Integer({ description: 'How often it was tried.' }),
  error: nullable(
    Type.String({ description: 'Why the last attempt failed, or none was made; null otherwise.' }),
  ),
  sent_at: described(NullableTimestamp, 'When it was sent, in UTC; null until then.'),
})

const aboutDelivery =
  'Of the e-mail with the URL: `queued` until it is sent, `failed` after the last attempt, `not_sent` if it was not tried. Null without `send_email`.'

export const PaymentLink = answer('PaymentLink', {
  payment_link_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  link_type: Type.Unsafe<string>(keyIn(linkTypes, 'How often it can be paid.')),
  status: Type.Unsafe<string>(keyIn(paymentLink.states, 'Whether it can be paid.')),
  url: Type.String({ description: 'The page on which a shopper pays.' }),
  link_to_pay: Type.String({ description: 'The same as `url`.' }),
  amount: nullable(
    Type.Integer({
      description: 'What is collected, in the lowest unit; null if the shopper chooses it.',
    }),
  ),
  currency: Type.String(),
  suggested_amounts: nullable(
    Type.Array(Type.Integer(), {
      description:
        'Of a donation: the amounts to choose from, in the lowest unit; null without any.',
    }),
  ),
  min_amount: nullable(
    Type.Integer({ description: 'Of a donation: the least that can be given; null: no minimum.' }),
  ),
  max_amount: nullable(
    Type.Integer({ description: 'Of a donation: the most that can be given; null: no maximum.' }),
  ),
  description: nullable(Type.String({ description: 'What is paid for, as the page shows it.' })),
  order_details: OrderDetails,
  customer_id: nullable(
    Type.String({ description: 'The customer whom the payments belong to; null without one.' }),
  ),
  email: nullable(Type.String({ description: 'The address that the URL is sent to.' })),
  send_email: Type.Boolean({ description: 'Whether the URL is sent to `email`.' }),
  email_delivery: Type.Unsafe<EmailDelivery | null>({
    ...EmailDelivery,
    type: ['object', 'null'],
    description: aboutDelivery,
  }),
  capture_method: shared.capture_method,
  authentication_type: shared.authentication_type,
  require_customer_info: Type.Boolean({
    description: 'Whether the page asks for the name, the e-mail address and the billing address.',
  }),
  payment_link_config: nullable(
    described(PaymentLinkConfig, 'How the page looks, as you sent it; null: as the profile says.'),
  ),
  usage_limit: nullable(
    Type.Integer({ description: 'How many payments may succeed; null without a limit.' }),
  ),
  usage_count: Type.Integer({ description: 'The payments that succeeded.' }),
  sold_out_message: nullable(
    Type.String({ description: 'What the page says once the link is completed or expired.' }),
  ),
  payment_id: nullable(Type.String({ description: 'The last payment made through the link.' })),
  metadata: StoredMetadata,
  expiry: described(Timestamp, 'Until when it can be paid, in UTC.'),
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

export const PaymentLinkList = listSchema('PaymentLinkList', PaymentLink)
