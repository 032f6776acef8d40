// Payment parts in responses that are separate objects.
import { type Static, Type } from 'typebox'
import { choice, nullable } from '#http/fields.ts'
import { UnifiedCode, UnifiedMessage } from '#http/money_fields.ts'
import { methodTypeNames, methodTypes } from '#core/method_types.ts'
import { payment } from './state.ts'

const text = (description: string) => Type.String({ description })

/** Each `next_action.type` with its meaning and the fields that come with it. */
const actions = {
  redirect_to_url:
    'Send the browser of the customer to `redirect_to_url`, such as the page of a bank.',
  display_bank_transfer_information:
    'Show the account (`account_number` or `iban`, `bank_name`) and the `reference`; the customer transfers the money.',
  qr_code_information:
    'Show the QR code (`image_data_url`, or draw `raw_qr_data`) until `display_to_timestamp`.',
  display_voucher_information: 'Show the `reference` that the customer pays with.',
  wait_screen_information:
    'The customer acts on another device. Show that you wait, from `display_from_timestamp` to `display_to_timestamp`.',
} as const

const meanings = Object.entries(actions).map(([type, meaning]) => `- \`${type}\`: ${meaning}`)

/** One object with the fields from all types: a union would cost a validation per response. */
const NextAction = Type.Unsafe<Record<string, unknown> | null>({
  title: 'NextAction',
  type: ['object', 'null'],
  properties: {
    type: {
      type: 'string',
      enum: Object.keys(actions),
      description: ['What the customer has to do.', '', ...meanings].join('\n'),
    },
    redirect_to_url: text('Of `redirect_to_url`: the page to open in the browser of the customer.'),
    reference: text('What the customer writes on the transfer, or pays the voucher with.'),
    account_number: text('Of a bank transfer: the account to pay to, if it is not an IBAN.'),
    iban: text('Of a bank transfer: the account to pay to, as an IBAN.'),
    bank_name: text('Of a bank transfer: the name of the bank that has the account.'),
    expires_at: text('Of a bank transfer or voucher: until when it can be paid; ISO 8601 in UTC.'),
    raw_qr_data: text('Of `qr_code_information`: the text that the QR code encodes.'),
    image_data_url: text('Of `qr_code_information`: the code as an SVG image, as a data URL.'),
    display_from_timestamp: text(
      'Of `wait_screen_information`: when the wait began; ISO 8601 in UTC.',
    ),
    display_to_timestamp: text('Until when to show the code or the wait screen; ISO 8601 in UTC.'),
  },
  required: ['type'],
  additionalProperties: true,
  description:
    'What the customer has to do while the status is `requires_action`; null at all other times. The fields beside `type` depend on it.',
})

/** The same keys as in requests, with each method's public parts. */
export const MaskedMethod = Type.Unsafe<Record<string, unknown> | null>({
  title: 'MaskedPaymentMethod',
  type: ['object', 'null'],
  properties: {
    card: {
      type: 'object',
      properties: {
        last4: text('The last four digits of the number.'),
        brand: text('The brand, such as `visa`; `unknown` if the number does not show it.'),
        exp_month: text('The month of the expiry, two digits.'),
        exp_year: text('The year of the expiry, four digits.'),
        bin: text('The first six digits of the number, which name the issuer.'),
        card_holder_name: nullable(text('The name on the card; null if not sent.')),
      },
      additionalProperties: true,
      description: 'A card, without its number and its security code.',
    },
  },
  additionalProperties: true,
  description:
    'The payment method with its numbers masked, under the same keys as in requests; null until there is one.',
})

const section = (description: string, properties: object) => ({
  type: ['object', 'null'],
  properties,
  additionalProperties: true,
  description,
})
const shown = (description: string) => nullable(text(description))

export const ErrorDetails = Type.Unsafe<Record<string, unknown> | null>({
  title: 'PaymentErrorDetails',
  type: ['object', 'null'],
  properties: {
    unified_details: section('The decline as Florin unifies it.', {
      category: shown('The same as `unified_code`.'),
      message: shown('The same as `unified_message`.'),
    }),
    issuer_details: section(
      "The answer of the card network or the card's issuer, if there is one.",
      {
        code: shown('The code of the issuer; null if the refusal did not come from the issuer.'),
        message: shown('The text of the issuer.'),
        network_details: section('The card network.', {
          name: shown('The name of the card network.'),
        }),
      },
    ),
    connector_details: section('The answer of the acquirer.', {
      code: shown('The same as `error_code`.'),
      message: shown('The same as `error_message`.'),
      reason: shown("The acquirer's reason, if it gives one."),
    }),
  },
  additionalProperties: true,
  description:
    'A declined payment as Florin, the issuer and the acquirer describe it; null otherwise.',
})

/** Money that moved for an operation that had been closed as if it had not. */
export const LateOutcome = Type.Object({
  operation_id: text('The id of the call to the acquirer.'),
  kind: Type.Unsafe<string>({
    type: 'string',
    enum: ['authorize', 'capture'],
    description: 'What the call asked for.',
  }),
  amount: Type.Integer({
    description: 'The amount that moved, in the lowest unit of the currency.',
  }),
  currency: Type.String(),
  reversal: Type.Unsafe<'pending' | 'done' | 'refused'>({
    ...choice('pending', 'done', 'refused'),
    description: 'Whether it was returned: `pending`, `done`, or `refused` by the acquirer.',
  }),
  created: text('When it was found, as ISO 8601 in UTC.'),
})
export type LateOutcome = Static<typeof LateOutcome>

/** As the customer ordered it; texts read `Redacted` after the customer was deleted. */
export const OrderDetails = Type.Unsafe<unknown[] | null>({
  type: ['array', 'null'],
  items: {
    type: 'object',
    properties: {
      name: text('The name of the item.'),
      quantity: Type.Integer({ description: 'How many of the item.' }),
      amount: Type.Integer({
        description: 'The amount of the entry, in the lowest unit of the currency.',
      }),
      currency: Type.String(),
    },
    additionalProperties: true,
  },
  description: 'The order that you sent, one entry for each item; null without one.',
})

/**
 * A list that is only in the answer if the request asks for it. Folders below this one define its entries, so the
 * OpenAPI document refers to them by name.
 */
export function expanded(component: 'Refund' | 'Dispute', description: string) {
  const items = { type: 'object', additionalProperties: true, 'x-component': component }
  return Type.Optional(Type.Unsafe<object[]>({ type: 'array', items, description }))
}

/** Payment fields with a fixed set of values; payment links, hosted pages and subscriptions show some too. */
export const shared = {
  capture_method: Type.Unsafe<string>({
    type: 'string',
    enum: ['automatic', 'manual', 'manual_multiple'],
    description:
      '`automatic` captures on approval, `manual` waits for one capture, `manual_multiple` for several.',
  }),
  authentication_type: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['three_ds', 'no_three_ds'],
      description: 'Whether you asked for 3-D Secure or for none; null if you left it open.',
    }),
  ),
  setup_future_usage: nullable(
    Type.Unsafe<string>({
      type: 'string',
      enum: ['on_session', 'off_session'],
      description: '`off_session` saves the method of the customer on success; null saves nothing.',
    }),
  ),
  status: Type.Unsafe<string>({
    type: 'string',
    enum: Object.keys(payment.states),
    description: [
      'What happens next, and who has to act. Final: `succeeded`, `partially_captured`, `failed`, `cancelled`.',
      '',
      ...Object.entries(payment.states).map(([state, meaning]) => `- \`${state}\`: ${meaning}`),
    ].join('\n'),
  }),
  next_action: NextAction,
  payment_method: nullable(Type.Unsafe<string>({ type: 'string', enum: Object.keys(methodTypes) })),
  payment_method_type: nullable(
    Type.Unsafe<string>({ type: 'string', enum: [...methodTypeNames] }),
  ),
  unified_code: UnifiedCode,
  unified_message: UnifiedMessage,
} as const
