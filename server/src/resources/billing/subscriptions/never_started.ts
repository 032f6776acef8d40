// The first payment failed: the subscription ends, and what it had reserved is free again.
import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { readCoupon, release } from '#resources/billing/coupons/read.ts'
import { moveInvoice } from '#resources/billing/invoices/change.ts'
import { returnCredit } from '#resources/billing/invoices/void.ts'
import { change } from './lifecycle.ts'
import { fromCreated } from './state.ts'
import type { SubscriptionRow } from './store.ts'
import { classifyFailure, type Settling } from './decide_settlement.ts'

export async function neverStarted(
  context: Context,
  { invoice, subscription, payment }: Settling,
): Promise<Write[]> {
  const { unified_code } = payment
  const changed = moveInvoice(invoice, classifyFailure(payment), { unified_code }, context.now)
  const parts = { invoice: changed.row, payment }
  const closed = { open_invoice_id: null }
  const path = fromCreated(subscription.status, ['decline_first'])
  const ended = change(subscription, path, closed, parts, context.now)
  return [
    ...ended.writes,
    changed.write,
    ...(await returnCredit(context, invoice)),
    ...(await releaseCoupon(context, subscription)),
  ]
}

/** A subscription that was never paid does not count against its coupon. */
export async function releaseCoupon(
  context: Context,
  { coupon_code }: Pick<SubscriptionRow, 'coupon_code'>,
): Promise<Write[]> {
  return coupon_code === null ? [] : release(await readCoupon(context, coupon_code))
}
