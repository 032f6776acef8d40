// API schemas for subscriptions.
import { type Static, Type } from 'typebox'
import {
  answer,
  choice,
  described,
  freeText,
  keyIn,
  MomentText,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
  WebUrl,
} from '#http/fields.ts'
import { among, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { Billing, BrowserInfo, contact } from '#http/money_fields.ts'
import { invoiceStatuses } from '#resources/billing/invoices/state.ts'
import { shared } from '#resources/payments/payments/answer_shapes.ts'
import { ConfirmPayment } from '#resources/payments/payments/schema.ts'
import { subscription } from './state.ts'

const { payment_method, payment_method_type, payment_method_data, payment_method_id } =
  ConfirmPayment.properties

const terms = {
  return_url: described(
    WebUrl,
    'Where the browser of the customer is sent after the first payment, with `payment_id` and `status`.',
  ),
  authentication_type: Type.Optional(
    nullable(
      described(
        choice('three_ds', 'no_three_ds'),
        'Of the first payment: `three_ds` demands 3-D Secure, `no_three_ds` skips it.',
      ),
    ),
  ),
  capture_method: Type.Optional(
    nullable(
      Type.Unsafe<string>({
        type: 'string',
        enum: ['automatic', 'manual', 'manual_multiple', 'scheduled', 'sequential_automatic'],
        description:
          'Of the first payment; renewals are captured at once. `scheduled` and `sequential_automatic` capture like `automatic`.',
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
    nullable(
      described(
        choice('normal', 'new_mandate', 'setup_mandate', 'recurring_mandate'),
        'Stored with the subscription. It changes nothing: every subscription saves the payment method.',
      ),
    ),
  ),
}

const instrument = {
  payment_method,
  payment_method_type,
  payment_method_data,
  payment_method_id,
  billing: Type.Optional(
    nullable(described(Billing, 'The payer. By default that of the subscription.')),
  ),
  shipping: Type.Optional(
    nullable(described(Billing, 'Where the goods are sent. By default that of the subscription.')),
  ),
  browser_info: Type.Optional(BrowserInfo),
}

const order = {
  customer_id: text(64, { description: 'The existing customer who subscribes.' }),
  item_price_id: text(64, { description: 'The price to bill, which also determines the plan.' }),
  plan_id: Type.Optional(
    nullable(
      text(64, { description: 'The plan of the price. Refused if the price is of another.' }),
    ),
  ),
  coupon_code: Type.Optional(
    nullable(text(64, { description: 'A coupon that is applied from the first invoice on.' })),
  ),
  merchant_reference_id: Type.Optional(
    nullable(text(255, { description: 'Your own reference. It need not be unique.' })),
  ),
  billing: Type.Optional(
    nullable(described(Billing, 'The payer of the invoices, as the invoices show them.')),
  ),
  shipping: Type.Optional(nullable(described(Billing, 'Where the goods are sent.'))),
}

export const CreateSubscription = strict({
  ...order,
  payment_details: strict(terms, { description: 'How the first payment is made.' }),
})
export type CreateSubscription = Static<typeof CreateSubscription>

export const CreateAndConfirmSubscription = strict({
  ...order,
  payment_details: strict(
    { ...terms, ...instrument },
    { description: 'How the first payment is made, and with which payment method.' },
  ),
})
export type CreateAndConfirmSubscription = Static<typeof CreateAndConfirmSubscription>

export const ConfirmSubscription = strict({
  client_secret: Type.Optional(freeText(255)),
  payment_details: strict(instrument, {
    description: 'The payment method, which is saved for the renewals.',
  }),
})
export type ConfirmSubscription = Static<typeof ConfirmSubscription>

export const UpdateSubscription = strict({
  plan_id: text(64, { description: 'The plan of the new price.' }),
  item_price_id: text(64, {
    description: 'The new price. The difference for the rest of the period is invoiced at once.',
  }),
})
export type UpdateSubscription = Static<typeof UpdateSubscription>

const when = {
  immediately: 'With this request.',
  end_of_term: 'When the present period ends.',
  specific_date: 'At the time that the request names.',
} as const

export const PauseSubscription = strict({
  pause_option: keyIn(when, 'When it is paused.'),
  pause_at: Type.Optional(
    nullable(
      described(MomentText, 'With `specific_date`: when to pause, in the future; ISO 8601.'),
    ),
  ),
})
export type PauseSubscription = Static<typeof PauseSubscription>

export const ResumeSubscription = strict({
  resume_option: described(
    choice('immediately', 'specific_date'),
    'When it is resumed: with this request, or at `resume_date`.',
  ),
  resume_date: Type.Optional(
    nullable(
      described(MomentText, 'With `specific_date`: when to resume, in the future; ISO 8601.'),
    ),
  ),
  unpaid_invoices_handling: Type.Optional(
    nullable(
      described(
        choice('no_action', 'schedule_payment_collection'),
        '`schedule_payment_collection` collects a renewal that was unpaid before the pause; `no_action`, the default, voids its invoice and goes on without it.',
      ),
    ),
  ),
})
export type ResumeSubscription = Static<typeof ResumeSubscription>

export const CancelSubscription = strict({
  cancel_option: keyIn(when, 'When it ends.'),
  cancel_at: Type.Optional(
    nullable(
      described(MomentText, 'With `specific_date`: when to cancel, in the future; ISO 8601.'),
    ),
  ),
  credit_option: Type.Optional(
    nullable(
      described(
        choice('none', 'prorate', 'full'),
        'How much of the present period becomes credit of the customer: nothing (the default), the unused part, or all that the period has brought in and was not given back.',
      ),
    ),
  ),
  reason: Type.Optional(
    nullable(freeText(255, { description: 'Why it is cancelled: your own text.' })),
  ),
})
export type CancelSubscription = Static<typeof CancelSubscription>

const EmbeddedPayment = Type.Object({
  payment_id: Type.String(),
  status: shared.status,
  amount: Type.Integer({ description: 'What is collected, in the lowest unit of the currency.' }),
  currency: Type.String(),
  payment_method_type: shared.payment_method_type,
  next_action: shared.next_action,
})
export type EmbeddedPayment = Static<typeof EmbeddedPayment>

const EmbeddedInvoice = Type.Object({
  id: Type.String({ description: 'The id of the invoice, `inv_…`.' }),
  subscription_id: Type.String(),
  amount: Type.Integer({ description: 'What is to be paid, in the lowest unit of the currency.' }),
  currency: Type.String(),
  status: Type.Unsafe<string>(
    keyIn(invoiceStatuses, 'It follows the payments that are made for it.'),
  ),
})
export type EmbeddedInvoice = Static<typeof EmbeddedInvoice>

const PendingUpdate = Type.Object({
  plan_id: Type.String({ description: 'The new plan.' }),
  item_price_id: Type.String({ description: 'The new price.' }),
  invoice_id: Type.String({ description: 'The invoice whose payment makes the change.' }),
  expires_at: described(
    Timestamp,
    'Until then it can be paid: 24 hours, or the end of the period if that is earlier. In UTC.',
  ),
})
export type PendingUpdate = Static<typeof PendingUpdate>

const aboutSecret =
  'For the browser of the customer, 15 minutes from creation or update. Null for keys without `subscriptions:write`, in lists and in events.'

export const Subscription = answer('Subscription', {
  id: Type.String({ description: 'The id of the subscription, `sub_…`.' }),
  status: Type.Unsafe<string>(
    keyIn(subscription.states, 'What is billed next, and whether it is.'),
  ),
  profile_id: Type.String(),
  merchant_id: Type.String(),
  customer_id: Type.String({ description: 'The customer who has subscribed.' }),
  item_price_id: Type.String({ description: 'The price that is billed.' }),
  plan_id: Type.String({ description: 'The plan of the price.' }),
  merchant_reference_id: nullable(
    Type.String({ description: 'Your own reference; null if not sent.' }),
  ),
  coupon_code: nullable(
    Type.String({ description: 'The coupon that was sent; null without one.' }),
  ),
  client_secret: nullable(Type.String({ description: aboutSecret })),
  pending_update: Type.Unsafe<PendingUpdate | null>({
    ...PendingUpdate,
    type: ['object', 'null'],
    description:
      'The plan change that waits for the payment of its invoice; null if there is none. Until it is paid, everything else shows the present plan.',
  }),
  payment: Type.Unsafe<EmbeddedPayment | null>({
    ...EmbeddedPayment,
    type: ['object', 'null'],
    description: 'The newest payment of `invoice`; null if there was nothing to pay.',
  }),
  invoice: described(EmbeddedInvoice, 'The newest invoice of the subscription.'),
  payment_details: strict(
    { ...terms, return_url: Type.String({ description: 'Where the browser was to be sent.' }) },
    { description: 'The terms of the first payment as you sent them; null where you sent none.' },
  ),
  payment_method_id: nullable(
    Type.String({ description: 'The saved payment method that renewals charge.' }),
  ),
  billing: contact('The payer of the invoices; null if not sent.'),
  shipping: contact('Where the goods are sent; null if not sent.'),
  period_start: described(
    NullableTimestamp,
    'The beginning of the present period or trial, in UTC; null until it is confirmed.',
  ),
  period_end: described(
    NullableTimestamp,
    'The end of the present period or trial, in UTC; null until it is confirmed.',
  ),
  trial_end: described(NullableTimestamp, 'When the trial ends, in UTC; null without a trial.'),
  next_billing_at: described(
    NullableTimestamp,
    'When the next invoice is made, in UTC; null unless it is `active` or in its `trial`.',
  ),
  cycles_billed: Type.Integer({
    description: 'How many periods have been billed; a trial is none.',
  }),
  pause_at: described(
    NullableTimestamp,
    'When it will be paused, in UTC; null if no pause is scheduled.',
  ),
  paused_at: described(NullableTimestamp, 'Since when it is paused, in UTC; null while it is not.'),
  resume_at: described(
    NullableTimestamp,
    'When it will be resumed, in UTC; null if that is not scheduled.',
  ),
  cancel_at: described(
    NullableTimestamp,
    'When it will be cancelled, in UTC; null if that is not scheduled.',
  ),
  cancelled_at: described(NullableTimestamp, 'When it was cancelled, in UTC; null if it was not.'),
  cancel_reason: nullable(
    Type.String({
      description:
        'Your text, or `payment_failed` after the last retry, or `customer_deleted`; null otherwise.',
    }),
  ),
  ended_at: described(
    NullableTimestamp,
    'When it ended, cancelled or not, in UTC; null until then.',
  ),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Subscription = Static<typeof Subscription>

export const subscriptionFilters = {
  status: oneOrMany('A status, or several.', { read: among(subscription.states) }),
  customer_id: oneOrMany('A customer, or several.'),
  plan_id: oneOrMany('A plan, or several.'),
  profile_id: oneOrMany('A profile, or several, instead of the one in X-Profile-Id.'),
}

export const ListSubscriptions = listQuery(subscriptionFilters)
export type ListSubscriptions = Static<typeof ListSubscriptions>

export const SubscriptionList = listSchema('SubscriptionList', Subscription)
