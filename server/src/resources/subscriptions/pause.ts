import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import { changeInvoice } from '#resources/invoices/change.ts'
import { change } from './lifecycle.ts'
import { futureMoment, refuseMoment } from './moments.ts'
import { readParts, readRequested, readSubscription, show } from './read.ts'
import type { PauseSubscription, Subscription } from './schema.ts'
import { hasEnded, subscription } from './state.ts'
import type { SubscriptionRow } from './store.ts'

export async function pauseSubscription(
  context: Context,
  subscription_id: string,
  input: PauseSubscription,
): Promise<Subscription> {
  const sent = pauseMoment(input, context.now)
  await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    // An earlier attempt of this request has paused it already.
    if (context.isRetry && current.status === 'paused') return
    checkPause(current)
    if (input.pause_option === 'immediately') return pauseNow(context, current)
    const pause_at = sent ?? current.period_end
    const parts = await readParts(context, current)
    await context.commit(...change(current, [], { pause_at }, parts, context.now).writes)
  })
  return show(context, await readSubscription(context, subscription_id))
}

/** When it is to happen, if later. */
export function pauseMoment(
  { pause_option, pause_at }: Sent<PauseSubscription>,
  now: Date,
): Date | undefined {
  if (pause_option === 'specific_date') return futureMoment('pause_at', pause_at, now)
  refuseMoment('pause_at', pause_at, pause_option)
  return undefined
}

function checkPause({ status }: SubscriptionRow): void {
  if (allows(subscription, status, 'pause')) return
  const code = hasEnded(status) ? 'IR_16' : 'IR_14'
  throw new Failure(
    code,
    `The subscription is ${status}. It can be paused while it is active, in its trial or unpaid.`,
  )
}

/** Nothing is billed any more, and an open invoice is not collected. */
export async function pauseNow(context: Context, current: SubscriptionRow): Promise<void> {
  const { now } = context
  const parts = await readParts(context, current)
  const open = current.open_invoice_id === parts.invoice.invoice_id ? parts.invoice : undefined
  const held = open && changeInvoice(open, { next_attempt_at: null }, now)
  const writes: Write[] = held ? [held.write] : []
  const shown = held ? { ...parts, invoice: held.row } : parts
  const set = { paused_at: now, pause_at: null }
  await context.commit(...change(current, ['pause'], set, shown, now).writes, ...writes)
}
