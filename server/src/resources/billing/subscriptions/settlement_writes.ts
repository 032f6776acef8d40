// The writes that follow for an invoice and its subscription from the verdict on a payment.
import type { Write } from '#kernel/change.ts'
import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import { invoice as invoices } from '#resources/billing/invoices/state.ts'
import { endClaim } from '#resources/payments/payments/claims.ts'
import { voidInvoice } from '#resources/billing/invoices/void.ts'
import { paidChange } from './apply_change.ts'
import { blockChange } from './block.ts'
import { NEEDS_AUTHENTICATION } from './dunning.ts'
import { declineChange, failAttended, type Failing, failScheduled, mail } from './failed.ts'
import { keepLate, keepPart } from './late.ts'
import { change, report } from './lifecycle.ts'
import { neverStarted } from './never_started.ts'
import { noticeAt } from './notice.ts'
import { fromCreated, subscription as machine, type SubscriptionTransition } from './state.ts'
import {
  classifyFailure,
  type Settling,
  type Verdict,
  decideSettlement,
} from './decide_settlement.ts'

/** No writes if nothing changes. */
export async function settlementWrites(context: Context, settling: Settling): Promise<Write[]> {
  return writers[decideSettlement(settling)](context, settling)
}

type Writer = (context: Context, settling: Settling) => Write[] | Promise<Write[]>

const writers: Readonly<Record<Verdict, Writer>> = {
  nothing: () => [],
  wait: awaitOutcome,
  review: (context, settling) => awaitOutcome(context, settling, 'review'),
  review_part: (context, settling) => awaitOutcome(context, settling, 'review'),
  reopen,
  pay: markPaid,
  keep_late: keepLate,
  keep_part: keepPart,
  release: (_, { claim }) => [endClaim(claim, 'released')],
  void: releaseThen(voidOpenInvoice),
  never_start: releaseThen(neverStarted),
  retry: releaseThen(retryLater),
  authenticate: releaseThen(authenticate),
  block: releaseThen(blockChange),
  decline_change: releaseThen((context, settling) => declineChange(context, toFailing(settling))),
  decline_attended: releaseThen((context, settling) => failAttended(context, toFailing(settling))),
  decline: releaseThen((context, settling) => failScheduled(context, toFailing(settling))),
}

/** The payment has ended without paying the invoice. */
function releaseThen(writer: Writer): Writer {
  return async (context, settling) => [
    endClaim(settling.claim, 'released'),
    ...(await writer(context, settling)),
  ]
}

function toFailing({ subscription, invoice, payment }: Settling): Failing {
  const { payment_method_id, unified_code } = payment
  const attempt = { payment_method_id, unified_code }
  return { subscription, invoice, payment, failure: classifyFailure(payment), attempt }
}

function reopen({ now }: Context, { invoice, subscription, payment }: Settling): Write[] {
  return change(subscription, ['reopen'], {}, { invoice, payment }, now).writes
}

function awaitOutcome(
  context: Context,
  { invoice, subscription, payment }: Settling,
  review?: 'review',
): Write[] {
  const name = review ?? (invoice.status === 'manual_review' ? 'approve' : 'attempt')
  const isWaiting = !allows(machine, subscription.status, 'wait')
  if (isWaiting && invoice.status === invoices.transitions[name].to) return []
  const changed = moveInvoice(invoice, name, {}, context.now)
  const path = isWaiting ? [] : (['wait'] as const)
  const { writes } = change(subscription, path, {}, { invoice: changed.row, payment }, context.now)
  // The customer is not here: an e-mail asks them to authenticate.
  const isAsked = payment.status === 'requires_action' && payment.off_session && !isWaiting
  return [...writes, changed.write, ...(isAsked ? [mail(context, invoice, 'action_required')] : [])]
}

export async function markPaid(context: Context, settling: Settling): Promise<Write[]> {
  const { claim, invoice, subscription, payment } = settling
  const { now } = context
  const changed = moveInvoice(
    invoice,
    'pay',
    {
      paid_at: now,
      next_attempt_at: null,
      payment_method_id: payment.payment_method_id,
      unified_code: null,
    },
    now,
  )
  const applied = await paidChange(context, subscription, invoice)
  const period_end = applied.period_end ?? subscription.period_end
  const set = {
    ...applied,
    open_invoice_id: null,
    payment_method_id: payment.payment_method_id ?? subscription.payment_method_id,
    notice_at: noticeAt(payment.payment_method_data, period_end, now),
  }
  const path = pickTransition(settling)
  const parts = { invoice: changed.row, payment }
  const { writes } = path
    ? change(subscription, path, set, parts, now)
    : report(subscription, 'invoice_paid', set, parts, now)
  return [changed.write, endClaim(claim, 'paid'), ...writes]
}

/** Undefined if the subscription stays in its state, as one that is paused does. */
function pickTransition({
  invoice: { reason },
  subscription: { status },
}: Settling): SubscriptionTransition[] | undefined {
  if (reason === 'trial') return fromCreated(status, ['start_trial'])
  if (reason === 'first') return fromCreated(status, ['pay_first', 'start'])
  return allows(machine, status, 'pay') ? ['pay'] : undefined
}

async function voidOpenInvoice(
  context: Context,
  { invoice, subscription, payment }: Settling,
): Promise<Write[]> {
  const { row, writes } = await voidInvoice(context, invoice)
  const parts = { invoice: row, payment }
  const closed = change(subscription, [], { open_invoice_id: null }, parts, context.now)
  return [...writes, ...closed.writes]
}

const AGAIN_MINUTES = 10
const MAX_AGAIN_MINUTES = 360

function retryLater({ now }: Context, { invoice, subscription, payment }: Settling): Write[] {
  const name = invoice.first_failed_at === null ? 'reopen' : 'decline'
  const minutes = Math.min(MAX_AGAIN_MINUTES, AGAIN_MINUTES * invoice.attempt_count)
  const next_attempt_at = addMs(now, minutes * MINUTE_MS)
  const changed = moveInvoice(invoice, name, { next_attempt_at }, now)
  const isChange = invoice.reason === 'plan_change' && allows(machine, subscription.status, 'wait')
  if (!isChange) return [changed.write]
  const parts = { invoice: changed.row, payment }
  return [changed.write, ...change(subscription, ['wait'], {}, parts, now).writes]
}

function authenticate({ now }: Context, { invoice }: Settling): Write[] {
  const set = { unified_code: NEEDS_AUTHENTICATION, next_attempt_at: now }
  return [moveInvoice(invoice, 'reopen', set, now).write]
}
