// The open invoice for a declined renewal, and its page.
import assert from 'node:assert/strict'
import { newId } from '#kernel/ids.ts'
import { pageUrl } from '#resources/billing/invoices/page_url.ts'
import { exampleCard } from '#resources/payments/payments/example.ts'
import type { Answer, Client } from './client.ts'
import type { Shop } from './harness.ts'
import { type GivenRows, insertSubscription, type SubscriptionRows } from './subscription_rows.ts'

export interface TestInvoice extends SubscriptionRows {
  /** The page. */
  readonly url: string
  readonly path: string
}

const period = {
  period_start: new Date('2026-06-03T10:00:00Z'),
  period_end: new Date('2026-07-03T10:00:00Z'),
}

const line = {
  item_id: 'price_1',
  item_type: 'plan',
  description: 'Pro plan',
  amount: 2500,
  currency: 'EUR',
  quantity: 1,
  ...period,
}

const address = {
  first_name: 'Ada',
  last_name: 'King',
  line1: "12 St James's Square",
  zip: 'SW1Y 4LB',
  city: 'London',
  country: 'GB',
}

export async function insertInvoice(shop: Shop, given: GivenRows = {}): Promise<TestInvoice> {
  const public_url = shop.base_url
  const invoice = {
    line_items: [line],
    billing: { address, email: 'ada@example.com' },
    number: newId('req').slice(-12),
    finalized_at: period.period_start,
    ...given.invoice,
    public_url,
  }
  const price = { amount: line.amount, currency: line.currency, interval: 'month' }
  const headers = { 'X-Profile-Id': shop.merchant.profile_id }
  const body = { name: line.description, prices: [price] }
  const plan = await shop.post('/subscriptions/plans', body, { headers })
  assert.equal(plan.status, 201, plan.text)
  const [{ item_price_id }] = plan.body.prices
  const { plan_id } = plan.body
  const anchor = period.period_start
  const subscription = { plan_id, item_price_id, anchor, ...given.subscription }
  const rows = await insertSubscription(shop, { ...given, subscription, invoice })
  const { merchant_id } = shop.merchant
  const which = { merchant_id, invoice_id: rows.invoice_id }
  const path = pageUrl(shop.services, { ...which, public_url: '' })
  return { ...rows, url: public_url + path, path }
}

/** One click on Pay, as a new attempt. */
export function payInvoice(
  shop: Client,
  { path }: Pick<TestInvoice, 'path'>,
  { card_number = exampleCard.card_number, attempt_id = newId('req') } = {},
): Promise<Answer> {
  const card = { ...exampleCard, card_number }
  return shop.with(undefined).post(`${path}/payments`, {
    attempt_id,
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: { card },
  })
}
