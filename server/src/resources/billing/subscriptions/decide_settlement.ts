// Decides how a payment affects its invoice and its subscription: the only place that does, without reading anything.
// The first question is whether the subscription waits for this invoice; if not, only the invoice changes.
import type { InvoiceRow } from '#resources/billing/invoices/read.ts'
import type { InvoiceTransition } from '#resources/billing/invoices/state.ts'
import type { InvoiceClaim } from '#resources/payments/payments/claims.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import { NEEDS_AUTHENTICATION } from './dunning.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'

export interface Settling {
  readonly claim: InvoiceClaim
  readonly payment: PaymentRow
  readonly invoice: InvoiceRow
  readonly subscription: SubscriptionRow
}

/** Cancellation reason for a payment that never reached the acquirer. */
export const NOT_SENT = 'The acquirer could not be reached.'

const verdicts = {
  nothing: 'Nothing follows.',
  wait: 'The outcome is awaited.',
  review: 'The merchant decides about the payment.',
  review_part: 'Less was received than the invoice asks for: the merchant decides.',
  reopen: 'The first payment never reached the acquirer: it is confirmed again.',
  pay: 'The invoice is paid.',
  keep_late: 'Nothing waits for the invoice any more: the money becomes credit.',
  keep_part: 'The same for a part of it.',
  release: 'The payment of an invoice that nothing waits for has failed.',
  void: 'The subscription has ended: the invoice is voided.',
  never_start: 'The first payment failed: the subscription ends.',
  retry: 'Nothing was sent, so this is no failure of the customer: it is tried again soon.',
  authenticate: 'The next payment asks for authentication, at once.',
  block: 'A risk rule refuses the plan change: the subscription ends.',
  decline_change: 'The plan change is not paid: it waits until it expires.',
  decline_attended: 'A customer tried to pay and could not: the schedule stays as it is.',
  decline: 'A scheduled payment failed: the schedule goes on.',
} as const
export type Verdict = keyof typeof verdicts

type Facts = Omit<Settling, 'claim'>

export function decideSettlement(facts: Facts): Verdict {
  const { invoice, subscription } = facts
  const isAwaited = subscription.open_invoice_id === invoice.invoice_id
  const isLive = isAwaited && !hasEnded(subscription.status)
  const kind = settlementKind(facts)
  if (isLive) return kind === 'lost' ? lostVerdict(facts) : live[kind](facts)
  return kind === 'lost' ? (isAwaited ? 'void' : 'release') : left[kind]
}

type Kind = 'waiting' | 'reviewed' | 'unsent' | 'covered' | 'part' | 'lost'

function settlementKind({ payment, invoice }: Facts): Kind {
  switch (payment.status) {
    case 'succeeded':
    case 'partially_captured':
      return payment.amount_received >= invoice.amount ? 'covered' : 'part'
    case 'failed':
    case 'cancelled':
      return 'lost'
    case 'requires_merchant_action':
      return 'reviewed'
    case 'requires_payment_method':
    case 'requires_confirmation':
      return 'unsent'
    case 'requires_action':
    case 'processing':
    case 'requires_capture':
    case 'partially_captured_and_capturable':
      return 'waiting'
  }
}

const live: Readonly<Record<Exclude<Kind, 'lost'>, (facts: Facts) => Verdict>> = {
  waiting: () => 'wait',
  reviewed: () => 'review',
  unsent: ({ invoice, subscription }) =>
    isFirst(invoice) && subscription.status === 'pending' ? 'reopen' : 'nothing',
  covered: () => 'pay',
  part: () => 'review_part',
}

/** The subscription has ended, or goes on without this invoice. */
const left: Readonly<Record<Exclude<Kind, 'lost'>, Verdict>> = {
  waiting: 'nothing',
  reviewed: 'nothing',
  unsent: 'nothing',
  covered: 'keep_late',
  part: 'keep_part',
}

const BLOCKED = 'UE_2003'

/** The subscription waits for the invoice, and its payment has failed. */
function lostVerdict({ invoice, subscription, payment }: Facts): Verdict {
  const { off_session, unified_code } = payment
  const isPaused = subscription.status === 'paused'
  if (isFirst(invoice)) return 'never_start'
  if (payment.cancellation_reason === NOT_SENT && off_session && !isPaused) return 'retry'
  const isAsked = payment.authentication_type === 'three_ds'
  const needsCustomer = unified_code === NEEDS_AUTHENTICATION && off_session && !isAsked
  if (needsCustomer && !isPaused) return 'authenticate'
  if (invoice.reason === 'plan_change') {
    return unified_code === BLOCKED && off_session ? 'block' : 'decline_change'
  }
  // Between two retries, or after the last one.
  const isExtra = invoice.next_attempt_at !== null || subscription.status === 'unpaid'
  return isPaused || (!off_session && isExtra) ? 'decline_attended' : 'decline'
}

/** The subscription starts when this invoice is paid. */
export function isFirst({ reason }: Pick<InvoiceRow, 'reason'>): boolean {
  return reason === 'first' || reason === 'trial'
}

/** The customer did not act in time. */
const TIMED_OUT: ReadonlySet<string> = new Set(['UE_4003', 'UE_5003'])

export type InvoiceFailure = Extract<InvoiceTransition, 'decline' | 'cancel_payment' | 'time_out'>

export function classifyFailure({ status, unified_code }: PaymentRow): InvoiceFailure {
  if (status === 'cancelled') return 'cancel_payment'
  return TIMED_OUT.has(unified_code ?? '') ? 'time_out' : 'decline'
}
