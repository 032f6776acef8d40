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
  const { transition, set, isVoided } = decideResume(current, parts.invoice, at)
  const { open_invoice_id } = set
  const { invoice, writes } = isVoided
    ? await voided(context, parts.invoice)
    : restarted(context, parts.invoice, open_invoice_id)
  const changed = change(current, [transition], set, { ...parts, invoice }, now)
  await context.commit(...changed.writes, ...writes)
  if (open_invoice_id === null) return
  // A payment that the customer has begun meanwhile is awaited.
  if (invoice.payment_id !== null) await settlePayment(context, invoice.payment_id)
  await chargeInvoice(context, open_invoice_id)
}

/** As of a moment. The invoice that could not be collected before is collected now, or voided. */
export function decideResume(current: SubscriptionRow, { invoice_id }: InvoiceRow, at: Date) {
  const { open_invoice_id, resume_collects, pending_update, pause_at, period_end } = current
  const isTrial = current.trial_end !== null && current.cycles_billed === 0
  const hasPassed = period_end !== null && period_end <= at
  const isOpen = open_invoice_id === invoice_id
  // An older release kept a plan change through a pause.
  const isVoided = isOpen && (!resume_collects || pending_update !== null)
  const transition = isTrial && !hasPassed ? ('resume_trial' as const) : ('resume' as const)
  const set = {
    resume_at: null,
    paused_at: null,
    // A pause that was planned for a moment in this one has had its time.
    pause_at: pause_at !== null && pause_at <= at ? null : pause_at,
    pending_update: null,
    open_invoice_id: isOpen && !isVoided ? open_invoice_id : null,
    ...(hasPassed ? { anchor: at, periods_since_anchor: 0, period_end: at } : {}),
  }
  return { transition, set, isVoided }
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

async function voided(context: Context, unpaid: InvoiceRow) {
  const { row: invoice, writes } = await voidInvoice(context, unpaid)
  return { invoice, writes }
}

/** The pause interrupted its retry schedule, which starts over. */
function restarted({ now }: Context, invoice: InvoiceRow, open_invoice_id: string | null) {
  const none: Write[] = []
  if (open_invoice_id === null) return { invoice, writes: none }
  const set = { next_attempt_at: now, first_failed_at: null, retries: 0 }
  const { row, write } = moveInvoice(invoice, undefined, set, now)
  return { invoice: row, writes: [write] }
}
