// A payment that was made on the invoice page, for the browser that made it.
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { toPage } from '#resources/payments/payment_links/attempt.ts'
import { ownPayment } from '#resources/payments/payment_links/page_payment.ts'
import type {
  PagePayment,
  PagePaymentStatus,
} from '#resources/payments/payment_links/page_schema.ts'
import { type PaymentRow, readPayment } from '#resources/payments/payments/read.ts'
import { derivePaymentId } from '#resources/billing/subscriptions/pay_invoice.ts'
import { type Address, type OpenedInvoice, readOpenInvoice } from './open.ts'

/** For a browser that lost the answer, or was reloaded while it waited. */
export async function getInvoiceAttempt(
  context: Context,
  address: Address & { attempt_id: string },
): Promise<PagePayment> {
  const opened = await readOpenInvoice(context, address)
  const payment = await findInvoicePayment(
    opened,
    derivePaymentId(opened.invoice, address.attempt_id),
  )
  if (payment === undefined) throw notFound('attempt', address.attempt_id)
  return toPage(opened.shopper, opened.invoice, payment)
}

export async function getInvoicePayment(
  context: Context,
  address: Address & { payment_id: string },
): Promise<PagePaymentStatus> {
  const opened = await readOpenInvoice(context, address)
  const payment = await findInvoicePayment(opened, address.payment_id)
  return ownPayment(opened.shopper, address.payment_id, payment)
}

/** Undefined unless the payment was made for this invoice. */
async function findInvoicePayment(
  { shopper, invoice }: OpenedInvoice,
  payment_id: string,
): Promise<PaymentRow | undefined> {
  const found = await findInvoiceClaim(shopper, payment_id)
  return found?.invoice_id === invoice.invoice_id ? readPayment(shopper, payment_id) : undefined
}
