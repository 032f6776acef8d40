import type { Context } from '#kernel/context.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { toApi } from './read.ts'
import { type ListPlans, type Plan, planFilters } from './schema.ts'
import { findPlanPrices, planPages, type PlanRow, type PriceRow } from './store.ts'

export const planList = { source: planPages, filters: planFilters, toApi: (row: PlanRow) => row }

export async function listPlans(context: Context, input: ListPlans): Promise<Envelope<Plan>> {
  await profileOfRequest(context)
  const page = await readList(context, planList, input)
  const pricesByPlan = await readPrices(context, page.data)
  return { ...page, data: page.data.map((plan) => toApi(plan, pricesByPlan(plan))) }
}

/** Prices for the plans on one page, in one statement. */
export async function readPrices(
  { lists, merchant_id }: Context,
  plans: readonly PlanRow[],
): Promise<(plan: PlanRow) => PriceRow[]> {
  const plan_ids = plans.map(({ plan_id }) => plan_id)
  const found = await findPlanPrices(lists.db, merchant_id, plan_ids)
  const byPlan = Map.groupBy(found, (price) => price.plan_id)
  return ({ plan_id }) => byPlan.get(plan_id) ?? []
}
