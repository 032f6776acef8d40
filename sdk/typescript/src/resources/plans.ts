// Generated from the route table by `npm run sdk`. Change the table, not this file.

import type { List } from '../list.ts'
import type { Page } from '../list.ts'
import type { CallOptions } from '../options.ts'
import { Resource } from '../resource.ts'
import type { Currency, PageParams } from '../types/shared.ts'

/** What can be subscribed to, and its prices. */
export class PlansApi extends Resource {
  /**
   * Create a plan.
   *
   * A plan has one or more prices. A subscription is to one of them.
   */
  create(params: PlanCreate, options?: CallOptions): Promise<Plan> {
    return this.call('POST /subscriptions/plans', [], params, options)
  }

  /** List plans */
  list(params?: PlanListParams, options?: CallOptions): List<PlanList, Plan> {
    return this.pages('GET /subscriptions/plans', [], params ?? {}, options, { idField: 'plan_id' })
  }

  /** Retrieve a plan */
  retrieve(plan_id: string, options?: CallOptions): Promise<Plan> {
    return this.call('GET /subscriptions/plans/:plan_id', [plan_id], undefined, options)
  }

  /**
   * Update a plan.
   *
   * Omitted fields keep their values, `null` clears the description, `prices` are added. Existing prices never change.
   */
  update(plan_id: string, params?: PlanUpdate, options?: CallOptions): Promise<Plan> {
    return this.call('POST /subscriptions/plans/:plan_id', [plan_id], params ?? {}, options)
  }

  /**
   * Delete or archive a plan.
   *
   * Deletes the plan and its prices if no subscription has used it. Otherwise the plan is archived: its subscriptions continue, new ones are refused.
   */
  delete(plan_id: string, options?: CallOptions): Promise<DeletedPlan> {
    return this.call('DELETE /subscriptions/plans/:plan_id', [plan_id], undefined, options)
  }
}

export interface DeletedPlan {
  /** The id of the plan: the one that you chose, or a generated one. */
  plan_id: string
  /** False if a subscription has used the plan. */
  deleted: boolean
  /** `archived` if a subscription has used the plan: then it only takes no new ones. */
  status: 'deleted' | 'archived'
}

export interface Plan {
  /** The id of the plan: the one that you chose, or a generated one. */
  plan_id: string
  /** The id of the merchant that the object belongs to. */
  merchant_id: string
  /** The name of the plan, which invoices show. */
  name: string
  /** Your own text about the plan. */
  description: string | null
  /**
   * Whether it can be subscribed to.
   *
   * - `active`: It can be subscribed to.
   * - `archived`: It takes no new subscriptions; existing ones go on.
   */
  status: 'active' | 'archived'
  /** The prices of the plan, in the order in which they were added. */
  prices: Price[]
  /** When the object was created, in UTC. */
  created: string
  /** When the object last changed, in UTC. */
  modified_at: string
}

export interface PlanCreate {
  /** Your own id for the plan. Generated when omitted. A card number is refused. */
  plan_id?: string | undefined
  /** The name of the plan, which invoices show. */
  name: string
  /** Your own text about the plan. */
  description?: string | null | undefined
  /** The prices of the plan, such as one per month and one per year. */
  prices: PlanCreatePrice[]
}

export interface PlanCreatePrice {
  /** Your own id for the price, unique among all prices. Generated when omitted. A card number is refused. */
  item_price_id?: string | undefined
  /** The price of a period, in the lowest unit of the currency. */
  amount: number
  currency: Currency
  /** The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day. */
  interval: 'day' | 'week' | 'month' | 'year'
  /** A period is this many intervals. */
  interval_count?: number | undefined
  /** In units of `trial_period_unit`. */
  trial_period?: number | null | undefined
  /** The unit of `trial_period`. By default `day`. */
  trial_period_unit?: 'day' | 'week' | 'month' | 'year' | null | undefined
  /** How many periods are billed. Omitted: until it is cancelled. */
  cycles?: number | null | undefined
}

export type PlanList = Page<Plan>

export interface PlanListParams extends PageParams {
  /** `newest` lists the last created entry first, `oldest` lists the first created one first. */
  order?: 'newest' | 'oldest' | undefined
  /** `active`, `archived`, or both. Values: `active`, `archived`. */
  status?: string | string[] | undefined
}

export interface PlanUpdate {
  /** The new name of the plan, for later invoices. */
  name?: string | undefined
  /** Your own text about the plan. */
  description?: string | null | undefined
  /** Prices to add. Existing prices never change. */
  prices?: PlanCreatePrice[] | undefined
}

export interface Price {
  /** The id of the price, which also determines the plan. */
  item_price_id: string
  /** The id of the plan: the one that you chose, or a generated one. */
  plan_id: string
  /** The price of a period, in the lowest unit of the currency. */
  amount: number
  /** The three-letter ISO 4217 code of the currency, in upper case. */
  currency: string
  /** The unit of a period, which has `interval_count` of them. In UTC; short months end on their last day. */
  interval: 'day' | 'week' | 'month' | 'year'
  /** A period is this many intervals. */
  interval_count: number
  /** The length of the trial; null without a trial. */
  trial_period: number | null
  /** The unit of `trial_period`; null without a trial. */
  trial_period_unit: 'day' | 'week' | 'month' | 'year' | null
  /** How many periods are billed; null: until it is cancelled. */
  cycles: number | null
  /** When the object was created, in UTC. */
  created: string
}
