// A plan change's invoice: the present period's remainder at the old price, and the same time at the new one.
import type { Demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { draftInvoice, type Drafted } from '#resources/billing/invoices/draft.ts'
import type { InvoiceLine } from '#resources/billing/invoices/schema.ts'
import { type Offer, periodLines, remainingLine, unusedLine } from './lines.ts'
import { type Period, periodEnd } from './period.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, couponOfPresent, invoicedTo, readOffer } from './terms.ts'
import { readWorth } from './worth.ts'

export interface DraftedChange {
  readonly drafted: Drafted
  /** Refuse the commit if the present period's money has changed. */
  readonly demands: Demand[]
}

export async function draftChange(
  context: Context,
  current: SubscriptionRow,
  next: Offer,
): Promise<DraftedChange> {
  const { worth, ...invoiced } = await decideChange(context, current, next)
  const drafted = await draftInvoice(
    context,
    {
      invoice_id: context.id('inv', 'update'),
      ...invoicedTo(current),
      ...invoiced,
      currency: next.price.currency,
      sources: worth.sources,
      free_payment_id: context.id('pay', 'update'),
    },
    'invoice_created',
  )
  return { drafted, demands: worth.demands }
}

/** The lines and the period that a change invoices now. */
export async function decideChange(context: Context, current: SubscriptionRow, next: Offer) {
  const { now } = context
  const { period_start: start, period_end: end } = current
  if (!start || !end) throw new Error('subscriptions: no period to change')
  const present = await readOffer(context, current)
  const worth = await readWorth(context, current, now)
  const unused = unusedLine(present, worth.rest, { start: now, end })
  const isSame = isSameInterval(present, next)
  const { lines, period } = isSame
    ? await remaining(context, current, next, { start, end })
    : await renewed(context, current, next)
  return {
    reason: 'plan_change' as const,
    period_no: isSame ? current.period_no : current.period_no + 1,
    period_start: now,
    period_end: period.end,
    lines: [unused, ...lines],
    worth,
  }
}

interface Bought {
  readonly lines: InvoiceLine[]
  readonly period: Period
}

/** With the same interval the period stays. */
async function remaining(
  context: Context,
  current: SubscriptionRow,
  next: Offer,
  period: Period,
): Promise<Bought> {
  const coupon = await couponOfPresent(context, current)
  return { lines: [remainingLine(next, coupon, period, context.now)], period }
}

/** With another interval a new period begins now. */
async function renewed(context: Context, current: SubscriptionRow, next: Offer): Promise<Bought> {
  const { now } = context
  const coupon = await couponOfNext(context, current)
  const period = { start: now, end: periodEnd(now, next.price, 1) }
  return { lines: periodLines(next, coupon, period), period }
}

function isSameInterval({ price: a }: Offer, { price: b }: Offer): boolean {
  return a.interval === b.interval && a.interval_count === b.interval_count
}
