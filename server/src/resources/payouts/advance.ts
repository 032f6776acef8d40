import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { ready } from './confirm.ts'
import { askEligibility, lookAgain } from './eligibility.ts'
import { performPayout, startPayout } from './fulfill.ts'
import { advance } from './lifecycle.ts'
import { instrumentOf } from '#resources/payout_methods/resolve_method.ts'
import { readPayout } from './read.ts'
import type { PayoutRow } from './store.ts'

/** A payout whose moment has come is sent, or its recipient looked at again; one that has moved on is not. */
export async function advancePayout(context: Context, payout_id: string): Promise<void> {
  const operation_id = context.id('op')
  const started = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    if (current.fulfill_at === null || current.fulfill_at > context.now) return undefined
    if (current.status === 'requires_fulfillment') {
      return startPayout(context, current, operation_id)
    }
    await lookForAccount(context, current)
    return undefined
  })
  if (started) await performPayout(context, started)
}

async function lookForAccount(context: Context, current: PayoutRow): Promise<void> {
  const { now } = context
  const instrument = await instrumentOf(context, current)
  const checked = instrument && (await askEligibility(context, current, instrument))
  const { writes } =
    checked?.result === 'eligible'
      ? advance(current, ['open_account'], ready(current, now), now)
      : advance(current, [], lookAgain(now), now)
  await context.commit(...writes)
}
