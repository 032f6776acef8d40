import type { Context } from '#kernel/context.ts'
import { closeInvoice, voidUnlessOpen } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { releaseCoupon } from './settled.ts'
import type { SubscriptionRow } from './store.ts'

/** Nobody has confirmed the subscription in time. */
export async function expire(context: Context, current: SubscriptionRow): Promise<void> {
  const { parts, writes, open_invoice_id } = await voidUnlessOpen(context, current)
  const released = await releaseCoupon(context, current)
  const changed = change(current, ['expire'], { open_invoice_id }, parts, context.now)
  await context.commit(...changed.writes, ...writes, ...released)
  await closeInvoice(context, changed.row)
}
