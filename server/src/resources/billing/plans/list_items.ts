import type { Context } from '#kernel/context.ts'
import { readList } from '#http/lists.ts'
import { project } from '#http/fields.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { planList, readPrices } from './read.ts'
import { Item, ItemPrice, type ListItems, type ListPlans } from './schema.ts'
import type { PlanRow, PriceRow } from './store.ts'

/** A shop's offers: the active plans with their prices, as an array. */
export async function listItems(context: Context, input: ListItems): Promise<Item[]> {
  await profileOfRequest(context)
  const { item_type: _, ...page } = input
  const active: ListPlans = { ...page, status: 'active' }
  const { data } = await readList(context, planList, active)
  const pricesByPlan = await readPrices(context, data)
  return data.map((plan) => toItem(plan, pricesByPlan(plan)))
}

function toItem(plan: PlanRow, prices: readonly PriceRow[]): Item {
  const price_id = prices.map((price) =>
    project(ItemPrice, { ...price, price_id: price.item_price_id, item_id: plan.plan_id }),
  )
  return project(Item, { ...plan, item_id: plan.plan_id, price_id })
}
