import { insert } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { startIn } from '#core/outbox/transition.ts'
import {
  checkRedeemable,
  type CouponRow,
  readCoupon,
  redeem,
} from '#resources/billing/coupons/read.ts'
import { readCustomer, whileNotDeleted } from '#resources/payments/customers/read.ts'
import { type Draft, draftInvoice } from '#resources/billing/invoices/draft.ts'
import { claimForInvoice } from '#resources/payments/payments/claims.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { PaymentOrder } from '#resources/payments/payments/order.ts'
import { placePayment } from '#resources/payments/payments/place.ts'
import { checkAvailable, whileAvailable } from '#resources/billing/plans/read.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import type { Profile } from '#resources/accounts/profiles/schema.ts'
import { scheduled } from './lifecycle.ts'
import { type Offer, periodLines, trialLines } from './lines.ts'
import { periodEnd, trialEnd } from './period.ts'
import { readSubscription, show } from './read.ts'
import type { CreateSubscription, Subscription } from './schema.ts'
import { subscription } from './state.ts'
import { findSubscription, type SubscriptionRow, subscriptions } from './store.ts'
import { couponCycles, invoicedTo, readOffer } from './terms.ts'

/** Time in which a browser may claim the client_secret. */
export const SESSION_MS = 15 * MINUTE_MS

export async function createSubscription(
  context: Context,
  input: CreateSubscription,
): Promise<Subscription> {
  return show(context, await create(context, input))
}

interface NewIds {
  readonly subscription_id: string
  readonly invoice_id: string
  readonly payment_id: string
}

export async function create(
  context: Context,
  input: CreateSubscription,
): Promise<SubscriptionRow> {
  const profile = await profileOfRequest(context)
  const ids = {
    subscription_id: context.id('sub'),
    invoice_id: context.id('inv'),
    payment_id: context.id('pay'),
  }
  const earlier = context.isRetry ? await findEarlier(context, ids) : undefined
  if (earlier) return earlier
  try {
    // Another subscription may claim the credit or the coupon at the same moment.
    return await retryOnConflict(() => insertAll(context, profile, input, ids))
  } catch (error) {
    // A retry may have been faster, and have used the coupon's last redemption.
    const made = error instanceof Failure ? await findEarlier(context, ids) : undefined
    if (made) return made
    throw error
  }
}

/** Written by an earlier attempt at this request, which may have used up the coupon. */
function findEarlier({ db, merchant_id }: Context, { subscription_id }: NewIds) {
  return findSubscription(db, merchant_id, subscription_id)
}

/** The subscription, its first invoice and that invoice's payment are one commit. */
async function insertAll(
  context: Context,
  profile: Profile,
  input: CreateSubscription,
  { payment_id, ...ids }: NewIds,
): Promise<SubscriptionRow> {
  const customer = await readCustomer(context, input.customer_id)
  const offer = await readOffer(context, input)
  checkAvailable(offer.plan)
  const coupon = await readUsable(context, input, offer)
  const row = newSubscription(context, profile, input, offer, coupon, ids)
  const draft = firstInvoice(context.now, row, offer, coupon)
  const { invoice, writes } = await draftInvoice(
    context,
    { ...draft, payment_id },
    'payment_pending',
  )
  await placePayment(context, firstPayment(row, invoice, payment_id), {
    row: claimForInvoice(invoice, payment_id, context.now),
    writes: [
      insert(subscriptions, row),
      ...writes,
      whileNotDeleted(customer),
      ...whileAvailable(offer.plan, offer.price),
      ...(coupon ? redeem(coupon) : []),
    ],
    isStale: async () => true,
  })
  return readSubscription(context, row.subscription_id)
}

export async function readUsable(
  context: Context,
  { coupon_code }: { coupon_code?: string | null | undefined },
  { price }: Offer,
): Promise<CouponRow | undefined> {
  if (!coupon_code) return undefined
  const coupon = await readCoupon(context, coupon_code)
  checkRedeemable(coupon, price.currency, context.now)
  return coupon
}

const noTerms = {
  authentication_type: null,
  capture_method: null,
  setup_future_usage: null,
  payment_type: null,
}

function newSubscription(
  context: Context,
  { profile_id }: Profile,
  input: CreateSubscription,
  { plan, price }: Offer,
  coupon: CouponRow | undefined,
  { subscription_id, invoice_id }: Omit<NewIds, 'payment_id'>,
): SubscriptionRow {
  const { merchant_id, now, public_url } = context
  const row: SubscriptionRow = {
    merchant_id,
    subscription_id,
    profile_id,
    customer_id: input.customer_id,
    status: startIn(subscription, 'created'),
    plan_id: plan.plan_id,
    item_price_id: price.item_price_id,
    merchant_reference_id: input.merchant_reference_id ?? null,
    coupon_code: coupon?.coupon_code ?? null,
    coupon_cycles_left: coupon ? couponCycles(coupon) : null,
    is_discounted: false,
    payment_details: { ...noTerms, ...input.payment_details },
    billing: input.billing ?? null,
    shipping: input.shipping ?? null,
    payment_method_id: null,
    invoice_id,
    open_invoice_id: invoice_id,
    anchor: null,
    periods_since_anchor: 0,
    cycles_billed: 0,
    period_start: null,
    period_end: null,
    period_no: 1,
    cycles: price.cycles,
    pending_update: null,
    trial_end: null,
    public_url,
    session_before: addMs(now, SESSION_MS),
    pause_at: null,
    paused_at: null,
    resume_at: null,
    resume_collects: false,
    cancel_at: null,
    cancel_credit: null,
    cancel_reason: null,
    cancelled_at: null,
    ended_at: null,
    due_at: null,
    notice_at: null,
    created: now,
    modified_at: now,
    transitions: 0,
    version: 1,
  }
  return scheduled(row)
}

/** The first period, or the trial, begins now; the confirmation moves it to its own time. */
export function firstLines(now: Date, offer: Offer, coupon: CouponRow | undefined) {
  const trial_end = trialEnd(now, offer.price)
  const period = { start: now, end: trial_end ?? periodEnd(now, offer.price, 1) }
  const lines = trial_end ? trialLines(offer, period) : periodLines(offer, coupon, period)
  return { isTrial: trial_end !== undefined, period, lines }
}

export function firstInvoice(
  now: Date,
  row: SubscriptionRow,
  offer: Offer,
  coupon: CouponRow | undefined,
): Draft {
  const { isTrial, period, lines } = firstLines(now, offer, coupon)
  return {
    ...invoicedTo(row),
    invoice_id: row.invoice_id,
    period_no: row.period_no,
    reason: isTrial ? 'trial' : 'first',
    currency: offer.price.currency,
    period_start: period.start,
    period_end: period.end,
    lines,
  }
}

const captures: Readonly<Record<string, 'manual' | 'manual_multiple'>> = {
  manual: 'manual',
  manual_multiple: 'manual_multiple',
}

/** The first invoice's payment; it saves the card for the renewals. */
function firstPayment(
  row: SubscriptionRow,
  { amount, currency }: InvoiceRow,
  payment_id: string,
): PaymentOrder {
  const { authentication_type, capture_method, return_url } = row.payment_details
  return {
    payment_id,
    method: undefined,
    amount,
    currency,
    profile_id: row.profile_id,
    customer_id: row.customer_id,
    // An amount of 0 holds nothing, so there is nothing to capture.
    capture_method: amount === 0 ? 'automatic' : (captures[capture_method ?? ''] ?? 'automatic'),
    setup_future_usage: 'off_session',
    return_url,
    ...(authentication_type ? { authentication_type } : {}),
    ...(row.billing ? { billing: row.billing } : {}),
    ...(row.shipping ? { shipping: row.shipping } : {}),
    metadata: { subscription_id: row.subscription_id, invoice_id: row.invoice_id },
  }
}
