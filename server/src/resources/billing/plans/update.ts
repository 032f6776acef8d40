import { insert, update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { areSame, checkPrices, findTaken, newPrices, takenPrice } from './new_prices.ts'
import { readPlan, toApi } from './read.ts'
import type { Plan, UpdatePlan } from './schema.ts'
import { findPlanPrices, MAX_PRICES, type PlanRow, plans, type PriceRow, prices } from './store.ts'

/** Absent leaves a field as it is, null clears the description, prices are added. */
export async function updatePlan(
  context: Context,
  plan_id: string,
  input: UpdatePlan,
): Promise<Plan> {
  const sent = input.prices ?? []
  checkPrices(sent)
  await profileOfRequest(context)
  return retryOnConflict(async () => {
    const current = await readPlan(context, plan_id)
    const existing = await findPlanPrices(context.db, context.merchant_id, [plan_id])
    const wanted = newPrices(context, plan_id, sent, existing.length)
    const added = await notYetAdded(context, wanted)
    checkNumber(plan_id, existing.length + added.length)
    const set = decideUpdate(current, input, context.now)
    await context.commit(
      // The plan's version also protects the positions and the number of its prices.
      update(plans, current, set),
      ...added.map((price) => insert(prices, price)),
    )
    return toApi({ ...current, ...set }, [...existing, ...added])
  })
}

function decideUpdate(current: PlanRow, input: UpdatePlan, now: Date) {
  const { name = current.name, description = current.description } = input
  return { name, description, modified_at: now }
}

/** Nothing is left to add if an earlier attempt at this request has added them. */
async function notYetAdded(context: Context, wanted: PriceRow[]): Promise<PriceRow[]> {
  const [taken, ...more] = await findTaken(context, wanted)
  if (taken === undefined) return wanted
  if (context.isRetry && areSame([taken, ...more], wanted)) return []
  throw takenPrice(taken.item_price_id, wanted)
}

function checkNumber(plan_id: string, count: number): void {
  if (count <= MAX_PRICES) return
  const message = `The plan ${plan_id} would have ${count} prices; ${MAX_PRICES} are possible. Create another plan.`
  throw new Failure('IR_29', message, { field: 'prices' })
}
