// Subscription columns after a plan change whose invoice is paid, as of its request.
import type { Context } from '#kernel/context.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { type PriceRow, readPrice } from '#resources/billing/plans/read.ts'
import type { SubscriptionRow } from './store.ts'
import { usedCoupon } from './terms.ts'

type Applied = Partial<SubscriptionRow>

/** Empty for a period's invoice. */
export async function paidChange(
  context: Context,
  subscription: SubscriptionRow,
  invoice: InvoiceRow,
): Promise<Applied> {
  const { pending_update } = subscription
  if (!pending_update || pending_update.invoice_id !== invoice.invoice_id) return {}
  const price = await readPrice(context, pending_update.item_price_id)
  return appliedChange(subscription, invoice, price)
}

/** The invoice has the period, its lines whether the coupon was used. */
export function appliedChange(
  current: SubscriptionRow,
  invoice: Pick<InvoiceRow, 'period_no' | 'period_start' | 'period_end' | 'line_items'>,
  { plan_id, item_price_id, cycles }: PriceRow,
): Applied {
  // The present period is the first one at the new price.
  const chosen = { plan_id, item_price_id, cycles, cycles_billed: 1, pending_update: null }
  if (invoice.period_no === current.period_no) return chosen
  const { period_start, period_end, period_no } = invoice
  const is_discounted = invoice.line_items.some(({ item_type }) => item_type === 'coupon')
  const { pause_at } = current
  const isAtEnd = pause_at !== null && pause_at.getTime() === current.period_end?.getTime()
  return {
    ...chosen,
    period_no,
    period_start,
    period_end,
    anchor: period_start,
    periods_since_anchor: 1,
    ...usedCoupon(current, is_discounted),
    pause_at: isAtEnd ? period_end : pause_at,
  }
}
