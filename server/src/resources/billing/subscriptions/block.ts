import type { Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { moveToVoided } from '#resources/billing/invoices/void.ts'
import { creditWrites } from './grant_credit.ts'
import { change } from './lifecycle.ts'
import type { Settling } from './decide_settlement.ts'

/** A risk rule refuses the plan change: the subscription ends, and the rest of the paid period becomes credit. */
export async function blockChange(
  context: Context,
  { subscription, invoice, payment }: Settling,
): Promise<Write[]> {
  const { now } = context
  const { unified_code } = payment
  const changed = moveToVoided(invoice, now, { unified_code })
  const parts = { invoice: changed.row, payment }
  const ended = change(subscription, ['block'], { open_invoice_id: null }, parts, now)
  const credit = await creditWrites(context, subscription, 'prorate', now, invoice)
  return [...ended.writes, changed.write, ...credit]
}
