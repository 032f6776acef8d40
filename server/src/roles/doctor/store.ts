// Reads the books in bounded pages: merchants by id, payments by id, whole tables by blocks.
import type { Database } from '#kernel/db.ts'
import { listed, raw, sql } from '#kernel/sql.ts'
import type { Cause } from '#core/ledger/transfer.ts'
import type {
  DisputeFacts,
  EventFacts,
  PaymentFacts,
  PayoutFacts,
  RefundFacts,
  TransferFacts,
} from '#core/invariants/record.ts'
import { operationColumns } from '#core/operations/read.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import type { OperationRow } from '#core/operations/operation.ts'

export async function merchantsAfter(
  db: Database,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db.rows<{ merchant_id: string }>(sql`select merchant_id from merchants
    where merchant_id > ${after} order by merchant_id limit ${limit}`)
  return rows.map((row) => row.merchant_id)
}

export function paymentsAfter(db: Database, merchant_id: string, after: string, limit: number) {
  return db.rows<PaymentFacts>(sql`select merchant_id, payment_id, profile_id, customer_id, status,
      amount, amount_authorized, amount_received, amount_capturable, amount_refunded, amount_disputed,
      late_outcomes,
      next_action is not null as has_next_action, currency, operation_id, authorization_id, created, modified_at, capture_before, action_before,
      (select coalesce(sum(e.amount), 0)::bigint from credit_entries e
        where e.merchant_id = p.merchant_id and e.payment_id = p.payment_id) as credit,
      (select json_build_object('invoice_id', i.invoice_id, 'status', i.status, 'amount', i.amount,
          'accepted_amount', i.accepted_amount, 'payment_id', i.payment_id, 'use', u.status)
        from invoices i left join payment_claims u on u.merchant_id = i.merchant_id
          and u.payment_id = p.payment_id and u.invoice_id = i.invoice_id
        where i.merchant_id = p.merchant_id and i.invoice_id = p.invoice_id) as invoice,
      transitions, version
    from payments p where merchant_id = ${merchant_id} and payment_id > ${after}
    order by payment_id limit ${limit}`)
}

export function payoutsAfter(db: Database, merchant_id: string, after: string, limit: number) {
  return db.rows<PayoutFacts>(sql`select merchant_id, payout_id, profile_id, customer_id, status,
      amount, currency, operation_id, expires_at, created, transitions
    from payouts where merchant_id = ${merchant_id} and payout_id > ${after}
    order by payout_id limit ${limit}`)
}

export function findRefunds(db: Database, merchant_id: string, payments: string[]) {
  return db.rows<RefundFacts>(sql`select refund_id, payment_id, status, amount, currency, error_code,
      scheduled_at, send_at, operation_id, created, modified_at, transitions, version,
      exists (select from operations o, disputes d
        where o.merchant_id = refunds.merchant_id and o.created > '-infinity'
          and o.object_id = refunds.refund_id and o.kind = 'refund'
          and d.merchant_id = refunds.merchant_id and d.created > '-infinity'
          and d.payment_id = refunds.payment_id and d.claimed_at < o.recorded_at) as is_after_dispute
    from refunds where merchant_id = ${merchant_id} and ${listed} and payment_id = any(${payments})
    order by created, refund_id`)
}

export function findDisputes(db: Database, merchant_id: string, payments: string[]) {
  return db.rows<DisputeFacts>(sql`select dispute_id, payment_id, status, dispute_stage, amount, currency,
      connector_dispute_id, authorization_id, amount_claimed, expire_at, amount_reserved, amount_lost, fee, created,
      modified_at, transitions from disputes where merchant_id = ${merchant_id} and ${listed} and payment_id = any(${payments})
    order by created, dispute_id`)
}

/** Selects rows about one kind of object: a payment and a refund may share their id. */
export interface Subject {
  readonly kinds: readonly OperationKind[]
  readonly causes: readonly Cause[]
  readonly event_object: string
}

export function findOperations(db: Database, merchant_id: string, of: Subject, objects: string[]) {
  return db.rows<OperationRow>(sql`select ${operationColumns} from operations
    where merchant_id = ${merchant_id} and ${listed} and object_id = any(${objects})
      and kind = any(${of.kinds}) order by created, operation_id`)
}

export function findTransfers(db: Database, merchant_id: string, of: Subject, objects: string[]) {
  return db.rows<TransferFacts>(sql`select transfer_id, debit, credit, amount, currency, object_id,
      operation_id, cause from transfers
    where merchant_id = ${merchant_id} and ${listed} and object_id = any(${objects})
      and cause = any(${of.causes})
    order by transfer_id`)
}

export interface LedgerLine {
  transfer_id: string
  cause: string
  debit: string
  credit: string
  /** Decimal text: a damaged row may hold more than a number does. */
  amount: string
  currency: string
  /** Its transaction is below the watermark. */
  is_settled: boolean
}

export function ledgerAfter(
  db: Database,
  merchant_id: string,
  after: string,
  watermark: string,
  limit: number,
) {
  return db.rows<LedgerLine>(sql`select transfer_id, cause, debit, credit, amount::text, currency,
      written_by < ${watermark}::text::xid8 as is_settled
    from transfers where merchant_id = ${merchant_id} and transfer_id > ${after}
    order by transfer_id limit ${limit}`)
}

export function findEvents(db: Database, merchant_id: string, of: Subject, objects: string[]) {
  return db.rows<EventFacts>(sql`select event_id, event_type, object_id, sequence, body from events
    where merchant_id = ${merchant_id} and ${listed} and object_id = any(${objects})
      and object_type = ${of.event_object} order by object_id, sequence`)
}

export interface DeliveryFacts {
  event_id: string
  created: Date
  status: string | null
  next_attempt_at: Date | null
  /** Some attempt was answered with 2xx. */
  is_answered: boolean
  /** When its endpoint is due: now if a worker has claimed it, never if null. */
  due_at: Date | null
}

/** A page of a merchant's events with their deliveries. */
export function deliveriesAfter(
  db: Database,
  merchant_id: string,
  after: string,
  now: Date,
  limit: number,
) {
  return db.rows<DeliveryFacts>(sql`select e.event_id, e.created, d.status, d.next_attempt_at,
      exists (select 1 from delivery_attempts a where a.merchant_id = e.merchant_id
        and a.event_id = e.event_id and a.response_status between 200 and 299) as is_answered,
      case when w.claimed_by is null then w.due_at else ${now} end as due_at
    from events e
      left join deliveries d on d.merchant_id = e.merchant_id and d.event_id = e.event_id
      left join webhook_endpoints w on w.merchant_id = e.merchant_id and w.profile_id = e.profile_id
    where e.merchant_id = ${merchant_id} and e.event_id > ${after} order by e.event_id limit ${limit}`)
}

/** Profiles and customers that these objects refer to and that belong to other merchants. */
export async function foreignOwners(
  db: Database,
  merchant_id: string,
  objects: readonly { profile_id: string; customer_id: string | null }[],
): Promise<string[]> {
  const profiles = [...new Set(objects.map((each) => each.profile_id))]
  const customers = [...new Set(objects.flatMap((each) => each.customer_id ?? []))]
  return [
    ...(await foreignIds(db, merchant_id, 'profiles', profiles)),
    ...(await foreignIds(db, merchant_id, 'customers', customers)),
  ]
}

/** The ids in this list that another merchant has and this one does not. */
async function foreignIds(
  db: Database,
  merchant_id: string,
  what: 'profiles' | 'customers',
  ids: string[],
): Promise<string[]> {
  const table = raw(what)
  const id = raw(what === 'profiles' ? 'profile_id' : 'customer_id')
  const own = await db.rows<{ id: string }>(sql`select ${id} as id from ${table}
    where merchant_id = ${merchant_id} and ${id} = any(${ids})`)
  const known = new Set(own.map((row) => row.id))
  const missing = ids.filter((each) => !known.has(each))
  if (missing.length === 0) return []
  const others = await db.rows<{ id: string }>(sql`select distinct ${id} as id from ${table}
    where merchant_id <> ${merchant_id} and ${id} = any(${missing})`)
  return others.map((row) => row.id)
}

export interface Owned {
  id: string
  object_id: string
  is_orphan: boolean
}

export type KindsByObject = Readonly<Record<'payment' | 'refund' | 'dispute' | 'payout', Subject>>

/** A page of operations, each with a flag for whether this merchant has its object. */
export function orphanOperations({ refund, dispute, payout }: KindsByObject) {
  return (db: Database, merchant_id: string, after: string, limit: number) =>
    db.rows<Owned>(sql`select operation_id as id, object_id,
      case when kind = any(${refund.kinds})
        -- A refund that was not sent is deleted.
        then status <> 'not_sent' and not exists (select 1 from refunds r
          where r.merchant_id = o.merchant_id and r.refund_id = o.object_id)
        when kind = any(${payout.kinds})
        then not exists (select 1 from payouts p
          where p.merchant_id = o.merchant_id and p.payout_id = o.object_id)
        when kind = any(${dispute.kinds})
        then not exists (select 1 from disputes d
          where d.merchant_id = o.merchant_id and d.dispute_id = o.object_id)
        else not exists (select 1 from payments p
          where p.merchant_id = o.merchant_id and p.payment_id = o.object_id)
      end as is_orphan
    from operations o where merchant_id = ${merchant_id} and operation_id > ${after}
      order by operation_id limit ${limit}`)
}

/** A page of refunds or disputes, each with a flag for whether this merchant has its payment. */
export function orphanFinder(what: 'refund' | 'dispute') {
  const [table, key] = [raw(`${what}s`), raw(`${what}_id`)]
  return (db: Database, merchant_id: string, after: string, limit: number) =>
    db.rows<Owned>(sql`select ${key} as id, payment_id as object_id,
        not exists (select 1 from payments p
          where p.merchant_id = t.merchant_id and p.payment_id = t.payment_id) as is_orphan
      from ${table} t where merchant_id = ${merchant_id} and ${key} > ${after}
      order by ${key} limit ${limit}`)
}

/** The open payouts' sum; decimal text, because it may exceed what a number holds. */
export function openPayouts(db: Database, merchant_id: string, statuses: readonly string[]) {
  return db.rows<{
    currency: string
    amount: string
  }>(sql`select currency, sum(amount)::text as amount from payouts
    where merchant_id = ${merchant_id} and ${listed} and status = any(${statuses})
    group by currency`)
}

export interface DoctorRun {
  ran_at: Date
  duration_ms: number
  violations: number
  /** True if the provider's log was compared. */
  has_log: boolean
}

/** The doctor's last run over all merchants' books. */
export function saveRun(db: Database, { ran_at, duration_ms, violations, has_log }: DoctorRun) {
  return db.rows(sql`insert into directory.doctor_runs as d (name, ran_at, duration_ms, violations, has_log)
    values ('books', ${ran_at}, ${duration_ms}, ${violations}, ${has_log})
    on conflict (name) do update set ran_at = excluded.ran_at, duration_ms = excluded.duration_ms,
      violations = excluded.violations, has_log = excluded.has_log`)
}

export function findRun(db: Database) {
  return db.first<DoctorRun>(
    sql`select ran_at, duration_ms, violations, has_log from directory.doctor_runs where name = 'books'`,
  )
}

export interface ScannedTable {
  name: string
  columns: string
  has_merchant: boolean
  blocks: number
}

/** Every table with text in it, ours and the job engine's; a row's text is all its columns together. */
export async function tablesWithText(db: Database): Promise<ScannedTable[]> {
  return db.rows<ScannedTable>(sql`select format('%I.%I', n.nspname, c.relname) as name,
      bool_or(a.attname = 'merchant_id') as has_merchant,
      string_agg(format('%I::text', a.attname), ', ' order by a.attnum) as columns,
      (pg_relation_size(c.oid) / current_setting('block_size')::int)::int as blocks
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
      and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'json'::regtype, 'jsonb'::regtype)
    group by n.nspname, c.relname, c.oid order by 1`)
}

export interface ScannedRow {
  merchant_id: string | null
  place: string
  text: string
}

/** The rows matching a pattern, in some blocks of a table. */
export function rowsLike(
  db: Database,
  { name, columns, has_merchant }: ScannedTable,
  from: number,
  until: number,
  pattern: string,
) {
  const merchant = raw(has_merchant ? 'merchant_id' : 'null')
  const line = raw(`concat_ws(E'\\n', ${columns})`)
  return db.rows<ScannedRow>(sql`select ${merchant} as merchant_id, ctid::text as place, ${line} as text
    from ${raw(name)} where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${until},0)`}::tid
      and ${line} ~ ${pattern}`)
}
