// Many subscriptions at once: one is made through the API, and its rows are copied. All copies share the vaulted card.
import assert from 'node:assert/strict'
import type { Deployment } from '#testing/deployment.ts'
import {
  confirmSubscription,
  createDailyPlan,
  createSubscription,
} from '../support/subscription_bank.ts'

export interface Seeded {
  /** Copies have ids that start with this. */
  readonly prefix: string
  readonly count: number
}

/** The subscription that is copied. */
export async function createTemplate(deployment: Deployment): Promise<string> {
  await createDailyPlan(deployment)
  const id = await createSubscription(deployment, deployment.client(), 'template')
  const confirmed = await confirmSubscription(deployment, deployment.client(), id)
  assert.equal(confirmed.body.status, 'active', confirmed.text)
  return id
}

/** Customers with a saved card, and nothing else. */
export async function seedCustomers({ sql }: Deployment, { prefix, count }: Seeded): Promise<void> {
  await sql(
    `insert into customers select (jsonb_populate_record(c, jsonb_build_object(
         'customer_id', $1::text || n))).*
       from customers c, generate_series(1, $2::int) n where c.customer_id = 'template'`,
    [prefix, count],
  )
  await sql(
    `insert into payment_methods select (jsonb_populate_record(m, jsonb_build_object(
         'payment_method_id', 'pm_' || $1::text || n, 'customer_id', $1::text || n))).*
       from payment_methods m, generate_series(1, $2::int) n where m.customer_id = 'template'`,
    [prefix, count],
  )
}

/** Their one-day period has just ended; no event about them was sent. */
export async function seedSubscriptions(
  { sql }: Deployment,
  template: string,
  { prefix, count }: Seeded,
): Promise<void> {
  await sql(
    `insert into subscriptions select (jsonb_populate_record(s, jsonb_build_object(
         'subscription_id', 'sub_' || $2::text || n, 'customer_id', $2::text || n,
         'payment_method_id', 'pm_' || $2::text || n, 'transitions', 0,
         'anchor', s.anchor - interval '1 day', 'period_start', s.period_start - interval '1 day',
         'period_end', s.period_end - interval '1 day', 'due_at', s.period_end - interval '1 day'))).*
       from subscriptions s, generate_series(1, $3::int) n where s.subscription_id = $1`,
    [template, prefix, count],
  )
  await sql('analyze subscriptions')
}
