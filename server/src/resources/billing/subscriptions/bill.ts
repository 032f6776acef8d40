// Bills a subscription's next period: the period moves and its invoice is created in one commit, so every period is
// billed once.
import type { Context } from '#kernel/context.ts'
import { derivedId } from '#kernel/ids.ts'
import { draftInvoice } from '#resources/billing/invoices/draft.ts'
import { chargeNew } from './charge.ts'
import { change } from './lifecycle.ts'
import { type Offer, periodLines } from './lines.ts'
import { periodEnd } from './period.ts'
import { reschedule } from './reschedule.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, invoicedTo, usedCoupon } from './terms.ts'

/** The subscription is active or in its trial, its period has ended, and its price has another one. */
export async function billNext(
  context: Context,
  current: SubscriptionRow,
  offer: Offer,
): Promise<void> {
  const { now } = context
  const { cycles } = offer.price
  // The price was chosen by a process from an older release, which does not write its cycles.
  if (cycles !== current.cycles) return reschedule(context, current, { cycles })
  const { set: renewed, invoiced } = await decideRenewal(context, current, offer)
  const { invoice, writes } = await draftInvoice(
    context,
    {
      invoice_id: deriveInvoiceId(current, invoiced.period_start),
      ...invoicedTo(current),
      ...invoiced,
      currency: offer.price.currency,
    },
    'invoice_created',
  )
  const isPaid = invoice.status === 'invoice_paid'
  const set = {
    ...renewed,
    invoice_id: invoice.invoice_id,
    open_invoice_id: isPaid ? null : invoice.invoice_id,
  }
  const path = isPaid ? (['pay'] as const) : []
  const changed = change(current, path, set, { invoice, payment: undefined }, now)
  await context.commit(...changed.writes, ...writes)
  if (!isPaid) await chargeNew(context, { invoice, subscription: changed.row })
}

/** The lines of the next period, and the columns that move the subscription to it. */
export async function decideRenewal(context: Context, current: SubscriptionRow, offer: Offer) {
  const { anchor, period_end: start } = current
  if (anchor === null || start === null) throw new Error('subscriptions: no period to renew')
  const coupon = await couponOfNext(context, current)
  const periods_since_anchor = current.periods_since_anchor + 1
  const period = { start, end: periodEnd(anchor, offer.price, periods_since_anchor) }
  const columns = {
    period_no: current.period_no + 1,
    period_start: period.start,
    period_end: period.end,
  }
  return {
    invoiced: {
      reason: 'renewal' as const,
      ...columns,
      lines: periodLines(offer, coupon, period),
    },
    set: {
      ...usedCoupon(current, coupon !== undefined),
      periods_since_anchor,
      cycles_billed: current.cycles_billed + 1,
      ...columns,
    },
  }
}

/** The id follows from the period, so another attempt at the same period cannot make another invoice. */
function deriveInvoiceId({ subscription_id }: SubscriptionRow, start: Date): string {
  return derivedId('inv', `${subscription_id}/${start.toISOString()}`, start)
}
