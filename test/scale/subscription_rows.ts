// Subscriptions with their invoices, copied from one that was made through the API. None is due.
import type pg from 'pg'
import { withServer } from '#kernel/databases.ts'
import type { Deployment } from '#testing/deployment.ts'

/** SQL expressions in the row number `n` and the copied row `t`; every other column is copied. */
type Expressions = Readonly<Record<string, string>>

const id = (prefix: string) => `'${prefix}_' || lpad(n::text, 10, '0')`
/** Within the next year, never now. */
const LATER = `now() + interval '1 day' + (n % 365) * interval '1 day'`

const copies: Readonly<Record<string, Expressions>> = {
  customers: { customer_id: id('cus') },
  payment_methods: { payment_method_id: id('pm'), customer_id: id('cus') },
  subscriptions: {
    subscription_id: id('sub'),
    customer_id: id('cus'),
    payment_method_id: id('pm'),
    invoice_id: id('inv'),
    due_at: LATER,
    notice_at: `case when n % 10 = 0 then ${LATER} end`,
    created: `t.created - n * interval '1 second'`,
    transitions: '0',
  },
  invoices: {
    invoice_id: id('inv'),
    subscription_id: id('sub'),
    customer_id: id('cus'),
    payment_id: 'null',
    number: 'null',
    number_due: 'null',
    next_attempt_at: `case when n % 10 = 0 then ${LATER} end`,
    created: `t.created - n * interval '1 second'`,
    modified_at: `t.created - interval '1 hour'`,
  },
}

/** Only customers that are charged have a saved card. */
const CHARGED = 10_000

/** Secondary indexes are built afterwards, as a restore does. */
export async function seedSubscriptions(
  { database_url }: Pick<Deployment, 'database_url'>,
  rows: number,
): Promise<void> {
  await withServer(database_url, async (client) => {
    for (const [table, expressions] of Object.entries(copies)) {
      const indexes = await client.query<{ name: string; text: string }>(
        `select c.relname as name, pg_get_indexdef(c.oid) as text from pg_index i
         join pg_class c on c.oid = i.indexrelid
         where i.indrelid = $1::regclass and not i.indisprimary`,
        [table],
      )
      for (const { name } of indexes.rows) await client.query(`drop index ${name}`)
      const isCharged = table === 'customers' || table === 'payment_methods'
      await copy(client, table, expressions, isCharged ? Math.min(rows, CHARGED) : rows)
      for (const { text } of indexes.rows) await client.query(text)
      await client.query(`vacuum analyze ${table}`)
    }
  })
}

async function copy(
  client: pg.Client,
  table: string,
  expressions: Expressions,
  rows: number,
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  )
  const names = columns.map(({ name }) => name)
  await client.query(
    `insert into ${table} (${names.join(', ')})
     select ${names.map((name) => expressions[name] ?? `t.${name}`).join(', ')}
     from (select * from ${table} limit 1) t, generate_series(1, $1::int) n`,
    [rows],
  )
}

/** Updates that make the rows from one number to another due, for each sweep. */
export const makeDue: Readonly<Record<string, readonly string[]>> = {
  subscriptions: [
    `update subscriptions set anchor = anchor - interval '1 day', period_start = period_start - interval '1 day',
       period_end = period_end - interval '1 day', due_at = period_end - interval '1 day'`,
  ],
  invoices: [
    `update subscriptions set status = 'unpaid', open_invoice_id = invoice_id, due_at = null`,
    `update invoices set status = 'payment_failed', next_attempt_at = now() - interval '1 hour'`,
  ],
  'cards that expire': [`update subscriptions set notice_at = now() - interval '1 hour'`],
  'invoice numbers': [`update invoices set number_due = now() - interval '1 hour'`],
}
