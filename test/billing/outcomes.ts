// Outcomes for subscriptions and their invoices, in the few words that the oracle needs.
import type { Invoice, Subscription } from './records.ts'

const ENDED: ReadonlySet<string> = new Set(['cancelled', 'failed', 'in_active'])

export function hasEnded({ status }: Subscription): boolean {
  return ENDED.has(status)
}

const IN_FLIGHT: ReadonlySet<string> = new Set(['payment_pending', 'manual_review'])

export function isInFlight(status: Invoice['status']): boolean {
  return IN_FLIGHT.has(status)
}

export type Outcome = 'paid' | 'late' | 'closed' | 'open'

/** An invoice that waits when its subscription has ended will not be paid, unless its payment is in flight. */
export function outcomeOf(invoice: Invoice, subscription: Subscription): Outcome {
  if (invoice.status === 'invoice_paid') return 'paid'
  if (invoice.status === 'payment_succeeded') return 'late'
  if (invoice.status === 'voided') return 'closed'
  return hasEnded(subscription) && !isInFlight(invoice.status) ? 'closed' : 'open'
}

/** The invoice's calendar moment: a worker may have been late. */
export function momentOf({ reason, period_start, created }: Invoice): Date {
  return reason === 'renewal' || reason === 'plan_change' ? period_start : created
}
