// Subscription rows, written directly: for tests that read them, without the engine that makes them.
import { insertPartly, table } from '#kernel/change.ts'
import { newId } from '#kernel/ids.ts'
import type { Shop } from './harness.ts'

type Row = Record<string, unknown>

export interface SubscriptionRows {
  readonly subscription_id: string
  readonly invoice_id: string
  readonly payment_method_id: string
}

export interface GivenRows {
  readonly customer?: Row
  readonly plan?: Row
  readonly subscription?: Row
  readonly invoice?: Row
  readonly card?: Row
}

/** A monthly subscription whose renewal was declined; every row can be given other values. */
export async function insertSubscription(
  shop: Shop,
  given: GivenRows = {},
): Promise<SubscriptionRows> {
  const { merchant_id, profile_id } = shop.merchant
  const customer = await shop.post('/customers', { email: 'ada@example.com', ...given.customer })
  const of = { merchant_id, profile_id, customer_id: customer.body.customer_id as string }
  const plan = await insertPlan(shop, given.plan)
  const payment_method_id = await insertCard(shop, of.customer_id, given.card)
  const period = {
    period_start: new Date('2026-06-03T10:00:00Z'),
    period_end: new Date('2026-07-03T10:00:00Z'),
  }
  const subscription_id = newId('sub')
  const invoice_id = newId('inv')
  const common = {
    ...of,
    ...stamps(shop),
    ...period,
    subscription_id,
    public_url: 'https://pay.example',
  }
  await write(shop, 'subscriptions', 'subscription_id', {
    ...common,
    status: 'pending',
    ...plan,
    is_discounted: false,
    payment_details: { return_url: 'https://shop.example/account' },
    payment_method_id,
    invoice_id,
    open_invoice_id: invoice_id,
    periods_since_anchor: 1,
    cycles_billed: 1,
    period_amount: 2500,
    session_before: shop.clock.now(),
    resume_collects: false,
    transitions: 0,
    ...given.subscription,
  })
  await write(shop, 'invoices', 'invoice_id', {
    ...common,
    invoice_id,
    status: 'payment_failed',
    reason: 'renewal',
    currency: 'EUR',
    line_items: [],
    total: 2500,
    credit_applied: 0,
    credit_granted: 0,
    amount: 2500,
    due_at: period.period_start,
    payment_method_id,
    attempt_count: 1,
    retries: 0,
    unified_code: 'UE_1001',
    // In the future, so that no worker charges it.
    next_attempt_at: new Date('2066-06-06T10:00:00Z'),
    ...given.invoice,
  })
  return { subscription_id, invoice_id, payment_method_id }
}

async function insertPlan(shop: Shop, plan: Row = {}): Promise<Row> {
  const plan_id = newId('plan')
  const { merchant_id } = shop.merchant
  const row = { merchant_id, plan_id, name: 'Pro plan', status: 'active', ...stamps(shop), ...plan }
  await write(shop, 'plans', 'plan_id', row)
  return { plan_id, item_price_id: newId('price') }
}

async function insertCard(shop: Shop, customer_id: string, card: Row = {}): Promise<string> {
  const payment_method_id = newId('pm')
  const known = { brand: 'visa', last4: '4242', exp_month: '06', exp_year: '2026' }
  const { created, version } = stamps(shop)
  await write(shop, 'payment_methods', 'payment_method_id', {
    merchant_id: shop.merchant.merchant_id,
    payment_method_id,
    customer_id,
    vault_id: newId('vlt'),
    payment_method: 'card',
    payment_method_type: 'credit',
    payment_method_data: { card: { ...known, ...card } },
    created,
    version,
  })
  return payment_method_id
}

function stamps(shop: Shop) {
  const now = shop.clock.now()
  return { created: now, modified_at: now, version: 1 }
}

function write(shop: Shop, name: string, id: string, row: Row): Promise<void> {
  return shop.services.commit(insertPartly(table<Row>(name, 'merchant_id', id), row))
}
