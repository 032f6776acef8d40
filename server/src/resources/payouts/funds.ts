// A profile can refuse payouts above the available balance. Two payouts that would each fit must not both
// pass, so a payout that was checked touches its merchant's guard in its own commit: of two that were
// decided at the same time, one is refused and looks again.
import { insert, update, type Write } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { available } from '#core/ledger/read.ts'
import { profileOfExisting } from '#resources/profiles/read.ts'
import { findGuard, guards, type PayoutRow } from './store.ts'

/** Tells what must be written with the payout. */
export async function checkFunds(
  context: Context,
  { profile_id, amount, currency }: PayoutRow,
): Promise<Write[]> {
  const { refuse_payouts_above_balance } = await profileOfExisting(context, profile_id)
  if (!refuse_payouts_above_balance) return []
  const { merchant_id } = context
  // The guard first: what is booked after this was read makes the commit fail.
  const guard = await findGuard(context.db, merchant_id, currency)
  const left = await available(context, currency)
  if (amount > left) {
    const message = `Only ${left > 0n ? left : 0} ${currency} are available, and this profile pays out no more.`
    throw new Failure('IR_13', message, { field: 'amount', details: { available: Number(left) } })
  }
  if (guard) return [update(guards, guard, {})]
  return [insert(guards, { merchant_id, currency, version: 1 })]
}
