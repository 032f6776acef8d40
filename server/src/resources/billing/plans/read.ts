import { type Demand, demand } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { Plan, Price } from './schema.ts'
import { findPlan, findPrice, type PlanRow, plans, type PriceRow, prices } from './store.ts'

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
