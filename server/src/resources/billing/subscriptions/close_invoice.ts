// The open invoice when a subscription ends. It is voided with the end; but if it has a payment, that is cancelled
// afterwards, and the invoice is settled like any other: a payment without a known outcome may still succeed.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { moveToVoided } from '#resources/billing/invoices/void.ts'
import { cancelPayment } from '#resources/payments/payments/cancel.ts'
import { type Parts, readParts } from './read.ts'
import { settlePayment } from './settle.ts'
import type { SubscriptionRow } from './store.ts'

interface Voided {
  readonly parts: Parts
  readonly writes: Write[]
  /** The invoice that was voided: the credit that it used returns. */
  readonly voided: InvoiceRow | undefined
  /** The invoice that still waits for its payment. */
  readonly open_invoice_id: string | null
}

/** For the commit that ends the subscription. */
export async function voidUnlessOpen(context: Context, current: SubscriptionRow): Promise<Voided> {
  const parts = await readParts(context, current)
  const { invoice, payment } = parts
  const { open_invoice_id } = current
  const none = { parts, writes: [], voided: undefined }
  if (open_invoice_id !== invoice.invoice_id) return { ...none, open_invoice_id: null }
  const claim = payment && (await findInvoiceClaim(context, payment.payment_id))
  if (claim?.status === 'open') return { ...none, open_invoice_id }
  const { row, write } = moveToVoided(invoice, context.now)
  const shown = { invoice: row, payment }
  return { parts: shown, writes: [write], voided: invoice, open_invoice_id: null }
}

/** After that commit; a sweep does it again if the process dies before. */
export async function closeInvoice(context: Context, ended: SubscriptionRow): Promise<void> {
  if (ended.open_invoice_id === null) return
  const { payment_id } = await readInvoice(context, ended.open_invoice_id)
  if (payment_id === null) return
  await cancelWaiting(context, payment_id, `The subscription is ${ended.status}.`)
}

/** Cancels an open payment, if that is possible, and records its outcome. */
export async function cancelWaiting(
  context: Context,
  payment_id: string,
  cancellation_reason = 'The invoice is not collected any more.',
): Promise<void> {
  if (await settlePayment(context, payment_id)) return
  try {
    await cancelPayment(context, payment_id, { cancellation_reason })
  } catch (error) {
    // Its outcome is not known yet, or it has ended already.
    if (!(error instanceof Failure)) throw error
  }
  await settlePayment(context, payment_id)
}
