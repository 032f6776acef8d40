// The API schemas of payments.
import { type Static, Type } from 'typebox'
import {
  answer,
  Anything,
  choice,
  Email,
  Metadata,
  MetadataPatch,
  nullable,
  NullableTimestamp,
  Phone,
  PhoneCountryCode,
  shaped,
  StoredMetadata,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import {
  among,
  amountRange,
  currencies,
  equalTo,
  listOf,
  listQuery,
  oneOrMany,
} from '#http/lists.ts'
import { Amount, Billing, BrowserInfo, Currency, MAX_AMOUNT } from '#http/money_fields.ts'
import { PaymentMethodData } from '#resources/payment_methods/schema.ts'
import { methodTypeNames, methodTypes } from '#resources/payment_methods/types.ts'
import { payment } from './state.ts'

export const OrderDetail = strict({
  name: text(255),
  quantity: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  amount: Type.Integer({ minimum: 0, maximum: MAX_AMOUNT }),
  currency: Currency,
})

/** The payment method: sent when creating, updating or confirming. */
const instrument = {
  payment_method: Type.Optional(
    choice('card', 'bank_transfer', 'wallet', 'pay_later', 'bank_redirect', 'crypto', 'upi'),
  ),
  payment_method_type: Type.Optional(
    Type.Unsafe<string>({ type: 'string', enum: Object.values(methodTypes).flat() }),
  ),
  payment_method_data: Type.Optional(PaymentMethodData),
  payment_method_id: Type.Optional(nullable(text(64))),
  off_session: Type.Optional(Type.Boolean()),
  billing: Type.Optional(Billing),
  return_url: Type.Optional(nullable(WebUrl)),
  browser_info: Type.Optional(BrowserInfo),
}

const about = {
  customer_id: Type.Optional(nullable(text(64))),
  description: Type.Optional(nullable(text(1_000))),
  capture_method: Type.Optional(choice('automatic', 'manual', 'manual_multiple')),
  authentication_type: Type.Optional(nullable(choice('three_ds', 'no_three_ds'))),
  email: Type.Optional(nullable(Email)),
  name: Type.Optional(nullable(text(255))),
  phone: Type.Optional(nullable(Phone)),
  phone_country_code: Type.Optional(nullable(PhoneCountryCode)),
  shipping: Type.Optional(Billing),
  setup_future_usage: Type.Optional(nullable(choice('on_session', 'off_session'))),
  merchant_order_reference_id: Type.Optional(nullable(text(255))),
  statement_descriptor_name: Type.Optional(
    nullable(shaped('^(?=.*[A-Za-z]).{1,22}$', 'at most 22 characters with at least one letter')),
  ),
  statement_descriptor_suffix: Type.Optional(nullable(text(22))),
  order_details: Type.Optional(Type.Array(OrderDetail, { maxItems: 100 })),
  confirm: Type.Optional(Type.Boolean()),
}

export const CreatePayment = strict({
  amount: Amount,
  currency: Currency,
  profile_id: Type.Optional(text(64)),
  payment_id: Type.Optional(
    shaped(
      '^(?!list$)[A-Za-z0-9_-]{1,64}$',
      '1 to 64 letters, digits, `_` or `-`, and not `list`',
      {
        description:
          'Your own id. It can never be reused, so a repeated request cannot charge twice.',
      },
    ),
  ),
  ...instrument,
  ...about,
  metadata: Type.Optional(Metadata),
})
export type CreatePayment = Static<typeof CreatePayment>

export const UpdatePayment = strict({
  client_secret: Type.Optional(text(255)),
  amount: Type.Optional(Amount),
  currency: Type.Optional(Currency),
  ...instrument,
  ...about,
  metadata: Type.Optional(MetadataPatch),
})
export type UpdatePayment = Static<typeof UpdatePayment>

export const ConfirmPayment = strict({
  ...instrument,
  client_secret: Type.Optional(text(255)),
  authentication_type: about.authentication_type,
})
export type ConfirmPayment = Static<typeof ConfirmPayment>

export const GetPayment = strict({
  client_secret: Type.Optional(
    text(255, {
      description:
        'For a publishable key. Better send it in the header `X-Client-Secret`: URLs are stored in logs and histories.',
    }),
  ),
  expand: Type.Optional(
    text(64, {
      description: 'The lists to include: `refunds`, `disputes`, or both, separated by commas.',
    }),
  ),
})
export type GetPayment = Static<typeof GetPayment>

export const CapturePayment = strict({
  amount_to_capture: Type.Optional(Amount),
  statement_descriptor_prefix: Type.Optional(nullable(text(22))),
  statement_descriptor_suffix: Type.Optional(nullable(text(22))),
})
export type CapturePayment = Static<typeof CapturePayment>

export const CancelPayment = strict({ cancellation_reason: Type.Optional(nullable(text(255))) })
export type CancelPayment = Static<typeof CancelPayment>

export const ApprovePayment = strict({
  reason: Type.Optional(nullable(text(255))),
  reviewer: Type.Optional(nullable(text(255))),
})
export type ApprovePayment = Static<typeof ApprovePayment>

export const SettleInSandbox = strict({
  outcome: Type.Optional(choice('approved', 'declined')),
})
export type SettleInSandbox = Static<typeof SettleInSandbox>

function expanded(description: string) {
  const items = { type: 'object', additionalProperties: true }
  return Type.Unsafe<object[]>({ type: 'array', items, description })
}

/** Money that moved for an operation that had been closed as if it had not. */
const LateOutcome = Type.Object({
  operation_id: Type.String(),
  kind: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  /** Whether it was given back: `pending`, `done`, or `refused` by the acquirer. */
  reversal: choice('pending', 'done', 'refused'),
  created: Type.String(),
})
export type LateOutcome = Static<typeof LateOutcome>

export const Payment = answer('Payment', {
  payment_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  amount_received: Type.Integer(),
  amount_capturable: Type.Integer(),
  currency: Type.String(),
  capture_method: Type.String(),
  authentication_type: nullable(Type.String()),
  payment_method: nullable(Type.String()),
  payment_method_type: nullable(Type.String()),
  payment_method_data: Anything,
  payment_method_id: nullable(Type.String()),
  customer_id: nullable(Type.String()),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  phone_country_code: nullable(Type.String()),
  description: nullable(Type.String()),
  return_url: nullable(Type.String()),
  billing: Anything,
  shipping: Anything,
  setup_future_usage: nullable(Type.String()),
  merchant_order_reference_id: nullable(Type.String()),
  statement_descriptor: nullable(Type.String()),
  metadata: StoredMetadata,
  order_details: Type.Unsafe<unknown[] | null>({ type: ['array', 'null'], items: {} }),
  client_secret: nullable(
    Type.String({
      description:
        'Lets a browser with a publishable key act on this payment. Null in lists and for keys without `payments:write`.',
    }),
  ),
  next_action: Anything,
  cancellation_reason: nullable(Type.String()),
  attempt_count: Type.Integer(),
  connector: nullable(Type.String()),
  connector_transaction_id: nullable(Type.String()),
  unified_code: nullable(Type.String()),
  unified_message: nullable(Type.String()),
  error_code: nullable(Type.String()),
  error_message: nullable(Type.String()),
  error_details: Anything,
  created: Timestamp,
  modified_at: Timestamp,
  captured_at: NullableTimestamp,
  capture_before: NullableTimestamp,
  late_outcomes: Type.Unsafe<LateOutcome[] | null>({
    type: ['array', 'null'],
    items: LateOutcome,
    description:
      'Money that moved after the payment had ended or continued without it, and whether it was returned; null for almost every payment.',
  }),
  refunds: Type.Optional(expanded('The refunds of the payment, newest first; only when expanded.')),
  disputes: Type.Optional(
    expanded('The disputes of the payment, newest first; only when expanded.'),
  ),
})
export type Payment = Static<typeof Payment>

/** Aliases for statuses that other APIs use. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['requires_customer_action', 'requires_action'],
  ['requires_redirection', 'requires_action'],
  ['pending', 'processing'],
])

export const paymentFilters = {
  payment_id: oneOrMany('One id, or several separated by commas.'),
  status: oneOrMany('A status, or several.', {
    read: (name) => among(payment.states)(aliases.get(name) ?? name),
  }),
  customer_id: oneOrMany('A customer, or several.'),
  currency: currencies,
  payment_method: oneOrMany('A method, or several.', { read: among(methodTypes) }),
  payment_method_type: oneOrMany('A kind of method, or several.', { read: among(methodTypeNames) }),
  profile_id: oneOrMany('A profile, or several.'),
  merchant_order_reference_id: equalTo(text(255)),
  email: equalTo(text(255)),
  ...amountRange,
}

export const ListPayments = listQuery(paymentFilters)
export type ListPayments = Static<typeof ListPayments>

export const PaymentList = listOf('PaymentList', Payment)
