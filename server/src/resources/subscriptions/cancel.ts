import type { Write } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import type { Sent } from '#http/route.ts'
import { moveCredit, readCredit } from '#resources/invoices/credit.ts'
import { readPrice } from '#resources/plans/read.ts'
import { closeInvoice, voidUnlessOpen } from './close_invoice.ts'
import { change } from './lifecycle.ts'
import { futureMoment, refuseMoment } from './moments.ts'
import { unusedShare } from './period.ts'
import { type Parts, readParts, readRequested, readSubscription, show } from './read.ts'
import type { CancelSubscription, Subscription } from './schema.ts'
import { isFirst, releaseCoupon } from './settled.ts'
import { hasEnded, subscription, type SubscriptionStatus } from './state.ts'
import type { SubscriptionRow } from './store.ts'

export async function cancelSubscription(
  context: Context,
  subscription_id: string,
  input: CancelSubscription,
): Promise<Subscription> {
  const cancel_at = cancelMoment(input, context.now)
  await retryOnConflict(async () => {
    const current = await readRequested(context, subscription_id)
    if (context.isRetry && isCancelled(current, input)) return closeInvoice(context, current)
    checkCancel(current, input)
    const chosen = {
      cancel_credit: input.credit_option ?? 'none',
      cancel_reason: input.reason ?? null,
    }
    if (input.cancel_option === 'immediately') return cancelNow(context, { ...current, ...chosen })
    const isTerm = input.cancel_option === 'end_of_term'
    const set = { ...chosen, cancel_at: isTerm ? current.period_end : (cancel_at ?? null) }
    const parts = await readParts(context, current)
    const path = isTerm ? (['stop_renewing'] as const) : []
    await context.commit(...change(current, path, set, parts, context.now).writes)
  })
  return show(context, await readSubscription(context, subscription_id))
}

/** An earlier attempt of this request has cancelled it already. */
function isCancelled({ status }: SubscriptionRow, { cancel_option }: CancelSubscription): boolean {
  return status === 'cancelled' || (status === 'onetime' && cancel_option === 'end_of_term')
}

/** When it is to happen, if later. */
export function cancelMoment(
  { cancel_option, cancel_at }: Sent<CancelSubscription>,
  now: Date,
): Date | undefined {
  if (cancel_option === 'specific_date') return futureMoment('cancel_at', cancel_at, now)
  refuseMoment('cancel_at', cancel_at, cancel_option)
  return undefined
}

/** In these states a cancellation can be scheduled. */
const SCHEDULABLE: ReadonlySet<SubscriptionStatus> = new Set([
  'active',
  'trial',
  'paused',
  'unpaid',
  'pending',
])

function checkCancel({ status }: SubscriptionRow, { cancel_option }: CancelSubscription): void {
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

/** Ends the subscription; the open invoice is voided, and credit is granted as chosen. */
export async function cancelNow(context: Context, current: SubscriptionRow): Promise<void> {
  const { now } = context
  const { parts, writes, open_invoice_id } = await voidUnlessOpen(context, current)
  const set = { cancelled_at: now, cancel_at: null, open_invoice_id }
  const isUnpaid = isFirst(parts.invoice) && current.open_invoice_id !== null
  const changed = change(current, ['cancel'], set, parts, now)
  await context.commit(
    ...changed.writes,
    ...writes,
    ...(await creditOf(context, current, parts)),
    ...(isUnpaid ? await releaseCoupon(context, current) : []),
  )
  await closeInvoice(context, changed.row)
}

/** Of the present period, if it was paid. */
async function creditOf(
  context: Context,
  current: SubscriptionRow,
  { invoice }: Parts,
): Promise<Write[]> {
  const { cancel_credit, period_start, period_end, period_amount } = current
  const isPaid = invoice.status === 'invoice_paid' && current.status !== 'trial'
  if (!isPaid || !period_start || !period_end) return []
  const period = { start: period_start, end: period_end }
  const unused = unusedShare(period_amount, period, context.now)
  const hasPassed = period_end <= context.now
  const full = hasPassed ? 0 : period_amount
  const amount = cancel_credit === 'full' ? full : cancel_credit === 'prorate' ? unused : 0
  if (amount === 0) return []
  const { currency } = await readPrice(context, current.item_price_id)
  const { customer_id, subscription_id } = current
  const balance = await readCredit(context, { customer_id, currency })
  const move = { customer_id, currency, subscription_id, invoice_id: null, amount }
  return moveCredit(context, balance, { ...move, reason: 'cancellation' })
}
