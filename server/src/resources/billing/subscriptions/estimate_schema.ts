// API schemas for estimates: the first invoice of a new subscription, and an action on an existing one.
import { type Static, type TSchema, Type } from 'typebox'
import {
  answer,
  described,
  freeText,
  nullable,
  oneOf,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { Invoice, InvoiceLine } from '#resources/billing/invoices/schema.ts'
import { CancelSubscription, ResumeSubscription, UpdateSubscription } from './schema.ts'

export const EstimateQuery = strict({
  item_price_id: text(64, { description: 'The price to estimate.' }),
  plan_id: Type.Optional(
    text(64, { description: 'The plan of the price. Refused if the price is of another.' }),
  ),
  coupon_code: Type.Optional(text(64, { description: 'A coupon to apply.' })),
  customer_id: Type.Optional(
    text(64, { description: 'The customer, whose credit is then taken into account.' }),
  ),
  client_secret: Type.Optional(freeText(255)),
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
  line_items: Type.Array(InvoiceLine, { description: 'What the first invoice is made of.' }),
})
export type Estimate = Static<typeof Estimate>

function titled<T extends TSchema>(schema: T, title: string, description: string): T {
  return { ...schema, title, description }
}

export const EstimateAction = oneOf({
  update: Type.Optional(
    titled(UpdateSubscription, 'PlanChange', 'A plan change, with its request body.'),
  ),
  cancel: Type.Optional(
    titled(CancelSubscription, 'Cancellation', 'A cancellation, with its request body.'),
  ),
  resume: Type.Optional(
    titled(ResumeSubscription, 'Resumption', 'A resumption, with its request body.'),
  ),
})
export type EstimateAction = Static<typeof EstimateAction>

const { reason, line_items, total, credit_applied, credit_granted, period_start, period_end } =
  Invoice.properties

const EstimatedInvoice = Type.Object(
  {
    invoice_id: nullable(
      Type.String({ description: 'The open invoice that is collected; null for a new one.' }),
    ),
    reason,
    period_start,
    period_end,
    line_items,
    total,
    credit_applied,
    credit_granted,
    amount: Type.Integer({ description: 'What is charged, in the lowest unit of the currency.' }),
  },
  { title: 'EstimatedInvoice' },
)

const EstimatedRenewal = Type.Object({
  billing_at: described(Timestamp, 'When it is billed, in UTC.'),
  line_items: Type.Array(InvoiceLine, { description: 'What its invoice is made of.' }),
  total: Type.Integer({
    description: 'The sum of the lines, before the credit that the customer has then.',
  }),
})

export const ActionEstimate = answer('SubscriptionActionEstimate', {
  effective_at: described(Timestamp, 'When the action happens: now, or at its date, in UTC.'),
  currency: Type.String(),
  amount: Type.Integer({ description: 'What is charged: the sum of the invoices.' }),
  invoices: Type.Array(EstimatedInvoice, {
    description:
      'What the action creates or collects, in the order in which it is charged. An invoice after another is made when that one is paid.',
  }),
  voided_invoice_id: nullable(
    Type.String({ description: 'The open invoice that is voided; null if there is none.' }),
  ),
  credit_granted: nullable(
    Type.Integer({
      description:
        'What becomes credit of the customer; null if it depends on a period that is not billed yet.',
    }),
  ),
  credit_returned: Type.Integer({
    description: 'The credit that the voided invoice had used, which returns to the customer.',
  }),
  renewal: Type.Unsafe<Static<typeof EstimatedRenewal> | null>({
    ...EstimatedRenewal,
    title: 'EstimatedRenewal',
    type: ['object', 'null'],
    description: 'The next period after that; null if it is not renewed next.',
  }),
})
export type ActionEstimate = Static<typeof ActionEstimate>
