// A plan change that was not paid is undone: its invoice is voided, its credit returns, and the subscription goes on with
// the price and the period that were paid.
import type { Write } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { findInvoiceClaim } from '#resources/payments/payments/claims.ts'
import { type InvoiceRow, readInvoice } from '#resources/billing/invoices/read.ts'
import { voidInvoice } from '#resources/billing/invoices/void.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { cancelWaiting } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { readSubscription } from './read.ts'
import { subscription as machine } from './state.ts'
import type { SubscriptionRow } from './store.ts'

interface Undone {
  /** For the subscription's columns. */
  readonly set: Pick<SubscriptionRow, 'open_invoice_id' | 'pending_update'>
  readonly invoice: InvoiceRow
  readonly writes: Write[]
}

/** For a commit that also does something else, such as a pause. */
export async function undoChange(context: Context, current: SubscriptionRow): Promise<Undone> {
  const { pending_update } = current
  if (!pending_update) throw new Error('subscriptions: no plan change to undo')
  const invoice = await readInvoice(context, pending_update.invoice_id)
  if (await isInFlight(context, invoice)) throw inFlight()
  const voided = await voidInvoice(context, invoice)
  const set = { open_invoice_id: null, pending_update: null }
  return { set, invoice: voided.row, writes: voided.writes }
}

/** Also while the request that made the change is about to charge it. */
export async function isInFlight(
  context: Context,
  { payment_id, next_attempt_at }: InvoiceRow,
): Promise<boolean> {
  if (next_attempt_at !== null && next_attempt_at < addMs(context.now, MINUTE_MS)) return true
  if (payment_id === null) return false
  return (await findInvoiceClaim(context, payment_id))?.status === 'open'
}

export function inFlight(): Failure {
  const message = 'A payment of the plan change is in progress. Wait for its outcome.'
  return new Failure('IR_16', message)
}

/** Its time is over, or the merchant has chosen the present price again. A payment that waits is cancelled first. */
export async function abandonChange(context: Context, current: SubscriptionRow): Promise<void> {
  const { payment_id } = await readInvoice(context, current.pending_update?.invoice_id ?? '')
  if (payment_id !== null) await cancelWaiting(context, payment_id)
  const settled = await readSubscription(context, current.subscription_id)
  // The payment was made after all, or another request was faster.
  if (!settled.pending_update) return
  const { set, invoice, writes } = await undoChange(context, settled)
  const payment = payment_id === null ? undefined : await readPayment(context, payment_id)
  const path = pathWithout(settled)
  const changed = change(settled, path, set, { invoice, payment }, context.now)
  await context.commit(...changed.writes, ...writes)
}

/** Back to the price and the period that were paid. */
export function pathWithout({ status }: SubscriptionRow): readonly 'keep'[] {
  return allows(machine, status, 'keep') ? ['keep'] : []
}
