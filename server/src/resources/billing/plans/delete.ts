import { remove, update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { readPlan } from './read.ts'
import type { DeletedPlan } from './schema.ts'
import { findPlanPrices, isUsed, plans, prices } from './store.ts'

/**
 * Archives the plan first: from then on no commit can make a subscription use it. So the plan that is not used
 * afterwards can be deleted.
 */
export async function deletePlan(context: Context, plan_id: string): Promise<DeletedPlan> {
  const { db, merchant_id } = context
  await profileOfRequest(context)
  await archive(context, plan_id)
  if (await isUsed(db, merchant_id, plan_id)) return { plan_id, deleted: false, status: 'archived' }
  await retryOnConflict(async () => {
    const current = await readPlan(context, plan_id)
    const ofPlan = await findPlanPrices(db, merchant_id, [plan_id])
    await context.commit(remove(plans, current), ...ofPlan.map((price) => remove(prices, price)))
  })
  return { plan_id, deleted: true, status: 'deleted' }
}

function archive(context: Context, plan_id: string): Promise<void> {
  return retryOnConflict(async () => {
    const current = await readPlan(context, plan_id)
    if (current.status === 'archived') return
    await context.commit(update(plans, current, { status: 'archived', modified_at: context.now }))
  })
}
