// An earlier release could leave an invoice behind: it is not paid, and its subscription goes on or has ended without it.
// An operator voids it, so that the credit that was applied to it returns.
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { isSettled } from '#resources/billing/invoices/state.ts'
import { voidInvoice } from '#resources/billing/invoices/void.ts'
import { isInFlight } from './abandon.ts'
import { cancelWaiting } from './close_invoice.ts'
import { readSubscription } from './read.ts'

/** Returns the invoice as it is now: if its payment was made after all, that is credit, and the invoice is not voided. */
export function voidLeft(context: Context, invoice_id: string): Promise<InvoiceRow> {
  return retryOnConflict(async () => {
    const found = await readInvoice(context, invoice_id)
    await checkLeft(context, found)
    if (found.payment_id !== null) await cancelWaiting(context, found.payment_id)
    const invoice = await readInvoice(context, invoice_id)
    if (isSettled(invoice.status)) return invoice
    if (await isInFlight(context, invoice)) {
      throw new Failure('IR_16', `A payment of ${invoice_id} is in progress. Try again later.`)
    }
    const voided = await voidInvoice(context, invoice)
    await context.commit(...voided.writes)
    return voided.row
  })
}

async function checkLeft(
  context: Context,
  { invoice_id, subscription_id, status }: InvoiceRow,
): Promise<void> {
  if (isSettled(status)) throw new Failure('IR_16', `The invoice ${invoice_id} is ${status}.`)
  const subscription = await readSubscription(context, subscription_id)
  if (subscription.open_invoice_id !== invoice_id) return
  const message = `The subscription ${subscription_id} waits for ${invoice_id}. Pause and resume it, or cancel it, to have the invoice voided.`
  throw new Failure('IR_16', message)
}
