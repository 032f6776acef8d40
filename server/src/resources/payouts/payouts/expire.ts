import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { advance } from './lifecycle.ts'
import { readPayout } from './read.ts'
import { payout } from './state.ts'

/** Expires a payout that was not sent in time, unless it is being sent now. */
export function expirePayout(context: Context, payout_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    const isDue = current.expires_at !== null && current.expires_at <= context.now
    if (!isDue || !allows(payout, current.status, 'expire')) return
    await context.commit(...advance(current, ['expire'], {}, context.now).writes)
  })
}
