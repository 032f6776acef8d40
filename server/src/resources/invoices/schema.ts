// The API schemas of invoices.
import { type Static, Type } from 'typebox'
import { answer, described, keyOf, nullable, NullableTimestamp, Timestamp } from '#http/fields.ts'
import { UnifiedCode } from '#http/money_fields.ts'
import { among, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { invoiceStatuses } from './state.ts'

const lineTypes = {
  plan: 'A period of the plan.',
  trial: 'The trial, for which nothing is charged.',
  coupon: 'The discount of a coupon.',
  unused_time: 'The rest of a period that was paid at the old price; negative.',
  remaining_time: 'The rest of a period at the new price.',
} as const

const reasons = {
  first: 'The first period of the subscription.',
  trial: 'The trial: 0 is charged, and the payment method is saved.',
  renewal: 'A further period.',
  plan_change: 'Another price in the middle of a period.',
} as const

const creditReasons = {
  plan_change: 'A cheaper price in the middle of a period.',
  cancellation: 'The rest of a period that was cancelled.',
  applied: 'An invoice used it.',
  returned: 'An invoice that had used it was voided.',
  late_payment: 'An invoice was paid after its subscription had ended.',
} as const

export const InvoiceLine = Type.Object({
  item_id: Type.String({ description: 'The price, or the code of the coupon.' }),
  item_type: keyOf(lineTypes, 'What the line is for.'),
  description: Type.String({ description: 'The name of the plan, or the code of the coupon.' }),
  amount: Type.Integer({ description: 'Negative for a discount and for unused time.' }),
  currency: Type.String(),
  quantity: Type.Integer({ description: 'Always 1.' }),
  period_start: described(Timestamp, 'The beginning of the time that the line is for, in UTC.'),
  period_end: described(Timestamp, 'The end of the time that the line is for, in UTC.'),
})
export type InvoiceLine = Static<typeof InvoiceLine>

export const Invoice = answer('Invoice', {
  id: Type.String({ description: 'The id of the invoice, `inv_…`.' }),
  subscription_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  customer_id: Type.String({ description: 'The customer who pays it.' }),
  payment_id: nullable(Type.String({ description: 'The last payment that was made for it.' })),
  payment_method_id: nullable(
    Type.String({ description: 'The saved payment method that was last charged for it.' }),
  ),
  number: nullable(
    Type.String({
      description: 'Without gaps per year; given within seconds after `finalized_at`.',
    }),
  ),
  status: Type.Unsafe<string>(
    keyOf(invoiceStatuses, 'It follows the payments that are made for it.'),
  ),
  reason: keyOf(reasons, 'Why it was made.'),
  currency: Type.String(),
  line_items: Type.Array(InvoiceLine, { description: 'What the total is made of.' }),
  total: Type.Integer({ description: 'The sum of the lines.' }),
  credit_applied: Type.Integer({ description: 'Taken from the credit balance of the customer.' }),
  credit_granted: Type.Integer({
    description: 'Added to the credit balance, because the total is negative.',
  }),
  amount: Type.Integer({ description: 'What is to be paid.' }),
  period_start: described(Timestamp, 'The beginning of the period that it is for, in UTC.'),
  period_end: described(Timestamp, 'The end of the period that it is for, in UTC.'),
  due_at: described(Timestamp, 'When it is to be paid, in UTC.'),
  finalized_at: described(
    NullableTimestamp,
    'When it became final and so gets its number, in UTC; null before.',
  ),
  paid_at: described(NullableTimestamp, 'When it was paid, in UTC; null until then.'),
  attempt_count: Type.Integer({ description: 'The payments that were made for it.' }),
  next_attempt_at: described(
    NullableTimestamp,
    'When the next payment is tried, in UTC; null if none is planned.',
  ),
  unified_code: described(
    UnifiedCode,
    'Why the last payment was declined, as on the payment; null if it was not.',
  ),
  hosted_invoice_url: Type.String({
    description: 'A page for the customer: the invoice, and a form while it can be paid.',
  }),
  invoice_pdf: Type.String({ description: 'The invoice as a PDF file.' }),
  created: Timestamp,
  modified_at: Timestamp,
})
export type Invoice = Static<typeof Invoice>

const CreditBalance = Type.Object({
  currency: Type.String(),
  amount: Type.Integer({
    description: 'In the lowest unit; applied to the next invoices in this currency.',
  }),
})

export const CreditEntry = Type.Object({
  entry_id: Type.String({ description: 'The id of the entry.' }),
  currency: Type.String(),
  amount: Type.Integer({ description: 'In the lowest unit; negative when an invoice used it.' }),
  reason: keyOf(creditReasons, 'Why the balance changed.'),
  subscription_id: Type.String(),
  invoice_id: nullable(
    Type.String({ description: 'The invoice that used or granted it; null for a cancellation.' }),
  ),
  created: Timestamp,
})

export const CustomerCredit = answer('CustomerCredit', {
  customer_id: Type.String(),
  balances: Type.Array(CreditBalance, { description: 'One for each currency.' }),
  entries: Type.Array(CreditEntry, { description: 'The newest 100; a balance is the sum of all.' }),
})
export type CustomerCredit = Static<typeof CustomerCredit>

export const invoiceFilters = {
  status: oneOrMany('A status, or several.', { read: among(invoiceStatuses) }),
}

export const ListInvoices = listQuery(invoiceFilters)
export type ListInvoices = Static<typeof ListInvoices>

export const InvoiceList = listOf('InvoiceList', Invoice)
