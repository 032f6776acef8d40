// Payments by the million, straight into the tables: each with its operation, its transfer and its event. One in
// eight waits to be captured; the very first ones have failed, and none since.
import { withServer } from '#kernel/databases.ts'

const HELD_EVERY = 8
const FAILED = 50
const TABLES = ['payments', 'operations', 'transfers', 'events']

/** A payment that waits to be captured, another one for each n. */
export function heldId(n: number, size: number): string {
  const first = Math.ceil(FAILED / HELD_EVERY)
  const held = Math.floor(size / HELD_EVERY) - first
  return seededId(1 + HELD_EVERY * (first + (n % held)))
}

export function seededId(n: number): string {
  return `pay_${String(n).padStart(26, '0')}`
}

export interface Owner {
  merchant_id: string
  profile_id: string
}

/** Secondary indexes are built afterwards, as a restore would. */
export async function seed(url: string, owner: Owner, count: number): Promise<void> {
  await withServer(url, async (client) => {
    await client.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'`)
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where tablename = any($1) and indexname not like '%_pkey'`,
      [TABLES],
    )
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
    // Old events wait for no worker.
    await client.query('alter table events disable trigger user')
    const { merchant_id, profile_id } = owner
    await client.query(PAYMENTS, [merchant_id, count, profile_id])
    await client.query(OPERATIONS, [merchant_id, count])
    await client.query(TRANSFERS, [merchant_id, count])
    await client.query(EVENTS, [merchant_id, count, profile_id])
    await client.query('alter table events enable trigger user')
    for (const { indexdef } of indexes) await client.query(indexdef)
    await client.query(`vacuum (analyze) ${TABLES.join()}`)
    await client.query('checkpoint')
  })
}

/** The nth row, a second after the one before it, the last one just now. */
const ROWS = `(select n, lpad(n::text, 26, '0') as id,
    n % ${HELD_EVERY} = 1 and n > ${FAILED} as held, n <= ${FAILED} as failed,
    now() - ($2::int - n) * interval '1 second' as moment
  from generate_series(1, $2::int) n) as rows`

const PAYMENTS = `insert into payments (merchant_id, payment_id, profile_id, status, amount,
    amount_authorized, amount_received, amount_capturable, currency, capture_method, payment_method,
    payment_method_type, payment_method_data, customer_id, email, off_session, metadata, attempt_count,
    connector, connector_transaction_id, authorization_id, created, modified_at, captured_at,
    capture_before, session_before, transitions, version)
  select $1, 'pay_' || id, $3,
    case when held then 'requires_capture' when failed then 'failed' else 'succeeded' end, 1999,
    case when failed then 0 else 1999 end, case when held or failed then 0 else 1999 end,
    case when held then 1999 else 0 end, 'EUR', case when held then 'manual' else 'automatic' end,
    'card', 'credit', '{"card": {"last4": "4242", "brand": "visa"}}', 'cus_' || n % 5000,
    'person' || n % 5000 || '@example.com', false, '{}', 1, 'instant', 'ins_op_' || id, 'op_' || id,
    moment, moment, case when not held and not failed then moment end,
    case when held then moment + interval '1000 days' end, moment, 1, 2
  from ${ROWS}`

const OPERATIONS = `insert into operations (merchant_id, operation_id, object_id, kind, status, amount,
    currency, provider, intent, transaction_id, created, checks, finished_at, version)
  select $1, 'op_' || id, 'pay_' || id, 'authorize', case when failed then 'declined' else 'approved' end,
    1999, 'EUR', 'instant', '{"from": "requires_confirmation"}', 'ins_op_' || id, moment, 1, moment, 2
  from ${ROWS}`

const TRANSFERS = `insert into transfers (merchant_id, transfer_id, debit, credit, amount, currency,
    object_id, operation_id, cause, created)
  select $1, 'op_' || id || case when held then '_hold' else '_capture' end,
    case when held then 'acquirer_hold' else 'acquirer_receivable' end,
    case when held then 'held' else 'available' end, 1999, 'EUR', 'pay_' || id, 'op_' || id,
    case when held then 'hold' else 'capture' end, moment
  from ${ROWS} where not failed`

const EVENTS = `insert into events (merchant_id, event_id, profile_id, event_type, object_type, object_id,
    sequence, body, created, version)
  select $1, 'evt_' || id, $3, case when held then 'payment_authorized' when failed then 'payment_failed'
      else 'payment_succeeded' end, 'payment_details', 'pay_' || id, 1, '{}', moment, 1
  from ${ROWS}`
