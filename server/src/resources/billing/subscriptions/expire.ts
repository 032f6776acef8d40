import type { Context } from '#kernel/context.ts'
import { returnCredit } from '#resources/billing/invoices/void.ts'
import { closeInvoice, voidUnlessOpen } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { releaseCoupon } from './never_started.ts'
import type { SubscriptionRow } from './store.ts'

/** The subscription was not confirmed in time. */
export async function expire(context: Context, current: SubscriptionRow, at: Date): Promise<void> {
  const { parts, writes, voided, open_invoice_id } = await voidUnlessOpen(context, current)
  const released = await releaseCoupon(context, current)
  const set = { open_invoice_id, ended_at: at }
  const changed = change(current, ['expire'], set, parts, context.now)
  const credit = voided ? await returnCredit(context, voided) : []
  await context.commit(...changed.writes, ...writes, ...credit, ...released)
  await closeInvoice(context, changed.row)
}
