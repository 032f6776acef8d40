// How subscriptions change: their state table, their events, and the one timer that follows from every change.
import { addMs, DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { type Lifecycle, notice, type Settable, transition } from '#core/outbox/transition.ts'
import { save, type Write } from '#kernel/change.ts'
import { eventObject, type Parts } from './read.ts'
import { hasEnded, subscription, type SubscriptionTransition } from './state.ts'
import { type SubscriptionRow, subscriptions } from './store.ts'

/** A subscription that nobody confirms ends after this time. */
const CONFIRM_WITHIN_MS = DAY_MS

/** A subscription that has ended and still has an open invoice is looked at again. */
const CLOSE_AFTER_MS = HOUR_MS

export interface Changed {
  readonly row: SubscriptionRow
  /** The subscription first, then its events. */
  readonly writes: Write[]
}

/** Several transitions for one outcome, or none. The events show the newest invoice and payment: `parts`. */
export function change(
  current: SubscriptionRow,
  path: readonly SubscriptionTransition[],
  set: Settable<SubscriptionRow>,
  parts: Parts,
  now: Date,
): Changed {
  const wanted = { ...current, ...set }
  if (path.length === 0) {
    const row = scheduled({ ...wanted, modified_at: now, version: current.version + 1 })
    return { row, writes: [save(subscriptions, current, row)] }
  }
  const { row, writes } = transition(lifecycleWith(parts), wanted, path, {}, now)
  return { row, writes }
}

/** An event about a subscription that stays in its state. */
export function report(
  current: SubscriptionRow,
  event_type: 'invoice_paid' | 'invoice_payment_failed',
  set: Settable<SubscriptionRow>,
  parts: Parts,
  now: Date,
): Changed {
  const { row, event } = notice(lifecycleWith(parts), current, event_type, set, now)
  const next = scheduled(row)
  return { row: next, writes: [save(subscriptions, current, next), event] }
}

function lifecycleWith(parts: Parts): Lifecycle<SubscriptionRow, SubscriptionTransition> {
  return {
    machine: subscription,
    content: 'subscription_details',
    table: subscriptions,
    toApi: (row) => eventObject(row, parts),
    enter: scheduled,
  }
}

function scheduled(row: SubscriptionRow): SubscriptionRow {
  const isEnd = hasEnded(row.status)
  return {
    ...row,
    due_at: dueAt(row),
    ended_at: isEnd ? (row.ended_at ?? row.modified_at) : null,
    notice_at: isEnd ? null : row.notice_at,
  }
}

/** While an invoice is open nothing is renewed: the next period is billed when that invoice is settled. */
export function dueAt(row: SubscriptionRow): Date | null {
  const { period_end, cancel_at, pause_at, resume_at, open_invoice_id } = row
  const renewal = open_invoice_id === null ? period_end : null
  switch (row.status) {
    case 'created':
      return addMs(row.created, CONFIRM_WITHIN_MS)
    case 'active':
    case 'trial':
      return earliest(renewal, cancel_at, pause_at)
    case 'onetime':
      return earliest(period_end, cancel_at)
    case 'unpaid':
      return earliest(cancel_at, pause_at)
    case 'pending':
      return cancel_at
    case 'paused':
      return earliest(resume_at, cancel_at)
    case 'cancelled':
    case 'failed':
    case 'in_active':
      return open_invoice_id === null ? null : addMs(row.modified_at, CLOSE_AFTER_MS)
  }
}

function earliest(...moments: (Date | null)[]): Date | null {
  const times = moments.filter((moment) => moment !== null).map((moment) => moment.getTime())
  return times.length === 0 ? null : new Date(Math.min(...times))
}
