import type { Interval } from '#kernel/calendar.ts'
import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import { pageSource } from '#kernel/page.ts'
import { columns, sql } from '#kernel/sql.ts'

export interface PlanRow {
  merchant_id: string
  plan_id: string
  name: string
  description: string | null
  status: 'active' | 'archived'
  created: Date
  modified_at: Date
  version: number
}

export interface PriceRow {
  merchant_id: string
  item_price_id: string
  plan_id: string
  amount: number
  currency: string
  interval: Interval
  interval_count: number
  trial_period: number | null
  trial_period_unit: Interval | null
  /** Number of billed periods; null: until it is cancelled. */
  cycles: number | null
  /** A plan's first price has 0. */
  position: number
  created: Date
  version: number
}

export const plans = table<PlanRow>('plans', 'merchant_id', 'plan_id')
export const prices = table<PriceRow>('prices', 'merchant_id', 'item_price_id')

const planColumns = columns<PlanRow>()(`
  merchant_id plan_id name description status created modified_at version
`)

const priceColumns = columns<PriceRow>()(`
  merchant_id item_price_id plan_id amount currency interval interval_count trial_period trial_period_unit
  cycles position created version
`)

/** Responses show all prices in a plan, so their number is limited. */
export const MAX_PRICES = 100

export const findPlan = finder(plans, planColumns)
export const findPrice = finder(prices, priceColumns)
export const planPages = pageSource(plans, planColumns)

/** In plan order, and within a plan in the order in which they were added. */
export function findPlanPrices(
  db: Database,
  merchant_id: string,
  plan_ids: readonly string[],
): Promise<PriceRow[]> {
  // The limit keeps PostgreSQL from reading all the merchant's prices in index order.
  return db.rows<PriceRow>(sql`select ${priceColumns} from unnest(${plan_ids}::text[]) as of (id)
    cross join lateral (select ${priceColumns} from prices
      where merchant_id = ${merchant_id} and plan_id = of.id order by position limit ${MAX_PRICES}) as found
    order by plan_id, position`)
}

export function findPrices(
  db: Database,
  merchant_id: string,
  item_price_ids: readonly string[],
): Promise<PriceRow[]> {
  return db.rows<PriceRow>(sql`select ${priceColumns} from prices
    where merchant_id = ${merchant_id} and item_price_id = any(${item_price_ids})`)
}

/** In any state: an ended subscription still names its plan. */
export async function isUsed(db: Database, merchant_id: string, plan_id: string) {
  const found = await db.first(sql`select subscription_id from subscriptions
    where merchant_id = ${merchant_id} and plan_id = ${plan_id} limit 1`)
  return found !== undefined
}
