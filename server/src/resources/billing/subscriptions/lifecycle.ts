// Subscription changes: their state table, their events, and the one timer that follows from every change.
import { type Lifecycle, notice, type Settable, transition } from '#core/outbox/transition.ts'
import { save, type Write } from '#kernel/change.ts'
import { eventObject, type Parts } from './read.ts'
import {
  hasEnded,
  subscription,
  type SubscriptionStatus,
  type SubscriptionTransition,
} from './state.ts'
import { type SubscriptionRow, subscriptions } from './store.ts'
import { isLastCycle, nextStep } from './timers.ts'

export interface Changed {
  readonly row: SubscriptionRow
  /** The subscription first, then its events. */
  readonly writes: Write[]
}

/** Several transitions for one outcome, or none. The events show the newest invoice and payment: `parts`. */
export function change(
  current: SubscriptionRow,
  given: readonly SubscriptionTransition[],
  set: Settable<SubscriptionRow>,
  parts: Parts,
  now: Date,
): Changed {
  const merged = { ...current, ...set }
  const path = withLastCycle(merged, given)
  // A subscription that is paid to its end and not renewed is not paused either.
  const wanted = statusAfter(current, path) === 'onetime' ? { ...merged, pause_at: null } : merged
  if (path.length === 0) {
    const row = scheduled({ ...wanted, modified_at: now, version: current.version + 1 })
    return { row, writes: [save(subscriptions, current, row)] }
  }
  const { row, writes } = transition(lifecycleWith(parts), wanted, path, {}, now)
  return { row, writes }
}

/** A subscription that is active and has paid its last period is not renewed, however it got there. */
function withLastCycle(
  row: SubscriptionRow,
  path: readonly SubscriptionTransition[],
): readonly SubscriptionTransition[] {
  const isPaid = row.open_invoice_id === null && row.pending_update === null
  const isComplete = isPaid && isLastCycle(row) && statusAfter(row, path) === 'active'
  return isComplete ? [...path, 'stop_renewing'] : path
}

function statusAfter(
  { status }: SubscriptionRow,
  path: readonly SubscriptionTransition[],
): SubscriptionStatus {
  const last = path.at(-1)
  return last === undefined ? status : subscription.transitions[last].to
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

/** With everything that follows from the row: the timer, and the end. */
export function scheduled(row: SubscriptionRow): SubscriptionRow {
  const isEnd = hasEnded(row.status)
  const live = isEnd ? { ...row, pending_update: null } : row
  return {
    ...live,
    due_at: nextStep(live)?.at ?? null,
    ended_at: isEnd ? (row.ended_at ?? row.cancelled_at ?? row.modified_at) : null,
    notice_at: isEnd ? null : row.notice_at,
  }
}
