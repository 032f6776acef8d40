import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { advance, assertNotSent } from './lifecycle.ts'
import { readPayout, toApi } from './read.ts'
import type { CancelPayout, Payout } from './schema.ts'

/** Cancels the payout before it is sent. */
export async function cancelPayout(
  context: Context,
  payout_id: string,
  input: CancelPayout,
): Promise<Payout> {
  const set = { cancellation_reason: input.cancellation_reason ?? null }
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    assertNotSent(current, 'cancelled')
    const decided = advance(current, ['cancel'], set, context.now)
    await context.commit(...decided.writes)
    return decided.row
  })
  return toApi(context, row)
}
