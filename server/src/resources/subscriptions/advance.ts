// Does what is due for a subscription: one thing after the other, each in its own commit, until nothing is due.
import { update } from '#kernel/change.ts'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { readMerchant } from '#resources/merchants/read.ts'
import { billNext } from './bill.ts'
import { cancelNow } from './cancel.ts'
import { closeInvoice } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { expire } from './expire.ts'
import { pauseNow } from './pause.ts'
import { readParts, readSubscription } from './read.ts'
import { resumeNow } from './resume_now.ts'
import { hasEnded } from './state.ts'
import { type SubscriptionRow, subscriptions } from './store.ts'

/** After an outage several periods may be due; a sweep continues with the rest. */
const MAX_STEPS = 12

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

async function takeStep(context: Context, current: SubscriptionRow): Promise<unknown> {
  const { status } = current
  const isPast = (moment: Date | null) => moment !== null && moment <= context.now
  if (hasEnded(status)) return closeInvoice(context, current)
  if (status === 'created') return expire(context, current)
  if (isPast(current.cancel_at)) return cancelNow(context, current)
  if (status === 'paused') return resumeNow(context, current)
  if (isPast(current.pause_at)) return pauseNow(context, current)
  if (status === 'onetime') return end(context, current)
  const { status: account } = await readMerchant(context.db, context.merchant_id)
  return account === 'active' ? billNext(context, current) : hold(context, current)
}

/** The customers of a suspended merchant are not charged; what is due is billed when the merchant is resumed. */
async function hold({ commit, now }: Context, current: SubscriptionRow): Promise<void> {
  await commit(update(subscriptions, current, { due_at: addMs(now, HOUR_MS) }))
}

/** The last cycle has ended. */
async function end(context: Context, current: SubscriptionRow): Promise<void> {
  const parts = await readParts(context, current)
  await context.commit(...change(current, ['end'], {}, parts, context.now).writes)
}
