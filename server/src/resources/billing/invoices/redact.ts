import { type Redaction, redactRows } from '#resources/payments/customers/redact_rows.ts'
import { redacted } from '#resources/payments/customers/redact_fields.ts'
import { findInvoice, invoicePages, type InvoiceRow, invoices } from './store.ts'

/** Amounts, dates and numbers stay, because the merchant has to keep its books. */
const redaction: Redaction<InvoiceRow> = {
  table: invoices,
  find: findInvoice,
  content: 'subscription_details',
  fields: { billing: redacted },
}

export const redactInvoices = redactRows(redaction, invoicePages)
