import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { readMerchant } from '#resources/accounts/merchants/read.ts'
import { missingApprovals } from './approvals.ts'
import { ready } from './confirm.ts'
import { checkEligibility, checkLater } from './eligibility.ts'
import { performPayout, startPayout } from './fulfill.ts'
import { advance } from './lifecycle.ts'
import { readInstrument } from '#resources/methods/payout_methods/resolve_method.ts'
import { readPayout } from './read.ts'
import type { PayoutRow } from './store.ts'

/** Sends a payout that is due, or checks again whether its recipient has an account. */
export async function advancePayout(context: Context, payout_id: string): Promise<void> {
  const operation_id = context.id('op')
  const started = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    if (current.fulfill_at === null || current.fulfill_at > context.now) return undefined
    if (current.status === 'requires_fulfillment') {
      const { status } = await readMerchant(context.db, context.merchant_id)
      const isHeld = status !== 'active' || (await missingApprovals(context, current)) > 0
      if (!isHeld) return startPayout(context, current, operation_id)
      await hold(context, current)
      return undefined
    }
    await checkAccount(context, current)
    return undefined
  })
  if (started) await performPayout(context, started)
}

/**
 * A suspended merchant's payouts are held, and sent when it is resumed. A payout that became automatic before its
 * profile asked for approvals is held until it has them.
 */
async function hold(context: Context, current: PayoutRow): Promise<void> {
  const set = { fulfill_at: addMs(context.now, MINUTE_MS) }
  await context.commit(...advance(current, [], set, context.now).writes)
}

async function checkAccount(context: Context, current: PayoutRow): Promise<void> {
  const { now } = context
  const instrument = await readInstrument(context, current)
  const checked = instrument && (await checkEligibility(context, current, instrument))
  const { writes } =
    checked?.result === 'eligible'
      ? advance(current, ['open_account'], ready(current, now), now)
      : advance(current, [], checkLater(now), now)
  await context.commit(...writes)
}
