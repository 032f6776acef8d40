// Rows for a merchant with a long list of everything, written straight into the tables: nearly all alike, one in a
// hundred thousand with a rare value, so that a filter may match all rows, few or none.
import type pg from 'pg'
import { withServer } from '#kernel/databases.ts'
import { LISTED_SUBSCRIPTION } from './list_filters.ts'

/** SQL expressions in the row number `n`; columns that are not named here get a value of their type. */
type Expressions = Readonly<Record<string, string>>

const RARE = 'n % 100000 = 7'
const either = (usual: string, rare: string) =>
  `case when ${RARE} then '${rare}' else '${usual}' end`
const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 10, '0')`

/** Subscription lists cover one profile. */
const OWN_PROFILE = '(select p.profile_id from profiles p where p.merchant_id = $1 limit 1)'

const money = { amount: '1000 + n % 9000', currency: either('EUR', 'GBP') }
const common = { profile_id: either('pro_large', 'pro_rare'), version: '1', transitions: '1' }

const tables: Readonly<Record<string, Expressions>> = {
  customers: {
    customer_id: id('cus'),
    email: `'person' || n || '@example.com'`,
    name: `'Person ' || (n % 1000)`,
  },
  payments: {
    ...money,
    ...common,
    payment_id: id('pay'),
    status: either('succeeded', 'failed'),
    amount_authorized: '10000',
    amount_received: '1000',
    amount_capturable: '0',
    payment_method: either('card', 'wallet'),
    payment_method_type: either('credit', 'paypal'),
    payment_method_data: `jsonb_build_object('card', jsonb_build_object('last4', lpad((n % 10000)::text, 4, '0')))`,
    customer_id: `'cus_' || lpad((n % 100000)::text, 10, '0')`,
    email: `'person' || (n % 100000) || '@example.com'`,
    merchant_order_reference_id: `'order-' || n`,
    description: `repeat('x', 200)`,
  },
  refunds: {
    ...money,
    ...common,
    refund_id: id('ref'),
    payment_id: id('pay'),
    status: either('succeeded', 'failed'),
    refund_type: either('Instant', 'Scheduled'),
  },
  disputes: {
    ...money,
    ...common,
    dispute_id: id('dsp'),
    connector_dispute_id: id('con'),
    payment_id: id('pay'),
    status: either('dispute_lost', 'dispute_won'),
    dispute_stage: either('dispute', 'pre_arbitration'),
    reason: either('fraudulent', 'duplicate'),
  },
  payouts: {
    ...money,
    ...common,
    payout_id: id('po'),
    status: either('success', 'failed'),
    customer_id: `'cus_' || lpad((n % 100000)::text, 10, '0')`,
    payout_type: either('bank', 'card'),
    entity_type: either('Individual', 'Company'),
    merchant_order_reference_id: `'order-' || n`,
  },
  payment_links: {
    ...money,
    ...common,
    payment_link_id: id('plink'),
    status: either('completed', 'expired'),
    link_type: either('one_time', 'donation'),
    customer_id: `'cus_' || lpad((n % 100000)::text, 10, '0')`,
    mail_status: 'sent',
  },
  plans: { plan_id: id('plan'), status: either('active', 'archived') },
  prices: {
    ...money,
    item_price_id: id('price'),
    plan_id: id('plan'),
    interval: `'month'`,
    position: '0',
  },
  coupons: {
    coupon_code: id('coupon'),
    percent_off: '10',
    duration: `'once'`,
    redemptions: '0',
  },
  subscriptions: {
    ...common,
    profile_id: OWN_PROFILE,
    subscription_id: id('sub'),
    invoice_id: id('inv'),
    status: either('active', 'cancelled'),
    customer_id: `'cus_' || lpad((n % 100000)::text, 10, '0')`,
    plan_id: either('plan_large', 'plan_rare'),
    payment_details: `'{"return_url": "https://shop.example/account"}'`,
  },
  invoices: {
    ...common,
    ...money,
    profile_id: OWN_PROFILE,
    invoice_id: id('inv'),
    subscription_id: either(LISTED_SUBSCRIPTION, 'sub_rare'),
    status: either('invoice_paid', 'voided'),
    reason: `'renewal'`,
    line_items: `'[]'`,
    total: money.amount,
    credit_applied: '0',
    credit_granted: '0',
  },
  transfers: {
    ...money,
    transfer_id: id('trf'),
    object_id: id('pay'),
    debit: 'acquirer_receivable',
    credit: 'available',
    cause: either('capture', 'reversal'),
  },
  events: {
    ...common,
    event_id: id('evt'),
    object_id: id('pay'),
    object_type: `'payment'`,
    event_type: either('payment_succeeded', 'payment_failed'),
    body: `'{}'`,
  },
  deliveries: {
    ...common,
    event_id: id('evt'),
    status: either('delivered', 'exhausted'),
  },
}

const byType: Readonly<Record<string, string>> = {
  text: `'x'`,
  bigint: '1',
  integer: '1',
  boolean: 'false',
  jsonb: `'{}'`,
  'timestamp with time zone': `'2027-01-01T00:00:00Z'::timestamptz`,
}

const CREATED = `'2026-01-01T00:00:00Z'::timestamptz + n * interval '1 second'`

/** Secondary indexes are built afterwards, as a restore does. */
export async function seedLists(
  url: string,
  merchant_id: string,
  rows: number,
  names: readonly string[] = Object.keys(tables),
): Promise<void> {
  await withServer(url, async (client) => {
    // Payouts show a setting of their profile.
    await client.query(
      `insert into profiles select (jsonb_populate_record(p,
         jsonb_build_object('profile_id', name, 'profile_name', name, 'is_default', false))).*
       from profiles p, unnest(array['pro_large', 'pro_rare']) name
       where merchant_id = $1 and is_default on conflict do nothing`,
      [merchant_id],
    )
    for (const table of names) {
      const expressions = tables[table] ?? {}
      const indexes = await client.query<{ name: string; text: string }>(
        `select c.relname as name, pg_get_indexdef(c.oid) as text from pg_index i
         join pg_class c on c.oid = i.indexrelid
         where i.indrelid = $1::regclass and not i.indisprimary`,
        [table],
      )
      for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
      await client.query(`alter table ${table} disable trigger user`)
      await insert(client, table, expressions, merchant_id, rows)
      await client.query(`alter table ${table} enable trigger user`)
      for (const { text } of indexes.rows) await client.query(text)
      await client.query(`vacuum analyze ${table}`)
    }
  })
}

async function insert(
  client: pg.Client,
  table: string,
  expressions: Expressions,
  merchant_id: string,
  rows: number,
): Promise<void> {
  const { rows: needed } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_nullable = 'NO'
       and column_default is null and is_generated = 'NEVER'`,
    [table],
  )
  const values = new Map(needed.map(({ name, type }) => [name, byType[type] ?? 'null']))
  for (const [name, expression] of Object.entries(expressions)) {
    if (name === 'transitions' && !values.has(name)) continue
    values.set(name, /^[a-z_]+$/.test(expression) ? `'${expression}'` : expression)
  }
  values.set('merchant_id', '$1').set('created', CREATED)
  const names = [...values.keys()]
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => values.get(name)).join(', ')} from generate_series(1, $2::int) n`,
    [merchant_id, rows],
  )
}
