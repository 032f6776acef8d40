import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { changeInvoice } from '#resources/invoices/change.ts'
import { chargeInvoice } from './charge.ts'
import { change } from './lifecycle.ts'
import { type Parts, readParts } from './read.ts'
import type { SubscriptionRow } from './store.ts'

/** A subscription that was paused in its trial continues its trial. */
export async function resumeNow(context: Context, current: SubscriptionRow): Promise<void> {
  const { now } = context
  const parts = await readParts(context, current)
  const { invoice, writes, open_invoice_id } = unpaidInvoice(context, current, parts)
  const isTrial = current.trial_end !== null && current.cycles_billed === 0
  const hasPassed = current.period_end !== null && current.period_end <= now
  const set = {
    resume_at: null,
    paused_at: null,
    open_invoice_id,
    ...(hasPassed ? { anchor: now, periods_since_anchor: 0, period_end: now } : {}),
  }
  const path = isTrial && !hasPassed ? (['resume_trial'] as const) : (['resume'] as const)
  const changed = change(current, path, set, { ...parts, invoice }, now)
  await context.commit(...changed.writes, ...writes)
  if (open_invoice_id !== null) await chargeInvoice(context, open_invoice_id)
}

/** The invoice that could not be collected before: it is collected now, or the subscription goes on without it. */
function unpaidInvoice({ now }: Context, current: SubscriptionRow, { invoice }: Parts) {
  const { open_invoice_id, resume_collects } = current
  const isOpen = open_invoice_id === invoice.invoice_id
  const none: Write[] = []
  if (!isOpen || !resume_collects) return { invoice, writes: none, open_invoice_id: null }
  // The schedule of its retries was interrupted by the pause, and begins again.
  const restarted = { next_attempt_at: now, first_failed_at: null, retries: 0 }
  const changed = changeInvoice(invoice, restarted, now)
  return { invoice: changed.row, writes: [changed.write], open_invoice_id }
}
