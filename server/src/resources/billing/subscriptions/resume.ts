import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { advanceSubscription } from './advance.ts'
import { change } from './lifecycle.ts'
import { parserOfLater, type Scheduled } from './moments.ts'
import { readParts, readRequested, readSubscription, show } from './read.ts'
import type { ResumeSubscription, Subscription } from './schema.ts'
import { resumeNow } from './resume_now.ts'
import { hasEnded } from './state.ts'
import type { SubscriptionRow } from './store.ts'

/** If the paid period has passed meanwhile, a new one begins and is charged at once. */
export async function resumeSubscription(
  context: Context,
  subscription_id: string,
  order: ResumeOrder,
): Promise<Subscription> {
  const { later: resume_at } = order
  const resume_collects = order.unpaid_invoices_handling === 'schedule_payment_collection'
  await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    // An earlier attempt at this request has already resumed it.
    const isResumed = current.paused_at === null && !hasEnded(current.status)
    if (context.isRetry && isResumed) return
    checkResume(current)
    if (resume_at === undefined) {
      return resumeNow(context, { ...current, resume_collects }, context.now)
    }
    const parts = await readParts(context, current)
    const set = { resume_at, resume_collects }
    await context.commit(...change(current, [], set, parts, context.now).writes)
  })
  if (resume_at === undefined) await advanceSubscription(context, subscription_id)
  return show(context, await readSubscription(context, subscription_id))
}

export type ResumeOrder = Scheduled<ResumeSubscription, 'resume_date'>

export const parseResume = parserOfLater<ResumeSubscription, 'resume_date'>(
  'resume_date',
  'resume_option',
)

export function checkResume({ status }: SubscriptionRow): void {
  if (status === 'paused') return
  const code = hasEnded(status) ? 'IR_16' : 'IR_14'
  throw new Failure(code, `The subscription is ${status}. Only one that is paused can be resumed.`)
}
