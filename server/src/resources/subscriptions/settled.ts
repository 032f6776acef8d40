// Decides what an invoice and its subscription become, given the state of the payment.
import type { Write } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { readCoupon, release } from '#resources/coupons/read.ts'
import { changeInvoice, type ChangedInvoice, endPayment } from '#resources/invoices/change.ts'
import { moveCredit, readCredit } from '#resources/invoices/credit.ts'
import type { InvoicePaymentRow, InvoiceRow } from '#resources/invoices/read.ts'
import { returnCredit, voidInvoice } from '#resources/invoices/void.ts'
import type { PaymentRow } from '#resources/payments/read.ts'
import { readPrice } from '#resources/plans/read.ts'
import { NEEDS_AUTHENTICATION } from './dunning.ts'
import { failAttended, type Failing, failScheduled, mail } from './failed.ts'
import { change, type Changed, report } from './lifecycle.ts'
import { noticeAt } from './notice.ts'
import { hasEnded, subscription as machine, type SubscriptionTransition } from './state.ts'
import type { SubscriptionRow } from './store.ts'

export interface Settling {
  readonly use: InvoicePaymentRow
  readonly payment: PaymentRow
  readonly invoice: InvoiceRow
  readonly subscription: SubscriptionRow
}

/** The cancellation of a payment that never reached the acquirer. */
export const NOT_SENT = 'The acquirer could not be reached.'

/** No writes if nothing changes. */
export async function settled(context: Context, settling: Settling): Promise<Write[]> {
  const { status } = settling.payment
  switch (status) {
    case 'succeeded':
      return paid(context, settling)
    case 'failed':
    case 'cancelled':
      return unpaid(context, settling)
    case 'requires_merchant_action':
      return waits(context, settling, 'manual_review')
    // Less was captured than the invoice asks for: the merchant decides.
    case 'partially_captured':
      return hasEnded(settling.subscription.status)
        ? keepPart(context, settling)
        : waits(context, settling, 'manual_review')
    case 'requires_payment_method':
    case 'requires_confirmation':
      return reopened(context, settling)
    case 'requires_action':
    case 'processing':
    case 'requires_capture':
    case 'partially_captured_and_capturable':
      return waits(context, settling, 'payment_pending')
  }
}

/** The first payment never reached the acquirer: it is confirmed again, or the subscription expires. */
function reopened({ now }: Context, { invoice, subscription, payment }: Settling): Write[] {
  if (!isFirst(invoice) || subscription.status !== 'pending') return []
  return change(subscription, ['reopen'], {}, { invoice, payment }, now).writes
}

function waits(
  context: Context,
  { invoice, subscription, payment }: Settling,
  status: 'manual_review' | 'payment_pending',
): Write[] {
  const isWaiting = !allows(machine, subscription.status, 'wait')
  if (isWaiting && invoice.status === status) return []
  const changed = changeInvoice(invoice, { status }, context.now)
  const path = isWaiting ? [] : (['wait'] as const)
  const { writes } = change(subscription, path, {}, { invoice: changed.row, payment }, context.now)
  // The customer is not here: an e-mail asks them to authenticate.
  const isAsked = payment.status === 'requires_action' && payment.off_session && !isWaiting
  return [...writes, changed.write, ...(isAsked ? [mail(context, invoice, 'action_required')] : [])]
}

async function paid(context: Context, settling: Settling): Promise<Write[]> {
  const { use, invoice, subscription, payment } = settling
  const { now } = context
  const isLate = hasEnded(subscription.status)
  const changed = changeInvoice(
    invoice,
    {
      status: isLate ? 'payment_succeeded' : 'invoice_paid',
      paid_at: now,
      next_attempt_at: null,
      payment_method_id: payment.payment_method_id,
      unified_code: null,
    },
    now,
  )
  const ending = [endPayment(use, 'paid'), changed.write]
  if (isLate) return [...ending, ...(await keepLate(context, settling, changed))]
  const price = await readPrice(context, subscription.item_price_id)
  const isLast = price.cycles !== null && subscription.cycles_billed >= price.cycles
  const { writes } = continued(context, settling, changed, isLast)
  return [...ending, ...writes]
}

/** The subscription has ended meanwhile: the money stays with the customer, as credit. */
async function keepLate(
  context: Context,
  settling: Settling,
  { row }: ChangedInvoice,
): Promise<Write[]> {
  const { invoice, subscription, payment } = settling
  const parts = { invoice: row, payment }
  const set = { open_invoice_id: null }
  const { writes } = report(subscription, 'invoice_paid', set, parts, context.now)
  return [...writes, ...(await keepAsCredit(context, invoice, invoice.amount))]
}

/** The subscription has ended, and less than the invoice was captured: that becomes credit too. */
async function keepPart(context: Context, settling: Settling): Promise<Write[]> {
  const { use, invoice, subscription, payment } = settling
  const changed = changeInvoice(invoice, { status: 'voided', next_attempt_at: null }, context.now)
  const parts = { invoice: changed.row, payment }
  const { writes } = change(subscription, [], { open_invoice_id: null }, parts, context.now)
  const credit = await keepAsCredit(context, invoice, payment.amount_received)
  return [...writes, changed.write, endPayment(use, 'paid'), ...credit]
}

/** What was received for an invoice that bought nothing; a credit that was applied to it returns. */
async function keepAsCredit(
  context: Context,
  invoice: InvoiceRow,
  received: number,
): Promise<Write[]> {
  const { customer_id, currency, subscription_id, invoice_id, credit_applied } = invoice
  const about = { customer_id, currency, subscription_id, invoice_id }
  return moveCredit(
    context,
    await readCredit(context, invoice),
    { ...about, amount: received, reason: 'late_payment' },
    { ...about, amount: credit_applied, reason: 'returned' },
  )
}

function continued(
  { now }: Context,
  { invoice, subscription, payment }: Settling,
  { row }: ChangedInvoice,
  isLast: boolean,
): Changed {
  const parts = { invoice: row, payment }
  const isAwaited = subscription.open_invoice_id === invoice.invoice_id
  const { period_end } = subscription
  const set = {
    open_invoice_id: isAwaited ? null : subscription.open_invoice_id,
    payment_method_id: payment.payment_method_id ?? subscription.payment_method_id,
    notice_at: isLast ? null : noticeAt(payment.payment_method_data, period_end, now),
  }
  const path = pathOf(invoice, subscription, isLast)
  return isAwaited && path !== undefined
    ? change(subscription, path, set, parts, now)
    : report(subscription, 'invoice_paid', set, parts, now)
}

/** Undefined if the subscription stays in its state, as one that is paused does. */
function pathOf(
  { reason }: InvoiceRow,
  { status }: SubscriptionRow,
  isLast: boolean,
): SubscriptionTransition[] | undefined {
  const last: SubscriptionTransition[] = isLast ? ['stop_renewing'] : []
  if (reason === 'trial') return ['start_trial']
  if (reason === 'first') return ['pay_first', 'start', ...last]
  return allows(machine, status, 'pay') ? ['pay', ...last] : undefined
}

async function unpaid(context: Context, settling: Settling): Promise<Write[]> {
  const { use, invoice, subscription, payment } = settling
  const ending = endPayment(use, 'released')
  if (hasEnded(subscription.status)) {
    const voided = await voidInvoice(context, invoice)
    const parts = { invoice: voided.row, payment }
    const { writes } = change(subscription, [], { open_invoice_id: null }, parts, context.now)
    return [ending, ...voided.writes, ...writes]
  }
  if (isFirst(invoice)) {
    return [ending, ...(await neverStarted(context, settling))]
  }
  if (payment.cancellation_reason === NOT_SENT) return [ending, ...again(context, settling)]
  if (needsAuthentication(settling)) return [ending, ...authenticate(context, settling)]
  const { payment_method_id, unified_code } = payment
  const attempt = { payment_method_id, unified_code }
  const failing: Failing = { subscription, invoice, payment, status: failureOf(payment), attempt }
  const writes = isExtra(settling)
    ? failAttended(context, failing)
    : await failScheduled(context, failing)
  return [ending, ...writes]
}

/** A payment that a customer tried between two retries, or one that ended while the subscription is paused. */
function isExtra({ payment, invoice, subscription }: Settling): boolean {
  const isBetween = !payment.off_session && invoice.next_attempt_at !== null
  return isBetween || subscription.status === 'paused'
}

/** The subscription starts when this invoice is paid. */
export function isFirst({ reason }: InvoiceRow): boolean {
  return reason === 'first' || reason === 'trial'
}

/** The customer did not act in time. */
const TIMED_OUT: ReadonlySet<string> = new Set(['UE_4003', 'UE_5003'])

function failureOf({ status, unified_code }: PaymentRow): Failing['status'] {
  if (status === 'cancelled') return 'payment_canceled'
  return TIMED_OUT.has(unified_code ?? '') ? 'payment_pending_timeout' : 'payment_failed'
}

/** The first payment failed: the subscription ends, and what it had reserved is free again. */
async function neverStarted(
  context: Context,
  { invoice, subscription, payment }: Settling,
): Promise<Write[]> {
  const { unified_code } = payment
  const set = { status: failureOf(payment), unified_code }
  const changed = changeInvoice(invoice, set, context.now)
  const parts = { invoice: changed.row, payment }
  const ended = change(
    subscription,
    ['decline_first'],
    { open_invoice_id: null },
    parts,
    context.now,
  )
  return [
    ...ended.writes,
    changed.write,
    ...(await returnCredit(context, invoice)),
    ...(await releaseCoupon(context, subscription)),
  ]
}

/** A subscription that was never paid does not count as a use of its coupon. */
export async function releaseCoupon(
  context: Context,
  { coupon_code }: SubscriptionRow,
): Promise<Write[]> {
  return coupon_code === null ? [] : release(await readCoupon(context, coupon_code))
}

const AGAIN_MINUTES = 10
const MAX_AGAIN_MINUTES = 360

/** Nothing was sent, so this is no failure of the customer: it is tried again soon. */
function again({ now }: Context, settling: Settling): Write[] {
  const { invoice } = settling
  const status = invoice.first_failed_at === null ? 'invoice_created' : 'payment_failed'
  if (isExtra(settling)) return [changeInvoice(invoice, { status }, now).write]
  const minutes = Math.min(MAX_AGAIN_MINUTES, AGAIN_MINUTES * invoice.attempt_count)
  const next_attempt_at = addMs(now, minutes * MINUTE_MS)
  return [changeInvoice(invoice, { status, next_attempt_at }, now).write]
}

function needsAuthentication({ payment, subscription }: Settling): boolean {
  const isAsked = payment.authentication_type === 'three_ds'
  const isNeeded = payment.unified_code === NEEDS_AUTHENTICATION && payment.off_session && !isAsked
  return isNeeded && subscription.status !== 'paused'
}

/** The next payment asks for authentication, at once. */
function authenticate({ now }: Context, { invoice }: Settling): Write[] {
  const set = { status: 'invoice_created', unified_code: NEEDS_AUTHENTICATION } as const
  return [changeInvoice(invoice, { ...set, next_attempt_at: now }, now).write]
}
