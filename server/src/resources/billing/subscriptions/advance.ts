// Runs a subscription's due steps one after the other, each in its own commit and as of its own moment, until nothing
// is due.
import { update } from '#kernel/change.ts'
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { abandonChange } from './abandon.ts'
import { billNext } from './bill.ts'
import { cancelNow } from './cancel.ts'
import { closeInvoice } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { expire } from './expire.ts'
import { pauseNow } from './pause.ts'
import { readParts, readSubscription } from './read.ts'
import { reschedule } from './reschedule.ts'
import { resumeNow } from './resume_now.ts'
import { hasEnded } from './state.ts'
import { type SubscriptionRow, subscriptions } from './store.ts'
import { readOffer } from './terms.ts'
import { type Due, dueCancellation, nextStep, type Step } from './timers.ts'

/** After an outage several periods may be due; a sweep continues with the rest. */
const MAX_STEPS = 12

/** A payment is in flight: its outcome continues at once; apart from that it is looked at less and less often. */
function waitMs(late_ms: number): number {
  return Math.min(DAY_MS, Math.max(5 * MINUTE_MS, late_ms / 4))
}

export async function advanceSubscription(
  context: Context,
  subscription_id: string,
): Promise<void> {
  for (let n = 0; n < MAX_STEPS; n++) {
    const isDone = await retryOnConflict(async () => {
      const current = await readSubscription(context, subscription_id)
      if (current.due_at === null || current.due_at > context.now) return true
      await takeStep(context, current)
      return hasEnded(current.status)
    })
    if (isDone) return
  }
}

type Act = (context: Context, current: SubscriptionRow, at: Date) => Promise<unknown>

const acts: Readonly<Record<Step, Act>> = {
  close,
  expire,
  cancel: cancelNow,
  pause: pauseNow,
  resume: resumeNow,
  abandon: abandonChange,
  end,
  renew,
}

async function takeStep(context: Context, current: SubscriptionRow): Promise<void> {
  const due = nextStep(current)
  // The timer comes from an older release, or from a merchant that was suspended.
  if (due === undefined || due.at > context.now) return reschedule(context, current)
  try {
    await acts[due.step](context, current, due.at)
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 409) throw error
    // A payment in flight delays a pause, and a plan change's end, but no cancellation.
    const cancel_at = due.step === 'cancel' ? undefined : dueCancellation(current, context.now)
    if (cancel_at) await cancelNow(context, current, cancel_at)
    else await hold(context, current, lookAgainAt(current, due, context.now))
  }
}

/** A payment that cannot be cancelled, such as one in review, is checked again later. */
async function close(context: Context, ended: SubscriptionRow, at: Date): Promise<void> {
  await closeInvoice(context, ended)
  const current = await readSubscription(context, ended.subscription_id)
  if (current.open_invoice_id === null) return
  await hold(context, current, lookAgainAt(current, { step: 'close', at }, context.now))
}

/** Not later than whatever else is planned. */
function lookAgainAt(current: SubscriptionRow, { at }: Due, now: Date): Date {
  const again = addMs(now, waitMs(now.getTime() - at.getTime()))
  const next = nextStep(current, now)
  return next && next.at < again ? next.at : again
}

/**
 * Customers are not charged while their merchant is suspended; due periods are billed when the merchant is resumed.
 */
async function renew(context: Context, current: SubscriptionRow): Promise<void> {
  const [{ status }, offer] = await Promise.all([
    readMerchant(context.db, context.merchant_id),
    readOffer(context, current),
  ])
  if (status !== 'active') return hold(context, current, addMs(context.now, HOUR_MS))
  await billNext(context, current, offer)
}

async function hold({ commit }: Context, current: SubscriptionRow, due_at: Date): Promise<void> {
  await commit(update(subscriptions, current, { due_at }))
}

/** The last cycle has ended. */
async function end(context: Context, current: SubscriptionRow, at: Date): Promise<void> {
  const parts = await readParts(context, current)
  await context.commit(...change(current, ['end'], { ended_at: at }, parts, context.now).writes)
}
