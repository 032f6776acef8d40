import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { checkReady } from './fulfill.ts'
import { advance } from './lifecycle.ts'
import { readPayout, toApi } from './read.ts'
import type { Payout } from './schema.ts'
import type { PayoutRow } from './store.ts'

/** Approves the payout's content as it is now. */
export async function approvePayout(context: Context, payout_id: string): Promise<Payout> {
  const user_id = approver(context)
  const row = await retryOnConflict(async () => {
    const current = await readPayout(context, payout_id)
    checkReady(current, 'approved')
    if (current.approvals.some((each) => each.user_id === user_id)) return current
    checkDistance(current, user_id)
    const approval = { user_id, created: context.now.toISOString() }
    const approvals = [...current.approvals, approval]
    const decided = advance(current, [], { approvals }, context.now)
    await context.commit(...decided.writes)
    return decided.row
  })
  return toApi(context, row)
}

/** The route admits users only. */
function approver({ caller }: Context): string {
  if (caller.session === null) throw new Failure('AU_03', 'Only a signed-in user can approve.')
  return caller.session.user_id
}

function checkDistance({ prepared_by }: PayoutRow, user_id: string): void {
  if (!prepared_by.includes(user_id)) return
  const message = 'You created this payout or changed its content, so another user must approve it.'
  throw new Failure('AU_03', message)
}
