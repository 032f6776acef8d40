// Subscriptions against the bank's own log: the charges for a subscription's invoices.
import assert from 'node:assert/strict'
import type { Client } from '#testing/client.ts'
import type { Deployment } from '#testing/deployment.ts'
import { withCard } from '#testing/payment_body.ts'

export const PRICE = 1_900
export const ITEM_PRICE = 'every-day'

export function headersOf({ merchant }: Pick<Deployment, 'merchant'>): Record<string, string> {
  return { 'X-Profile-Id': merchant.profile_id }
}

export async function createDailyPlan(deployment: Deployment): Promise<void> {
  const price = { item_price_id: ITEM_PRICE, amount: PRICE, currency: 'EUR', interval: 'day' }
  const plan = { plan_id: 'daily', name: 'Daily', prices: [price] }
  const headers = headersOf(deployment)
  const answer = await deployment.client().post('/subscriptions/plans', plan, { headers })
  assert.equal(answer.status, 201, answer.text)
}

/** A new customer's subscription, not confirmed yet. */
export async function createSubscription(
  deployment: Deployment,
  client: Client,
  customer_id: string,
): Promise<string> {
  await client.post('/customers', { customer_id, email: 'ada@example.com' })
  const payment_details = { return_url: 'https://shop.example/back' }
  const body = { customer_id, item_price_id: ITEM_PRICE, payment_details }
  const answer = await client.post('/subscriptions/create', body, {
    headers: headersOf(deployment),
  })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.id as string
}

export function confirmSubscription(deployment: Deployment, client: Client, id: string) {
  const body = { payment_details: withCard() }
  return client.post(`/subscriptions/${id}/confirm`, body, { headers: headersOf(deployment) })
}

/** The present period ends now, as if the subscription had been confirmed a day earlier. */
export async function makeDue({ sql }: Pick<Deployment, 'sql'>, id: string): Promise<void> {
  await sql(
    `update subscriptions set anchor = anchor - interval '1 day', period_start = period_start - interval '1 day',
       period_end = period_end - interval '1 day', due_at = period_end - interval '1 day',
       version = version + 1 where subscription_id = $1`,
    [id],
  )
}

export interface Judged {
  status: string
  invoices: { status: string; amount: number }[]
  /** The bank's charges. */
  charged: number[]
  open_payments: number
}

export async function judgeSubscription(deployment: Deployment, id: string): Promise<Judged> {
  const { sql, bank } = deployment
  const [row] = await sql<{ status: string }>(
    'select status from subscriptions where subscription_id = $1',
    [id],
  )
  const invoices = await sql<{ status: string; amount: number }>(
    'select status, amount::int from invoices where subscription_id = $1 order by created',
    [id],
  )
  const uses = await sql<{ payment_id: string; status: string }>(
    'select payment_id, status from payment_claims where subscription_id = $1',
    [id],
  )
  const ids = new Set(uses.map(({ payment_id }) => payment_id))
  const charged = (await bank.log())
    .filter(({ reference, effect }) => ids.has(reference) && effect === 'charged')
    .map(({ amount }) => amount)
  const open_payments = uses.filter(({ status }) => status === 'open').length
  return { status: row?.status ?? 'gone', invoices, charged, open_payments }
}

/** So many periods were billed, and each was paid once. */
export function isPaidUp({ status, invoices, charged, open_payments }: Judged, periods: number) {
  return (
    status === 'active' &&
    invoices.length === periods &&
    invoices.every((each) => each.status === 'invoice_paid' && each.amount === PRICE) &&
    charged.length === periods &&
    open_payments === 0
  )
}
