// API schemas for invoices.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  keyIn,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { Currency, MAX_AMOUNT, UnifiedCode } from '#http/money_fields.ts'
import { among, amountRange, currencies, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
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
  late_payment: 'An invoice was paid when nothing waited for it any more.',
  part_payment: 'A part of an invoice was paid, and the invoice was voided.',
  correction: 'You changed it; `note` has your reason.',
  refund: 'Money that the credit was made of was refunded, or the refund failed later.',
  dispute: 'Money that the credit was made of was disputed, or the dispute was won.',
  uncollected:
    'The part of a refund or dispute that the customer had spent already; it is not owed.',
} as const
export type CreditReason = keyof typeof creditReasons

export const InvoiceLine = Type.Object({
  item_id: Type.String({ description: 'The price, or the code of the coupon.' }),
  item_type: keyIn(lineTypes, 'What the line is for.'),
  description: Type.String({ description: 'The name of the plan, or the code of the coupon.' }),
  amount: Type.Integer({ description: 'Negative for a discount and for unused time.' }),
  currency: Type.String(),
  quantity: Type.Integer({ description: 'Always 1.' }),
  period_start: described(Timestamp, 'The beginning of the time that the line is for, in UTC.'),
  period_end: described(Timestamp, 'The end of the time that the line is for, in UTC.'),
})
export type InvoiceLine = Static<typeof InvoiceLine>

const noteReasons = {
  refund: 'A payment of the invoice was refunded.',
  dispute: 'A payment of the invoice was lost to a dispute.',
} as const

const noteStatuses = {
  issued: 'The money was given back.',
  void: 'The money came back: the refund failed later, or the dispute was won.',
} as const

export const CreditNote = Type.Object({
  credit_note_id: Type.String({ description: 'The id of the credit note, `crn_…`.' }),
  number: nullable(
    Type.String({
      description: 'Without gaps per year, such as `CN-2026-000001`; given in seconds.',
    }),
  ),
  status: keyIn(noteStatuses, 'Whether it is in force.'),
  reason: keyIn(noteReasons, 'Why it was issued.'),
  refund_id: nullable(Type.String({ description: 'The refund; null for a dispute.' })),
  dispute_id: nullable(Type.String({ description: 'The dispute; null for a refund.' })),
  currency: Type.String(),
  amount: Type.Integer({ description: 'What was given back.' }),
  credit_note_pdf: Type.String({ description: 'The credit note as a PDF file.' }),
  created: Timestamp,
})
export type CreditNote = Static<typeof CreditNote>

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
    keyIn(invoiceStatuses, 'It follows the payments that are made for it.'),
  ),
  reason: keyIn(reasons, 'Why it was made.'),
  currency: Type.String(),
  line_items: Type.Array(InvoiceLine, { description: 'What the total is made of.' }),
  total: Type.Integer({ description: 'The sum of the lines.' }),
  credit_applied: Type.Integer({ description: 'Taken from the credit balance of the customer.' }),
  credit_granted: Type.Integer({
    description: 'Added to the credit balance, because the total is negative.',
  }),
  amount: Type.Integer({ description: 'What is to be paid.' }),
  amount_received: Type.Integer({ description: 'What its payments have received.' }),
  amount_refunded: Type.Integer({
    description: 'What was refunded of that, including refunds in progress.',
  }),
  amount_disputed: Type.Integer({ description: 'What open and lost disputes take of that.' }),
  credit_notes: Type.Array(CreditNote, {
    description: 'One for each refund and each lost dispute of its payments, oldest first.',
  }),
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
  reason: keyIn(creditReasons, 'Why the balance changed.'),
  subscription_id: nullable(Type.String({ description: 'Null for a correction.' })),
  invoice_id: nullable(
    Type.String({ description: 'The invoice that it was used, granted or taken back for.' }),
  ),
  payment_id: nullable(
    Type.String({ description: 'The payment whose money it is; null if there is none.' }),
  ),
  note: nullable(Type.String({ description: 'Your reason for a correction; null otherwise.' })),
  created: Timestamp,
})

export const CustomerCredit = answer('CustomerCredit', {
  customer_id: Type.String(),
  balances: Type.Array(CreditBalance, { description: 'One for each currency.' }),
  entries: Type.Array(CreditEntry, { description: 'The newest 100; a balance is the sum of all.' }),
})
export type CustomerCredit = Static<typeof CustomerCredit>

export const CorrectCredit = strict({
  currency: Currency,
  amount: Type.Integer({
    minimum: -MAX_AMOUNT,
    maximum: MAX_AMOUNT,
    description: 'What is added, in the lowest unit; negative takes credit away. Not 0.',
  }),
  reason: text(255, { description: 'Why: your own text, which the entry shows as `note`.' }),
})
export type CorrectCredit = Static<typeof CorrectCredit>

const actions = {
  accept: 'The invoice is paid, and its period is worth what was received.',
  void: 'The invoice is voided, and what was received becomes credit of the customer.',
} as const

export const ResolveInvoice = strict({ action: keyIn(actions, 'What becomes of the part.') })
export type ResolveInvoice = Static<typeof ResolveInvoice>

/** For the invoices of one subscription. */
export const subscriptionInvoiceFilters = {
  status: oneOrMany('A status, or several.', { read: among(invoiceStatuses) }),
}

export const ListSubscriptionInvoices = listQuery(subscriptionInvoiceFilters)
export type ListSubscriptionInvoices = Static<typeof ListSubscriptionInvoices>

export const invoiceFilters = {
  ...subscriptionInvoiceFilters,
  number: oneOrMany('A number such as `2026-000001`, or several.'),
  customer_id: oneOrMany('A customer, or several.'),
  subscription_id: oneOrMany('A subscription, or several.'),
  currency: currencies,
  profile_id: oneOrMany('A profile, or several.'),
  ...amountRange,
}

export const ListInvoices = listQuery(invoiceFilters)
export type ListInvoices = Static<typeof ListInvoices>

export const InvoiceList = listSchema('InvoiceList', Invoice)
