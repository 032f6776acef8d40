// An invoice as a customer's browser opens it: without a key. The address names the merchant and ends in a secret.
import type { InvoicePageStatus } from '@florin/pages/contract.ts'
import { type Context, NOBODY } from '#kernel/context.ts'
import { randomIds } from '#kernel/ids.ts'
import { notFound } from '#errors.ts'
import { isPageSecret } from '#resources/billing/invoices/page_url.ts'
import { findMerchantInvoice, type InvoiceRow } from '#resources/billing/invoices/read.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { type PaymentRow, readPayment } from '#resources/payments/payments/read.ts'
import { waitsForCustomer } from '#resources/payments/payments/state.ts'
import { isPayable } from '#resources/billing/subscriptions/pay_invoice.ts'
import { readSubscription } from '#resources/billing/subscriptions/read.ts'
import { settlePayment } from '#resources/billing/subscriptions/settle.ts'

export interface Address {
  readonly merchant_id: string
  readonly invoice_id: string
  readonly secret: string
}

export interface OpenedInvoice {
  /** Acts for the merchant as a browser: with no scope, from the connection's address. */
  readonly shopper: Context
  readonly invoice: InvoiceRow
  /** The newest payment that was made for it. */
  readonly payment: PaymentRow | undefined
  readonly status: Exclude<InvoicePageStatus, 'unknown'>
}

/** Undefined for a wrong secret as for an invoice that does not exist. */
export async function openInvoice(
  context: Context,
  address: Address,
): Promise<OpenedInvoice | undefined> {
  const { merchant_id, invoice_id, secret } = address
  if (!isPageSecret(context, { merchant_id, invoice_id }, secret)) return undefined
  const now = await context.clocks.now(merchant_id)
  const caller = { ...NOBODY, is_publishable: true }
  const shopper: Context = { ...context, ...randomIds, merchant_id, now, caller }
  const invoice = await findCaughtUp(shopper, invoice_id)
  if (invoice === undefined) return undefined
  const payment = invoice.payment_id ? await readPayment(shopper, invoice.payment_id) : undefined
  return { shopper, invoice, payment, status: await readPageStatus(shopper, invoice, payment) }
}

export async function readOpenInvoice(context: Context, address: Address): Promise<OpenedInvoice> {
  const opened = await openInvoice(context, address)
  if (opened === undefined) throw notFound('invoice', address.invoice_id)
  return opened
}

/** An invoice whose payment has just ended is read after that, so the page never waits for the worker. */
async function findCaughtUp(shopper: Context, invoice_id: string): Promise<InvoiceRow | undefined> {
  const invoice = await findMerchantInvoice(shopper, invoice_id)
  if (invoice?.status !== 'payment_pending' || invoice.payment_id === null) return invoice
  await settlePayment(shopper, invoice.payment_id)
  return findMerchantInvoice(shopper, invoice_id)
}

async function readPageStatus(
  shopper: Context,
  invoice: InvoiceRow,
  payment: PaymentRow | undefined,
): Promise<OpenedInvoice['status']> {
  const { status, subscription_id, amount } = invoice
  if (status === 'invoice_paid' || status === 'payment_succeeded') return 'completed'
  if (status === 'voided') return 'voided'
  if (status === 'manual_review') return 'review'
  if (status === 'payment_pending' && payment && !waitsForCustomer(payment.status))
    return 'processing'
  const merchant = await readMerchant(shopper.db, shopper.merchant_id)
  const subscription = await readSubscription(shopper, subscription_id)
  const canPay = merchant.status === 'active' && amount > 0 && isPayable(invoice, subscription)
  return canPay ? 'active' : 'unavailable'
}
