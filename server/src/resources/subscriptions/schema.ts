// The API schemas of subscriptions.
import { type Static, Type } from 'typebox'
import {
  answer,
  Anything,
  choice,
  MomentText,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { among, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { Billing, BrowserInfo } from '#http/money_fields.ts'
import { InvoiceLine } from '#resources/invoices/schema.ts'
import { ConfirmPayment } from '#resources/payments/schema.ts'
import { subscription } from './state.ts'

const { payment_method, payment_method_type, payment_method_data, payment_method_id } =
  ConfirmPayment.properties

const terms = {
  return_url: WebUrl,
  authentication_type: Type.Optional(nullable(choice('three_ds', 'no_three_ds'))),
  capture_method: Type.Optional(
    nullable(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic'],
        description:
          'Of the first payment; renewals are captured at once. `scheduled` is not supported.',
      }),
    ),
  ),
  setup_future_usage: Type.Optional(
    nullable(
      Type.Unsafe<'off_session' | 'on_session'>({
        type: 'string',
        enum: ['off_session', 'on_session'],
        description: 'A subscription charges later in any case, so the card is always saved.',
      }),
    ),
  ),
  payment_type: Type.Optional(
    nullable(choice('normal', 'new_mandate', 'setup_mandate', 'recurring_mandate')),
  ),
}

const instrument = {
  payment_method,
  payment_method_type,
  payment_method_data,
  payment_method_id,
  billing: Type.Optional(nullable(Billing)),
  shipping: Type.Optional(nullable(Billing)),
  browser_info: Type.Optional(BrowserInfo),
}

const order = {
  customer_id: text(64),
  item_price_id: text(64),
  plan_id: Type.Optional(nullable(text(64))),
  coupon_code: Type.Optional(nullable(text(64))),
  merchant_reference_id: Type.Optional(nullable(text(255))),
  billing: Type.Optional(nullable(Billing)),
  shipping: Type.Optional(nullable(Billing)),
}

export const CreateSubscription = strict({ ...order, payment_details: strict(terms) })
export type CreateSubscription = Static<typeof CreateSubscription>

export const CreateAndConfirmSubscription = strict({
  ...order,
  payment_details: strict({ ...terms, ...instrument }),
})
export type CreateAndConfirmSubscription = Static<typeof CreateAndConfirmSubscription>

export const ConfirmSubscription = strict({
  client_secret: Type.Optional(text(255)),
  payment_details: strict(instrument),
})
export type ConfirmSubscription = Static<typeof ConfirmSubscription>

export const UpdateSubscription = strict({ plan_id: text(64), item_price_id: text(64) })
export type UpdateSubscription = Static<typeof UpdateSubscription>

const when = choice('immediately', 'end_of_term', 'specific_date')

export const PauseSubscription = strict({
  pause_option: when,
  pause_at: Type.Optional(nullable(MomentText)),
})
export type PauseSubscription = Static<typeof PauseSubscription>

export const ResumeSubscription = strict({
  resume_option: choice('immediately', 'specific_date'),
  resume_date: Type.Optional(nullable(MomentText)),
  unpaid_invoices_handling: Type.Optional(
    nullable(choice('no_action', 'schedule_payment_collection')),
  ),
})
export type ResumeSubscription = Static<typeof ResumeSubscription>

export const CancelSubscription = strict({
  cancel_option: when,
  cancel_at: Type.Optional(nullable(MomentText)),
  credit_option: Type.Optional(nullable(choice('none', 'prorate', 'full'))),
  reason: Type.Optional(nullable(text(255))),
})
export type CancelSubscription = Static<typeof CancelSubscription>

const EmbeddedPayment = Type.Object({
  payment_id: Type.String(),
  status: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  payment_method_type: nullable(Type.String()),
  next_action: Anything,
})
export type EmbeddedPayment = Static<typeof EmbeddedPayment>

const EmbeddedInvoice = Type.Object({
  id: Type.String(),
  subscription_id: Type.String(),
  amount: Type.Integer(),
  currency: Type.String(),
  status: Type.String(),
})
export type EmbeddedInvoice = Static<typeof EmbeddedInvoice>

const aboutSecret =
  'For the browser of the customer, 15 minutes from creation or update. Null for keys without `subscriptions:write`, in lists and in events.'

export const Subscription = answer('Subscription', {
  id: Type.String(),
  status: Type.String(),
  profile_id: Type.String(),
  merchant_id: Type.String(),
  customer_id: Type.String(),
  item_price_id: Type.String(),
  plan_id: Type.String(),
  merchant_reference_id: nullable(Type.String()),
  coupon_code: nullable(Type.String()),
  client_secret: nullable(Type.String({ description: aboutSecret })),
  payment: Type.Unsafe<EmbeddedPayment | null>({
    ...EmbeddedPayment,
    type: ['object', 'null'],
    description: 'The newest payment of `invoice`; null if there was nothing to pay.',
  }),
  invoice: EmbeddedInvoice,
  payment_method_id: nullable(
    Type.String({ description: 'The saved payment method that renewals charge.' }),
  ),
  billing: Anything,
  shipping: Anything,
  period_start: NullableTimestamp,
  period_end: NullableTimestamp,
  trial_end: NullableTimestamp,
  next_billing_at: NullableTimestamp,
  cycles_billed: Type.Integer(),
  pause_at: NullableTimestamp,
  paused_at: NullableTimestamp,
  resume_at: NullableTimestamp,
  cancel_at: NullableTimestamp,
  cancelled_at: NullableTimestamp,
  cancel_reason: nullable(Type.String()),
  ended_at: NullableTimestamp,
  created: Timestamp,
  modified_at: Timestamp,
})
export type Subscription = Static<typeof Subscription>

export const EstimateQuery = strict({
  item_price_id: text(64),
  plan_id: Type.Optional(text(64)),
  coupon_code: Type.Optional(text(64)),
  customer_id: Type.Optional(text(64)),
  client_secret: Type.Optional(text(255)),
})
export type EstimateQuery = Static<typeof EstimateQuery>

export const Estimate = answer('SubscriptionEstimate', {
  amount: Type.Integer({
    description:
      'What the first invoice asks for: 0 for a trial, less the credit of the customer if `customer_id` is sent.',
  }),
  currency: Type.String(),
  plan_id: Type.String(),
  item_price_id: Type.String(),
  coupon_code: nullable(Type.String()),
  line_items: Type.Array(InvoiceLine),
})
export type Estimate = Static<typeof Estimate>

export const subscriptionFilters = {
  status: oneOrMany('A status, or several.', { read: among(subscription.states) }),
  customer_id: oneOrMany('A customer, or several.'),
  plan_id: oneOrMany('A plan, or several.'),
}

export const ListSubscriptions = listQuery(subscriptionFilters)
export type ListSubscriptions = Static<typeof ListSubscriptions>

export const SubscriptionList = listOf('SubscriptionList', Subscription)
