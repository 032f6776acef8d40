// A subscription's next due step and its time. The one timer, `due_at`, and the sweep's step both come from this
// table, so late steps run in time order.
import { addMs, DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { allows } from '#kernel/machine.ts'
import { hasEnded, subscription as machine } from './state.ts'
import type { SubscriptionRow } from './store.ts'

/** An unconfirmed subscription ends after this time. */
const CONFIRM_WITHIN_MS = DAY_MS

/** A subscription that has ended and still has an open invoice is looked at again. */
const CLOSE_AFTER_MS = HOUR_MS

type Moment = (row: SubscriptionRow) => Date | null

/** In the order in which simultaneous steps are taken. */
const moments = {
  close: (row) =>
    hasEnded(row.status) && row.open_invoice_id !== null
      ? addMs(row.modified_at, CLOSE_AFTER_MS)
      : null,
  expire: (row) => (row.status === 'created' ? addMs(row.created, CONFIRM_WITHIN_MS) : null),
  cancel: (row) => (allows(machine, row.status, 'cancel') ? row.cancel_at : null),
  pause: (row) => (allows(machine, row.status, 'pause') ? row.pause_at : null),
  resume: (row) => (row.status === 'paused' ? row.resume_at : null),
  abandon: (row) =>
    row.pending_update && !hasEnded(row.status) ? new Date(row.pending_update.expires_at) : null,
  end: (row) => (row.status === 'onetime' ? row.period_end : null),
  // While an invoice is open nothing is renewed: the next period is billed when that invoice is settled.
  renew: (row) => (isRenewed(row) && row.open_invoice_id === null ? row.period_end : null),
} as const satisfies Record<string, Moment>

export type Step = keyof typeof moments

export interface Due {
  readonly step: Step
  readonly at: Date
}

/** Undefined if nothing is planned: it has ended, or waits for a person or a payment. */
export function nextStep(row: SubscriptionRow, after: Date = new Date(0)): Due | undefined {
  let next: Due | undefined
  for (const step of Object.keys(moments) as Step[]) {
    const at = moments[step](row)
    if (at !== null && at > after && (next === undefined || at < next.at)) next = { step, at }
  }
  return next
}

/** Its cancellation, if that is due. */
export function dueCancellation(row: SubscriptionRow, now: Date): Date | undefined {
  const at = moments.cancel(row)
  return at !== null && at <= now ? at : undefined
}

function isRenewed(row: SubscriptionRow): boolean {
  return (row.status === 'active' || row.status === 'trial') && !isLastCycle(row)
}

/** All periods in its price have been billed. */
export function isLastCycle({
  cycles,
  cycles_billed,
}: Pick<SubscriptionRow, 'cycles' | 'cycles_billed'>): boolean {
  return cycles !== null && cycles_billed >= cycles
}
