import type { Context } from '#kernel/context.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { readPlan, toApi } from './read.ts'
import type { Plan } from './schema.ts'
import { findPlanPrices } from './store.ts'

export async function getPlan(context: Context, plan_id: string): Promise<Plan> {
  await profileOfRequest(context)
  const plan = await readPlan(context, plan_id)
  return toApi(plan, await findPlanPrices(context.db, context.merchant_id, [plan_id]))
}
