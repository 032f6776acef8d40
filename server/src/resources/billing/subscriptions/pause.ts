import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import { undoChange } from './abandon.ts'
import { change } from './lifecycle.ts'
import { parserOfLater, type Scheduled } from './moments.ts'
import { type Parts, readParts, readRequested, readSubscription, show } from './read.ts'
import type { PauseSubscription, Subscription } from './schema.ts'
import { hasEnded, subscription } from './state.ts'
import type { SubscriptionRow } from './store.ts'

export async function pauseSubscription(
  context: Context,
  subscription_id: string,
  order: PauseOrder,
): Promise<Subscription> {
  await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    // An earlier attempt at this request has already paused it.
    if (context.isRetry && current.status === 'paused') return
    checkPause(current)
    if (order.pause_option === 'immediately') return pauseNow(context, current, context.now)
    const pause_at = order.later ?? current.period_end
    const parts = await readParts(context, current)
    await context.commit(...change(current, [], { pause_at }, parts, context.now).writes)
  })
  return show(context, await readSubscription(context, subscription_id))
}

type PauseOrder = Scheduled<PauseSubscription, 'pause_at'>

export const parsePause = parserOfLater<PauseSubscription, 'pause_at'>('pause_at', 'pause_option')

function checkPause({ status }: SubscriptionRow): void {
  if (allows(subscription, status, 'pause')) return
  const code = hasEnded(status) ? 'IR_16' : 'IR_14'
  throw new Failure(
    code,
    `The subscription is ${status}. It can be paused while it is active, in its trial or unpaid.`,
  )
}

/** Nothing is billed any more, an open invoice is not collected, and a plan change that was not paid is undone. */
export async function pauseNow(
  context: Context,
  current: SubscriptionRow,
  at: Date,
): Promise<void> {
  const { now } = context
  const parts = await readParts(context, current)
  const { set, invoice, writes } = await heldInvoice(context, current, parts)
  const paused = change(
    current,
    ['pause'],
    { ...set, paused_at: at, pause_at: null },
    { ...parts, invoice },
    now,
  )
  await context.commit(...paused.writes, ...writes)
}

async function heldInvoice(context: Context, current: SubscriptionRow, { invoice }: Parts) {
  if (current.pending_update) return undoChange(context, current)
  if (current.open_invoice_id !== invoice.invoice_id) return { set: {}, invoice, writes: [] }
  const { row, write } = moveInvoice(invoice, undefined, { next_attempt_at: null }, context.now)
  return { set: {}, invoice: row, writes: [write] }
}
