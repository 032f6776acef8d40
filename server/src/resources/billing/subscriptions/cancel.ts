import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { closeInvoice, voidUnlessOpen } from './close_invoice.ts'
import { creditWrites } from './grant_credit.ts'
import { change } from './lifecycle.ts'
import { parserOfLater, type Scheduled } from './moments.ts'
import { releaseCoupon } from './never_started.ts'
import { readParts, readRequested, readSubscription, show } from './read.ts'
import type { CancelSubscription, Subscription } from './schema.ts'
import { hasEnded, subscription, type SubscriptionStatus } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { isFirst } from './decide_settlement.ts'

export async function cancelSubscription(
  context: Context,
  subscription_id: string,
  order: CancelOrder,
): Promise<Subscription> {
  await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    if (context.isRetry && isCancelled(current, order)) return closeInvoice(context, current)
    const { cancel_at, path, ...chosen } = decideCancel(current, order)
    if (cancel_at === undefined) {
      return cancelNow(context, { ...current, ...chosen }, context.now)
    }
    const parts = await readParts(context, current)
    const set = { ...chosen, cancel_at }
    await context.commit(...change(current, path, set, parts, context.now).writes)
  })
  return show(context, await readSubscription(context, subscription_id))
}

/** `cancel_at` is undefined for a cancellation with this request. */
export function decideCancel(current: SubscriptionRow, order: CancelOrder) {
  checkCancel(current, order)
  const { cancel_option, credit_option, reason, later = null } = order
  const isTerm = cancel_option === 'end_of_term'
  const isNow = cancel_option === 'immediately'
  return {
    cancel_credit: credit_option ?? 'none',
    cancel_reason: reason ?? null,
    cancel_at: isNow ? undefined : isTerm ? current.period_end : later,
    path: isTerm ? (['stop_renewing'] as const) : [],
  }
}

/** An earlier attempt at this request has already cancelled it. */
function isCancelled({ status }: SubscriptionRow, { cancel_option }: CancelOrder): boolean {
  return status === 'cancelled' || (status === 'onetime' && cancel_option === 'end_of_term')
}

export type CancelOrder = Scheduled<CancelSubscription, 'cancel_at'>

export const parseCancel = parserOfLater<CancelSubscription, 'cancel_at'>(
  'cancel_at',
  'cancel_option',
)

/** In these states a cancellation can be scheduled. */
const SCHEDULABLE: ReadonlySet<SubscriptionStatus> = new Set([
  'active',
  'trial',
  'paused',
  'unpaid',
  'pending',
])

function checkCancel({ status }: SubscriptionRow, { cancel_option }: CancelOrder): void {
  if (hasEnded(status)) {
    throw new Failure('IR_16', `The subscription is ${status} and cannot be cancelled.`)
  }
  const isAllowed =
    cancel_option === 'immediately' ||
    (cancel_option === 'end_of_term'
      ? allows(subscription, status, 'stop_renewing')
      : SCHEDULABLE.has(status))
  if (isAllowed) return
  const message = `A subscription that is ${status} can be cancelled with cancel_option immediately only.`
  throw new Failure('IR_14', message, { field: 'cancel_option' })
}

/** Ends the subscription; the open invoice is voided and credit is granted as chosen, both as of a given moment. */
export async function cancelNow(
  context: Context,
  current: SubscriptionRow,
  at: Date,
): Promise<void> {
  const { now } = context
  const { parts, writes, open_invoice_id, voided } = await voidUnlessOpen(context, current)
  const set = { cancelled_at: at, cancel_at: null, open_invoice_id }
  const isUnpaid = isFirst(parts.invoice) && current.open_invoice_id !== null
  const changed = change(current, ['cancel'], set, parts, now)
  await context.commit(
    ...changed.writes,
    ...writes,
    ...(await creditWrites(context, current, current.cancel_credit ?? 'none', at, voided)),
    ...(isUnpaid ? await releaseCoupon(context, current) : []),
  )
  await closeInvoice(context, changed.row)
}
