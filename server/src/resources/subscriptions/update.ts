import { retryOnConflict } from '#kernel/commit.ts'
import { addMs } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { busy } from '#core/operations/perform.ts'
import type { CouponRow } from '#resources/coupons/read.ts'
import { draftInvoice } from '#resources/invoices/draft.ts'
import { readInvoice } from '#resources/invoices/read.ts'
import type { InvoiceLine } from '#resources/invoices/schema.ts'
import { checkAvailable, whileAvailable } from '#resources/plans/read.ts'
import { paidPath } from './bill.ts'
import { chargeInvoice } from './charge.ts'
import { SESSION_MS } from './create.ts'
import { change } from './lifecycle.ts'
import { type Offer, periodLines, remainingLine, unusedLine, worthOf } from './lines.ts'
import { type Period, periodEnd } from './period.ts'
import { readParts, readRequested, readSubscription, show } from './read.ts'
import type { Subscription, UpdateSubscription } from './schema.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { couponOfNext, couponOfPresent, invoicedTo, readOffer, usedCoupon } from './terms.ts'

/**
 * Changes the price. The rest of the present period is invoiced at once: the new price for it, less what is left of the
 * old one. If that is negative, it is added to the credit balance of the customer.
 */
export async function updateSubscription(
  context: Context,
  subscription_id: string,
  input: UpdateSubscription,
): Promise<Subscription> {
  const invoice_id = await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    const next = await readOffer(context, input)
    const present = await readOffer(context, current)
    // An earlier attempt of this request has changed the price already.
    const isSame = current.item_price_id === next.price.item_price_id
    if (context.isRetry && isSame) return current.open_invoice_id
    checkChange(current, present, next)
    return current.status === 'trial'
      ? changeTrial(context, current, next)
      : changePeriod(context, current, present, next)
  })
  if (invoice_id !== null) await chargeInvoice(context, invoice_id)
  return show(context, await readSubscription(context, subscription_id))
}

function checkChange(current: SubscriptionRow, present: Offer, next: Offer): void {
  const { status, open_invoice_id } = current
  if (hasEnded(status)) {
    throw new Failure('IR_16', `The subscription is ${status} and cannot be updated.`)
  }
  if (status !== 'active' && status !== 'trial') {
    throw new Failure(
      'IR_14',
      `The subscription is ${status}. The plan can be changed while it is active or in its trial.`,
    )
  }
  checkAvailable(next.plan)
  const field = 'item_price_id'
  if (present.price.item_price_id === next.price.item_price_id) {
    throw new Failure(
      'IR_04',
      `The subscription has the price ${next.price.item_price_id} already.`,
      {
        field,
      },
    )
  }
  const { currency } = present.price
  if (next.price.currency !== currency) {
    const message = `The subscription is in ${currency}; a price in ${next.price.currency} needs a new subscription.`
    throw new Failure('IR_29', message, { field })
  }
  if (open_invoice_id !== null) throw busy('An invoice of this subscription is being collected.')
}

function chosen(context: Context, { plan, price }: Offer) {
  return {
    plan_id: plan.plan_id,
    item_price_id: price.item_price_id,
    session_before: addMs(context.now, SESSION_MS),
  }
}

/** Nothing has been paid yet: the trial goes on, and the new price is charged at its end. */
async function changeTrial(context: Context, current: SubscriptionRow, next: Offer): Promise<null> {
  const parts = await readParts(context, current)
  const { writes } = change(current, [], chosen(context, next), parts, context.now)
  await context.commit(...writes, ...whileAvailable(next.plan, next.price))
  return null
}

interface Change {
  readonly lines: InvoiceLine[]
  readonly period: Period
  readonly coupon: CouponRow | undefined
  readonly set: Partial<SubscriptionRow>
}

async function changePeriod(
  context: Context,
  current: SubscriptionRow,
  present: Offer,
  next: Offer,
): Promise<string | null> {
  const { now } = context
  const { lines, period, coupon, set } = await planChange(context, current, present, next)
  const { invoice, writes } = await draftInvoice(
    context,
    {
      invoice_id: context.id('inv', 'update'),
      ...invoicedTo(current),
      reason: 'plan_change',
      currency: next.price.currency,
      period_start: now,
      period_end: period.end,
      lines,
    },
    'invoice_created',
  )
  const isPaid = invoice.status === 'invoice_paid'
  const wanted = {
    ...chosen(context, next),
    ...set,
    // The present period is the first one at the new price.
    cycles_billed: 1,
    period_start: period.start,
    period_end: period.end,
    period_amount: worthOf(next, coupon),
    invoice_id: invoice.invoice_id,
    open_invoice_id: isPaid ? null : invoice.invoice_id,
  }
  const path = isPaid ? paidPath(next.price.cycles === 1) : []
  const changed = change(current, path, wanted, { invoice, payment: undefined }, now)
  await context.commit(...changed.writes, ...writes, ...whileAvailable(next.plan, next.price))
  return isPaid ? null : invoice.invoice_id
}

/** With the same interval the period stays; otherwise a new one begins now. */
async function planChange(
  context: Context,
  current: SubscriptionRow,
  present: Offer,
  next: Offer,
): Promise<Change> {
  const { now } = context
  const { period_start, period_end } = current
  if (!period_start || !period_end) throw new Error('subscriptions: no period to change')
  const { status } = await readInvoice(context, current.invoice_id)
  // A subscription that was resumed without its unpaid invoice has no paid period.
  const amount = status === 'invoice_paid' ? current.period_amount : 0
  const running = { offer: present, period: { start: period_start, end: period_end }, amount }
  const unused = unusedLine(running, now)
  if (isSameInterval(present, next)) {
    const coupon = await couponOfPresent(context, current)
    const { period } = running
    return { lines: [unused, remainingLine(next, coupon, period, now)], period, coupon, set: {} }
  }
  const coupon = await couponOfNext(context, current)
  const period = { start: now, end: periodEnd(now, next.price, 1) }
  const { pause_at } = current
  const isAtEnd = pause_at?.getTime() === period_end.getTime()
  const set = {
    ...usedCoupon(current, coupon),
    anchor: now,
    periods_since_anchor: 1,
    pause_at: isAtEnd ? period.end : pause_at,
  }
  return { lines: [unused, ...periodLines(next, coupon, period)], period, coupon, set }
}

function isSameInterval({ price: a }: Offer, { price: b }: Offer): boolean {
  return a.interval === b.interval && a.interval_count === b.interval_count
}
