// The payments of an invoice. Each is written in the commit that records the payment, and settled once.
import { insert, type Insert } from '#kernel/change.ts'
import type { Context, Services } from '#kernel/context.ts'
import {
  findInvoicePayment,
  findOpenPayments,
  invoicePayments,
  type InvoicePaymentRow,
  type InvoiceRow,
} from './store.ts'

/** The payment that the invoice names as its newest. */
export function openPayment(invoice: InvoiceRow, payment_id: string, created: Date): Insert {
  return insertUse(newUse(invoice, payment_id, created))
}

export function newUse(invoice: InvoiceRow, payment_id: string, created: Date): InvoicePaymentRow {
  const { merchant_id, invoice_id, subscription_id } = invoice
  const names = { merchant_id, payment_id, invoice_id, subscription_id }
  return { ...names, status: 'open', created, version: 1 }
}

/** A payment of 0 that nobody was charged for. */
export function paidUse(invoice: InvoiceRow, payment_id: string, created: Date): Insert {
  return insertUse({ ...newUse(invoice, payment_id, created), status: 'paid' })
}

export function insertUse(use: InvoicePaymentRow): Insert {
  return insert(invoicePayments, use)
}

export function findPaymentOfInvoice(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  payment_id: string,
): Promise<InvoicePaymentRow | undefined> {
  return findInvoicePayment(db, merchant_id, payment_id)
}

/** Those of the payments that belong to an invoice and have not ended for it. */
export function openPaymentsOf(
  { db }: Pick<Services, 'db'>,
  payments: readonly { merchant_id: string; payment_id: string }[],
): Promise<InvoicePaymentRow[]> {
  return findOpenPayments(db, payments)
}
