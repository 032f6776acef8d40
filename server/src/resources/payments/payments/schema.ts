// API schemas for payments.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  freeText,
  listedId,
  Metadata,
  MetadataPatch,
  named,
  nullable,
  NullableTimestamp,
  sentPerson,
  shaped,
  shownPerson,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { Amount, Billing, BrowserInfo, contact, Currency, MAX_AMOUNT } from '#http/money_fields.ts'
import { PaymentMethodData } from '#resources/methods/payment_methods/schema.ts'
import { methodNames, methodTypeNames } from '#core/method_types.ts'
import { METHOD_TYPE } from '#resources/methods/payment_methods/types.ts'
import {
  ErrorDetails,
  expanded,
  LateOutcome,
  MaskedMethod,
  OrderDetails,
  shared,
} from './answer_shapes.ts'
import { Attempt } from './attempt_shape.ts'
import { Origin } from './origin.ts'

export const OrderDetail = strict({
  name: text(255, { description: 'The name of the item.' }),
  quantity: Type.Integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'How many of the item.',
  }),
  amount: Type.Integer({
    minimum: 0,
    maximum: MAX_AMOUNT,
    description: 'The amount of the entry, in the lowest unit of the currency.',
  }),
  currency: Currency,
})

/** The payment method: sent when creating, updating or confirming. */
const instrument = {
  payment_method: Type.Optional(
    described(
      choice(...methodNames),
      'The category of the payment method. Required with `confirm: true`, unless a token or a saved method is sent.',
    ),
  ),
  payment_method_type: Type.Optional(
    named(methodTypeNames, METHOD_TYPE, {
      description:
        'The kind within the category. By default the one that `payment_method_data` names, and `credit` for a card.',
    }),
  ),
  payment_method_data: Type.Optional(PaymentMethodData),
  payment_method_id: Type.Optional(
    nullable(
      text(64, {
        description:
          'A saved payment method of the customer, instead of `payment_method_data`. A payment without a customer takes its owner.',
      }),
    ),
  ),
  off_session: Type.Optional(
    Type.Boolean({
      description:
        'The customer is not present: you charge a saved payment method that they agreed to.',
    }),
  ),
  billing: Type.Optional(
    described(
      Billing,
      "The payer. Required together with `payment_method_data`; the customer's address is used if it has none.",
    ),
  ),
  return_url: Type.Optional(
    described(
      nullable(WebUrl),
      'Where the browser of the customer is sent afterwards, with `payment_id` and `status` as query parameters. By default that of the profile. Required for wallets, pay later, bank redirects and crypto.',
    ),
  ),
  browser_info: Type.Optional(BrowserInfo),
}

const about = {
  customer_id: Type.Optional(
    nullable(
      text(64, {
        description:
          'The id of a customer that exists. E-mail, name, phone and address are taken from the customer where the request has none.',
      }),
    ),
  ),
  description: Type.Optional(
    nullable(freeText(1_000, { description: 'Your own text about the payment.' })),
  ),
  capture_method: Type.Optional(
    described(
      choice('automatic', 'manual', 'manual_multiple'),
      '`automatic`, the default, captures on approval. `manual` only authorizes, for one capture before `capture_before`; `manual_multiple` for several captures.',
    ),
  ),
  authentication_type: Type.Optional(
    nullable(
      described(
        choice('three_ds', 'no_three_ds'),
        '`three_ds` demands 3-D Secure, `no_three_ds` skips it; the issuer may still ask for it.',
      ),
    ),
  ),
  ...sentPerson,
  shipping: Type.Optional(
    described(Billing, 'Where the goods are sent. Needs the same fields as `billing`.'),
  ),
  setup_future_usage: Type.Optional(
    nullable(
      described(
        choice('on_session', 'off_session'),
        'With `off_session` and a customer, the method is saved on success and returned as `payment_method_id`.',
      ),
    ),
  ),
  merchant_order_reference_id: Type.Optional(nullable(text(255))),
  statement_descriptor_name: Type.Optional(
    nullable(
      shaped(
        '^(?=.*[A-Za-z]).{1,22}$',
        'at most 22 characters with at least one of the letters A to Z',
        {
          description:
            "The name on the customer's statement: up to 22 characters, at least one of the letters A to Z. By default the name of the profile.",
        },
      ),
    ),
  ),
  statement_descriptor_suffix: Type.Optional(
    nullable(
      freeText(22, { description: "Follows the name on the customer's statement, after a space." }),
    ),
  ),
  order_details: Type.Optional(
    Type.Array(OrderDetail, {
      maxItems: 100,
      description: 'What was ordered: one entry for each item.',
    }),
  ),
  confirm: Type.Optional(
    Type.Boolean({
      description:
        'True charges the payment with this same request. By default it waits for its confirmation.',
    }),
  ),
}

export const CreatePayment = strict({
  amount: described(Amount, 'What to collect, in the lowest unit of the currency, such as cents.'),
  currency: Currency,
  profile_id: Type.Optional(
    text(64, {
      description: 'The business profile of the payment. By default your default profile.',
    }),
  ),
  payment_id: Type.Optional(
    listedId('Your own id. It can never be reused, so a repeated request cannot charge twice.'),
  ),
  ...instrument,
  ...about,
  metadata: Type.Optional(Metadata),
})
export type CreatePayment = Static<typeof CreatePayment>

export const UpdatePayment = strict({
  client_secret: Type.Optional(freeText(255)),
  amount: Type.Optional(
    described(Amount, 'The new amount to collect, in the lowest unit of the currency.'),
  ),
  currency: Type.Optional(Currency),
  ...instrument,
  ...about,
  metadata: Type.Optional(MetadataPatch),
})
export type UpdatePayment = Static<typeof UpdatePayment>

export const ConfirmPayment = strict({
  ...instrument,
  client_secret: Type.Optional(freeText(255)),
  authentication_type: about.authentication_type,
})
export type ConfirmPayment = Static<typeof ConfirmPayment>

export const GetPayment = strict({
  client_secret: Type.Optional(
    freeText(255, {
      description:
        'For a publishable key. Better send it in the header `X-Client-Secret`: URLs are stored in logs and histories.',
    }),
  ),
  expand: Type.Optional(
    text(64, {
      description:
        'What to include, separated by commas: `attempts`, `origin`, `refunds`, `disputes`.',
    }),
  ),
})
export type GetPayment = Static<typeof GetPayment>

export const CapturePayment = strict({
  amount_to_capture: Type.Optional(
    described(
      Amount,
      'At most `amount_capturable`, which is also the default. With `manual` the rest is released.',
    ),
  ),
  statement_descriptor_prefix: Type.Optional(
    nullable(
      freeText(22, {
        description: "Replaces the name on the customer's statement for this capture.",
      }),
    ),
  ),
  statement_descriptor_suffix: Type.Optional(
    nullable(freeText(22, { description: "Follows the name on the customer's statement." })),
  ),
})
export type CapturePayment = Static<typeof CapturePayment>

export const CancelPayment = strict({ cancellation_reason: Type.Optional(nullable(freeText(255))) })
export type CancelPayment = Static<typeof CancelPayment>

export const ApprovePayment = strict({
  reason: Type.Optional(
    nullable(freeText(255, { description: 'Why it was approved, for your records.' })),
  ),
  reviewer: Type.Optional(
    nullable(text(255, { description: 'Who approved it, for your records.' })),
  ),
})
export type ApprovePayment = Static<typeof ApprovePayment>

export const SettleInSandbox = strict({
  outcome: Type.Optional(
    described(
      choice('approved', 'declined'),
      'What the sandbox bank decides. By default `approved`.',
    ),
  ),
})
export type SettleInSandbox = Static<typeof SettleInSandbox>

export const Payment = answer('Payment', {
  payment_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  status: shared.status,
  amount: Type.Integer({
    description: 'What you asked to collect, in the lowest unit of the currency.',
  }),
  amount_received: Type.Integer({
    description: 'What has been captured so far, before refunds, in the lowest unit.',
  }),
  amount_capturable: Type.Integer({
    description:
      'What is authorized and can be captured now, in the lowest unit: 0 while the payment is held for review.',
  }),
  amount_refunded: Type.Integer({
    description: 'The sum of its refunds, with those that are pending.',
  }),
  amount_refundable: Type.Integer({
    description:
      'The largest refund that is accepted now, in the lowest unit: what was received less `amount_refunded`; 0 while the payment is disputed, and after a lost dispute.',
  }),
  currency: Type.String(),
  capture_method: shared.capture_method,
  authentication_type: shared.authentication_type,
  payment_method: shared.payment_method,
  payment_method_type: shared.payment_method_type,
  payment_method_data: MaskedMethod,
  payment_method_id: nullable(
    Type.String({
      description:
        'The saved payment method that was charged, or that this payment saved; null otherwise.',
    }),
  ),
  customer_id: nullable(Type.String({ description: 'The customer who pays; null without one.' })),
  ...shownPerson,
  description: nullable(Type.String({ description: 'Your own text about the payment.' })),
  return_url: nullable(Type.String()),
  billing: contact('The payer, as sent or taken from the customer; null if unknown.'),
  shipping: contact('Where the goods are sent; null if you did not send it.'),
  setup_future_usage: shared.setup_future_usage,
  merchant_order_reference_id: nullable(Type.String()),
  statement_descriptor: nullable(
    Type.String({
      description:
        "The text on the customer's statement, up to 22 characters: the name, then the suffix.",
    }),
  ),
  metadata: StoredMetadata,
  order_details: OrderDetails,
  client_secret: nullable(
    Type.String({
      description:
        'Lets a browser with a publishable key act on this payment. Null in lists and for keys without `payments:write`.',
    }),
  ),
  next_action: shared.next_action,
  cancellation_reason: nullable(
    Type.String({
      description:
        'Why it was cancelled: your text, or `authorization_expired` if it was not captured in time.',
    }),
  ),
  merchant_decision: Type.Unsafe<Record<string, unknown> | null>({
    type: ['object', 'null'],
    additionalProperties: true,
    description:
      'What was decided about a payment that was held for review: `decision` (`approved` or `rejected`), `decided_at`, and the `reason` and `reviewer` that were sent.',
  }),
  attempt_count: Type.Integer({ description: 'How often the payment has been confirmed.' }),
  connector: nullable(Type.String()),
  connector_id: nullable(Type.String()),
  connector_transaction_id: nullable(Type.String()),
  unified_code: shared.unified_code,
  unified_message: shared.unified_message,
  error_code: nullable(
    Type.String({
      description:
        "The acquirer's own code for a decline; or `manual_review_rejected`, `not_sent` (confirm it again), `amount_differs` (see `error_message`). Branch on `unified_code`.",
    }),
  ),
  error_message: nullable(Type.String()),
  error_details: ErrorDetails,
  created: Timestamp,
  modified_at: Timestamp,
  captured_at: described(
    NullableTimestamp,
    'When the money was captured, in UTC; null until the first capture.',
  ),
  capture_before: described(
    NullableTimestamp,
    'Until when the authorization can be captured or reviewed, in UTC. After that it is released.',
  ),
  late_outcomes: Type.Unsafe<LateOutcome[] | null>({
    type: ['array', 'null'],
    items: LateOutcome,
    description:
      'Money that moved after the payment had ended or continued without it, and whether it was returned; null for almost every payment.',
  }),
  attempts: Type.Optional(
    described(
      Type.Array(Attempt),
      'The calls to provider accounts, newest first; only when expanded.',
    ),
  ),
  origin: Type.Optional(
    described(
      nullable(Origin),
      'The link or invoice that the payment is for; null if it was created by itself. Only when expanded.',
    ),
  ),
  missing_fields: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'The fields that a confirmation with a new card must bring, such as `billing`; only with a publishable key.',
    }),
  ),
  refunds: expanded('Refund', 'The refunds of the payment, newest first; only when expanded.'),
  disputes: expanded('Dispute', 'The disputes of the payment, newest first; only when expanded.'),
})
export type Payment = Static<typeof Payment>
