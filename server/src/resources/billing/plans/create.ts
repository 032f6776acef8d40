import { insert } from '#kernel/change.ts'
import { Conflict, retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { areSame, checkPrices, findTaken, newPrices, takenPrice } from './new_prices.ts'
import { toApi } from './read.ts'
import type { CreatePlan, Plan } from './schema.ts'
import { findPlan, findPlanPrices, type PlanRow, plans, type PriceRow, prices } from './store.ts'

/** Stores a plan and its prices, under the merchant's ids or under ours. */
export async function createPlan(context: Context, input: CreatePlan): Promise<Plan> {
  checkPrices(input.prices)
  await profileOfRequest(context)
  const plan = newPlan(context, input)
  const ofPlan = newPrices(context, plan.plan_id, input.prices, 0)
  const writes = [insert(plans, plan), ...ofPlan.map((price) => insert(prices, price))]
  return retryOnConflict(async () => {
    if (await context.tryCommit(...writes)) return toApi(plan, ofPlan)
    const earlier = await findEarlier(context, input, plan, ofPlan)
    if (earlier !== undefined) return earlier
    const [taken] = await findTaken(context, ofPlan)
    // Neither the plan nor a price is there: what was in the way has been deleted.
    throw taken === undefined ? new Conflict() : takenPrice(taken.item_price_id, ofPlan)
  })
}

/** The plan that an earlier attempt at this request created; undefined if no plan has the id. */
async function findEarlier(
  context: Context,
  input: CreatePlan,
  wanted: PlanRow,
  ofWanted: readonly PriceRow[],
): Promise<Plan | undefined> {
  const { db, merchant_id } = context
  const existing = await findPlan(db, merchant_id, wanted.plan_id)
  if (existing === undefined) return undefined
  const ofExisting = await findPlanPrices(db, merchant_id, [wanted.plan_id])
  // A generated id exists only if an earlier attempt at this request created it.
  const isOurs = input.plan_id === undefined || (context.isRetry && isSame(existing, wanted))
  if (isOurs && areSame(ofExisting, ofWanted)) return toApi(existing, ofExisting)
  throw new Failure('HE_01', `A plan with the id ${wanted.plan_id} exists already.`, {
    field: 'plan_id',
    details: { existing_id: wanted.plan_id },
  })
}

function isSame(existing: PlanRow, wanted: PlanRow): boolean {
  return existing.name === wanted.name && existing.description === wanted.description
}

function newPlan(context: Context, input: CreatePlan): PlanRow {
  return {
    merchant_id: context.merchant_id,
    plan_id: input.plan_id ?? context.id('plan'),
    name: input.name,
    description: input.description ?? null,
    status: 'active',
    created: context.now,
    modified_at: context.now,
    version: 1,
  }
}
