import { type Demand, demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { type Envelope, readList } from '#http/lists.ts'
import { profileOfRequest } from '#resources/accounts/profiles/read.ts'
import { type ListPlans, Plan, planFilters, Price } from './schema.ts'
import {
  findPlan,
  findPlanPrices,
  findPrice,
  findPrices,
  planPages,
  type PlanRow,
  plans,
  type PriceRow,
  prices,
} from './store.ts'

export type { PlanRow, PriceRow } from './store.ts'

export function toApi(row: PlanRow, ofPlan: readonly PriceRow[]): Plan {
  return project(Plan, { ...row, prices: ofPlan.map((price) => project(Price, price)) })
}

export async function readPlan(context: Context, plan_id: string): Promise<PlanRow> {
  const row = await findPlan(context.db, context.merchant_id, plan_id)
  if (row === undefined) throw notFound('plan', plan_id)
  return row
}

export async function readPrice(context: Context, item_price_id: string): Promise<PriceRow> {
  const row = await findPrice(context.db, context.merchant_id, item_price_id)
  if (row === undefined) throw notFound('price', item_price_id)
  return row
}

type Reader = Pick<Context, 'db' | 'merchant_id'>

export function findMerchantPlan({ db, merchant_id }: Reader, plan_id: string) {
  return findPlan(db, merchant_id, plan_id)
}

export function findMerchantPrice({ db, merchant_id }: Reader, item_price_id: string) {
  return findPrice(db, merchant_id, item_price_id)
}

export function findMerchantPrices(
  { db, merchant_id }: Reader,
  item_price_ids: readonly string[],
): Promise<PriceRow[]> {
  return findPrices(db, merchant_id, item_price_ids)
}

/** An archived plan keeps its subscriptions and takes no new ones. */
export function checkAvailable(plan: PlanRow): void {
  if (plan.status === 'active') return
  const message = `The plan ${plan.plan_id} is archived; choose a price of another plan.`
  throw new Failure('IR_29', message, { field: 'item_price_id' })
}

/**
 * Refuses its commit when the plan has been archived or deleted since it was read. Every commit that makes a
 * subscription use a price needs it, or the plan could be deleted at the same moment.
 */
export function whileAvailable(plan: PlanRow, price: PriceRow): Demand[] {
  return [demand(plans, plan, ['status']), demand(prices, price, ['plan_id'])]
}

export async function getPlan(context: Context, plan_id: string): Promise<Plan> {
  await profileOfRequest(context)
  const plan = await readPlan(context, plan_id)
  return toApi(plan, await findPlanPrices(context.db, context.merchant_id, [plan_id]))
}

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
