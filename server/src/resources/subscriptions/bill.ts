// Bills the next period of a subscription: the period moves and its invoice is made in one commit, so every period is
// billed once.
import type { Context } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { draftInvoice } from '#resources/invoices/draft.ts'
import { chargeNew } from './charge.ts'
import { change } from './lifecycle.ts'
import { periodLines, worthOf } from './lines.ts'
import { type Period, periodEnd } from './period.ts'
import type { SubscriptionTransition } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, invoicedTo, readOffer, usedCoupon } from './terms.ts'

/** The subscription is active or in its trial, and its period has ended. */
export async function billNext(context: Context, current: SubscriptionRow): Promise<void> {
  const { now } = context
  const { anchor, period_end: start } = current
  if (anchor === null || start === null) throw new Error('subscriptions: no period to renew')
  const offer = await readOffer(context, current)
  const coupon = await couponOfNext(context, current)
  const periods_since_anchor = current.periods_since_anchor + 1
  const period = { start, end: periodEnd(anchor, offer.price, periods_since_anchor) }
  const { invoice, writes } = await draftInvoice(
    context,
    {
      invoice_id: invoiceIdOf(current, period),
      ...invoicedTo(current),
      reason: 'renewal',
      currency: offer.price.currency,
      period_start: period.start,
      period_end: period.end,
      lines: periodLines(offer, coupon, period),
    },
    'invoice_created',
  )
  const isPaid = invoice.status === 'invoice_paid'
  const cycles_billed = current.cycles_billed + 1
  const set = {
    ...usedCoupon(current, coupon),
    periods_since_anchor,
    cycles_billed,
    period_start: period.start,
    period_end: period.end,
    period_amount: worthOf(offer, coupon),
    invoice_id: invoice.invoice_id,
    open_invoice_id: isPaid ? null : invoice.invoice_id,
  }
  const isLast = offer.price.cycles !== null && cycles_billed >= offer.price.cycles
  const path = isPaid ? paidPath(isLast) : []
  const changed = change(current, path, set, { invoice, payment: undefined }, now)
  await context.commit(...changed.writes, ...writes)
  if (!isPaid) await chargeNew(context, { invoice, subscription: changed.row })
}

/** The credit of the customer covers the invoice. */
export function paidPath(isLast: boolean): SubscriptionTransition[] {
  return isLast ? ['pay', 'stop_renewing'] : ['pay']
}

/** The id follows from the period, so another attempt at the same period cannot make another invoice. */
function invoiceIdOf({ subscription_id }: SubscriptionRow, { start }: Period): string {
  return derivedId('inv', `${subscription_id}/${start.toISOString()}`, start)
}
