// An invoice could not be collected: it is retried on the profile's schedule, or the final action follows.
import type { Write } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import type { Context } from '#kernel/context.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import { voidInvoice } from '#resources/billing/invoices/void.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import type { MailKind } from '#core/mail/kinds.ts'
import { requestMail } from '#resources/notifications/mails/write.ts'
import { type FailedAttempt, isExhausted, nextStep } from './dunning.ts'
import { change, type Changed, report } from './lifecycle.ts'
import { subscription as machine } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import type { InvoiceFailure } from './decide_settlement.ts'

export interface Failing {
  readonly subscription: SubscriptionRow
  readonly invoice: InvoiceRow
  /** Undefined if there was no payment method to charge. */
  readonly payment: PaymentRow | undefined
  readonly failure: InvoiceFailure
  readonly attempt: FailedAttempt
}

/** Writes for a scheduled attempt that failed; the subscription waits for this invoice. */
export async function failScheduled(context: Context, failing: Failing): Promise<Write[]> {
  const { subscription, invoice, attempt, failure } = failing
  const profile = await profileOfExisting(context, subscription.profile_id)
  // The customer tried once more after the last retry: the final action has been taken already.
  if (isExhausted(invoice, profile.dunning)) return failAttended(context, failing)
  const step = nextStep(invoice, attempt, profile.dunning, context.now)
  if (step.next_attempt_at === null) return exhausted(context, failing, step)
  const changed = moveInvoice(invoice, failure, step, context.now)
  // The card that was charged last is the one that is not charged again after a hard decline.
  const payment_method_id = attempt.payment_method_id ?? subscription.payment_method_id
  const { writes } = declined(context, { ...failing, invoice: changed.row }, { payment_method_id })
  return [...writes, changed.write, mail(context, changed.row, 'payment_failed')]
}

/** A customer tried to pay and could not, or the subscription is paused: the schedule stays as it is. */
export function failAttended(context: Context, failing: Failing): Write[] {
  const { invoice, failure, attempt } = failing
  const { next_attempt_at } = invoice
  const set = { unified_code: attempt.unified_code, next_attempt_at }
  const changed = moveInvoice(invoice, failure, set, context.now)
  const { writes } = declined(context, { ...failing, invoice: changed.row })
  return [...writes, changed.write]
}

/** A plan change is not retried: it can be paid until it expires, and nothing else follows from its failure. */
export function declineChange(context: Context, failing: Failing): Write[] {
  const { invoice, ...rest } = failing
  return failAttended(context, { ...rest, invoice: { ...invoice, next_attempt_at: null } })
}

function declined(
  context: Context,
  failing: Failing,
  more: Partial<SubscriptionRow> = {},
): Changed {
  const { subscription, invoice, payment } = failing
  const parts = { invoice, payment }
  return allows(machine, subscription.status, 'decline')
    ? change(subscription, ['decline'], more, parts, context.now)
    : report(subscription, 'invoice_payment_failed', more, parts, context.now)
}

/** The schedule has ended. */
async function exhausted(
  context: Context,
  failing: Failing,
  step: ReturnType<typeof nextStep>,
): Promise<Write[]> {
  const { subscription, invoice, payment, failure } = failing
  const { now } = context
  const { dunning } = await profileOfExisting(context, subscription.profile_id)
  const isDeclining = allows(machine, subscription.status, 'decline')
  const notice = mail(context, invoice, 'final_notice')
  if (dunning.final_action === 'cancelled') {
    const voided = await voidInvoice(context, { ...invoice, ...step })
    const parts = { invoice: voided.row, payment }
    const set = { open_invoice_id: null, cancelled_at: now, cancel_reason: 'payment_failed' }
    const path = isDeclining ? (['decline', 'cancel'] as const) : (['cancel'] as const)
    return [...change(subscription, path, set, parts, now).writes, ...voided.writes, notice]
  }
  const changed = moveInvoice(invoice, failure, step, now)
  const parts = { invoice: changed.row, payment }
  if (dunning.final_action === 'paused' && isDeclining) {
    const path = ['decline', 'pause'] as const
    const { writes } = change(subscription, path, { paused_at: now }, parts, now)
    return [...writes, changed.write, notice]
  }
  return [...declined(context, { ...failing, invoice: changed.row }).writes, changed.write, notice]
}

/** Every invoice change has its own number, so a change that is decided twice is mailed once. */
export function mail({ now }: Context, invoice: InvoiceRow, kind: MailKind): Write {
  const { merchant_id, subscription_id, invoice_id, version } = invoice
  const facts = { subscription_id, invoice_id }
  const occasion = [subscription_id, invoice_id, version].join('/')
  return requestMail(kind, { merchant_id, email: null, facts, occasion }, now)
}
