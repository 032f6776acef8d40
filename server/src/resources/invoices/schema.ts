// The API schemas of invoices.
import { type Static, Type } from 'typebox'
import { answer, choice, nullable, NullableTimestamp, Timestamp } from '#http/fields.ts'
import { among, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { invoiceStatuses } from './state.ts'

const lineTypes = ['plan', 'trial', 'coupon', 'unused_time', 'remaining_time'] as const

export const InvoiceLine = Type.Object({
  item_id: Type.String({ description: 'The price, or the code of the coupon.' }),
  item_type: choice(...lineTypes),
  description: Type.String({ description: 'The name of the plan, or the code of the coupon.' }),
  amount: Type.Integer({ description: 'Negative for a discount and for unused time.' }),
  currency: Type.String(),
  quantity: Type.Integer(),
  period_start: Timestamp,
  period_end: Timestamp,
})
export type InvoiceLine = Static<typeof InvoiceLine>

export const Invoice = answer('Invoice', {
  id: Type.String(),
  subscription_id: Type.String(),
  merchant_id: Type.String(),
  profile_id: Type.String(),
  customer_id: Type.String(),
  payment_id: nullable(Type.String({ description: 'The last payment that was made for it.' })),
  payment_method_id: nullable(Type.String()),
  number: nullable(
    Type.String({
      description: 'Without gaps per year; given within seconds after `finalized_at`.',
    }),
  ),
  status: Type.String(),
  reason: choice('first', 'trial', 'renewal', 'plan_change'),
  currency: Type.String(),
  line_items: Type.Array(InvoiceLine),
  total: Type.Integer({ description: 'The sum of the lines.' }),
  credit_applied: Type.Integer({ description: 'Taken from the credit balance of the customer.' }),
  credit_granted: Type.Integer({
    description: 'Added to the credit balance, because the total is negative.',
  }),
  amount: Type.Integer({ description: 'What is to be paid.' }),
  period_start: Timestamp,
  period_end: Timestamp,
  due_at: Timestamp,
  finalized_at: NullableTimestamp,
  paid_at: NullableTimestamp,
  attempt_count: Type.Integer({ description: 'The payments that were made for it.' }),
  next_attempt_at: NullableTimestamp,
  unified_code: nullable(Type.String({ description: 'Why the last payment was declined.' })),
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
  amount: Type.Integer({ description: 'Applied to the next invoices in this currency.' }),
})

export const CreditEntry = Type.Object({
  entry_id: Type.String(),
  currency: Type.String(),
  amount: Type.Integer({ description: 'Negative when an invoice used it.' }),
  reason: choice('plan_change', 'cancellation', 'applied', 'returned', 'late_payment'),
  subscription_id: Type.String(),
  invoice_id: nullable(Type.String()),
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
