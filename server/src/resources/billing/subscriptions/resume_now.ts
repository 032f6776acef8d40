import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { voidInvoice } from '#resources/billing/invoices/void.ts'
import { chargeInvoice } from './charge.ts'
import { cancelWaiting } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { readParts, readSubscription } from './read.ts'
import { settlePayment } from './settle.ts'
import type { SubscriptionRow } from './store.ts'

/** A subscription that was paused in its trial continues its trial. */
export async function resumeNow(
  context: Context,
  { resume_collects, ...paused }: SubscriptionRow,
  at: Date,
): Promise<void> {
  const { now } = context
  const read = await withoutPayment(context, { ...paused, resume_collects })
  if (read.status !== 'paused') return
  const current = { ...read, resume_collects }
  const parts = await readParts(context, current)
  const { invoice, writes, open_invoice_id } = await unpaidInvoice(context, current, parts.invoice)
  const isTrial = current.trial_end !== null && current.cycles_billed === 0
  const hasPassed = current.period_end !== null && current.period_end <= at
  const set = {
    resume_at: null,
    paused_at: null,
    // A pause that was planned for a moment in this one has had its time.
    pause_at: current.pause_at !== null && current.pause_at <= at ? null : current.pause_at,
    pending_update: null,
    open_invoice_id,
    ...(hasPassed ? { anchor: at, periods_since_anchor: 0, period_end: at } : {}),
  }
  const path = isTrial && !hasPassed ? (['resume_trial'] as const) : (['resume'] as const)
  const changed = change(current, path, set, { ...parts, invoice }, now)
  await context.commit(...changed.writes, ...writes)
  if (open_invoice_id === null) return
  // A payment that the customer has begun meanwhile is awaited.
  if (invoice.payment_id !== null) await settlePayment(context, invoice.payment_id)
  await chargeInvoice(context, open_invoice_id)
}

/** A payment for the invoice to be voided is cancelled first. */
async function withoutPayment(
  context: Context,
  current: SubscriptionRow,
): Promise<SubscriptionRow> {
  const isCollected = current.resume_collects && !current.pending_update
  if (current.open_invoice_id === null || isCollected) return current
  const { payment } = await readParts(context, current)
  if (payment === undefined) return current
  await cancelWaiting(context, payment.payment_id)
  return readSubscription(context, current.subscription_id)
}

/** The invoice that could not be collected before: it is collected now, or voided. */
async function unpaidInvoice(
  context: Context,
  { open_invoice_id, resume_collects, pending_update }: SubscriptionRow,
  invoice: InvoiceRow,
) {
  const { now } = context
  const none: Write[] = []
  if (open_invoice_id !== invoice.invoice_id) {
    return { invoice, writes: none, open_invoice_id: null }
  }
  // An older release kept a plan change through a pause.
  if (!resume_collects || pending_update) {
    const voided = await voidInvoice(context, invoice)
    return { invoice: voided.row, writes: voided.writes, open_invoice_id: null }
  }
  // The pause interrupted its retry schedule, which starts over.
  const restarted = { next_attempt_at: now, first_failed_at: null, retries: 0 }
  const changed = moveInvoice(invoice, undefined, restarted, now)
  return { invoice: changed.row, writes: [changed.write], open_invoice_id }
}
