// Deliveries and their attempts: one `deliveries` row per event, one `delivery_attempts` row per request sent.
// README.md lists the delivery states and who may change them.
import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { type CreatedRange, type PageRequest } from '#kernel/page.ts'
import { createdWithin } from '#kernel/scan.ts'
import { columns, raw, sql } from '#kernel/sql.ts'
import type { EndpointKey } from './endpoints_store.ts'
import type { SkipReason } from './skip_reason.ts'

export interface DeliveryRow {
  merchant_id: string
  event_id: string
  profile_id: string
  status: 'pending' | 'delivered' | 'exhausted' | 'stopped' | 'skipped'
  reason: SkipReason | 'gone' | null
  attempts: number
  next_attempt_at: Date | null
  /** The lead of the merchant's clock at `next_attempt_at`; 0 in production. */
  ahead_ms: number
  created: Date
  finished_at: Date | null
  version: number
}

export const deliveries = table<DeliveryRow>('deliveries', 'merchant_id', 'event_id')

const deliveryColumns = columns<DeliveryRow>()(`
  merchant_id event_id profile_id status reason attempts next_attempt_at ahead_ms created
  finished_at version
`)

export interface AttemptRow {
  merchant_id: string
  event_id: string
  attempt: number
  url: string
  request_headers: Readonly<Record<string, string>>
  response_status: number | null
  response_headers: Readonly<Record<string, string>> | null
  response_body: string | null
  error: string | null
  error_message: string | null
  duration_ms: number
  created: Date
}

export const deliveryAttempts = table<AttemptRow>(
  'delivery_attempts',
  'merchant_id',
  'event_id',
  'attempt',
)

const attemptColumns = columns<AttemptRow>()(`
  merchant_id event_id attempt url request_headers response_status response_headers response_body
  error error_message duration_ms created
`)

export interface NewDelivery extends EndpointKey {
  readonly event_id: string
  readonly created: Date
  /** Null when the event is to be delivered. */
  readonly reason: SkipReason | null
}

/**
 * Inserts many at once, without the committer: a new delivery depends on no row that could have changed. An event
 * that is relayed twice already has its delivery. A delivery is due from its event's time, so deliveries are sent in
 * event order.
 */
export function insertDeliveries(db: Database, rows: readonly NewDelivery[], now: Date) {
  return db.rows(sql`insert into deliveries (merchant_id, event_id, profile_id, status, reason,
      attempts, next_attempt_at, ahead_ms, created, finished_at, version)
    select merchant_id, event_id, profile_id,
      case when reason is null then 'pending' else 'skipped' end, reason, 0,
      -- A merchant's sandbox clock may be ahead of the wall clock, by which deliveries are due.
      case when reason is null then least(created, ${now}::timestamptz) end,
      greatest(0, floor(extract(epoch from created - ${now}::timestamptz) * 1000)::bigint), created,
      case when reason is not null then ${now}::timestamptz end, 1
    from unnest(${rows.map((row) => row.merchant_id)}::text[],
      ${rows.map((row) => row.event_id)}::text[], ${rows.map((row) => row.profile_id)}::text[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.created)}::timestamptz[])
      as n(merchant_id, event_id, profile_id, reason, created)
    on conflict do nothing`)
}

/** Delivery and event columns that an attempt needs. */
export interface DueDelivery
  extends Pick<DeliveryRow, 'merchant_id' | 'event_id' | 'attempts' | 'ahead_ms' | 'version'> {
  next_attempt_at: Date
  event_type: string
  object_id: string
  body: string
}

/** A position in an endpoint's delivery order. */
export type Cursor = Pick<DueDelivery, 'next_attempt_at' | 'event_id'>

/**
 * An endpoint's due deliveries after the cursor, in order; none if this worker has lost its claim. No other statement
 * compares `next_attempt_at` with the time to send something.
 */
export function findDueDeliveries(
  db: Database,
  { merchant_id, profile_id }: EndpointKey,
  worker_id: string,
  now: Date,
  after: Cursor,
  limit: number,
) {
  return db.rows<DueDelivery>(sql`select d.merchant_id, d.event_id, d.attempts, d.ahead_ms,
      d.version, d.next_attempt_at, e.event_type, e.object_id, e.body
    from deliveries d join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id
    where d.merchant_id = ${merchant_id} and d.profile_id = ${profile_id}
      and d.next_attempt_at <= ${now}
      and (d.next_attempt_at, d.event_id) > (${after.next_attempt_at}, ${after.event_id})
      and exists (select 1 from webhook_endpoints w where w.merchant_id = ${merchant_id}
        and w.profile_id = ${profile_id} and w.claimed_by = ${worker_id})
    order by d.next_attempt_at, d.event_id limit ${limit}`)
}

export function findDeliveries(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows<DeliveryRow>(sql`select ${deliveryColumns} from deliveries
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})`)
}

export interface ListedAttempt extends AttemptRow {
  /** Null for a delivery. */
  listener: string | null
}

/** Deliveries, and what listeners have recorded. */
function bothKinds(merchant_id: string, event_id: string) {
  return sql`(select ${attemptColumns}, null as listener from delivery_attempts
      where merchant_id = ${merchant_id} and event_id = ${event_id}
    union all
    select merchant_id, event_id, attempt, url, '{}', response_status, null, response_body,
      error, error_message, duration_ms, created, listener from listener_attempts
      where merchant_id = ${merchant_id} and event_id = ${event_id}) as attempts`
}

export function findAttempts(
  db: Database,
  merchant_id: string,
  event_id: string,
  page: PageRequest,
) {
  return db.rows<ListedAttempt>(sql`select ${attemptColumns}, listener
    from ${bothKinds(merchant_id, event_id)} where merchant_id = ${merchant_id} ${createdWithin(raw('created'), page)}
    order by created desc, attempt desc limit ${page.limit} offset ${page.offset}`)
}

export async function countAttempts(
  db: Database,
  merchant_id: string,
  event_id: string,
  range: CreatedRange,
) {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n
    from ${bothKinds(merchant_id, event_id)} where merchant_id = ${merchant_id} ${createdWithin(raw('created'), range)}`)
  return row?.n ?? 0
}

/** An attempt has no version: once it is recorded, nothing else changes it. */
export function eraseResponses(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows(sql`update delivery_attempts set response_headers = null, response_body = null
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})
      and (response_headers is not null or response_body is not null)`)
}

export function eraseListenerResponses(
  db: Database,
  merchant_id: string,
  event_ids: readonly string[],
) {
  return db.rows(sql`update listener_attempts set response_body = null where merchant_id = ${merchant_id}
    and event_id = any(${event_ids}) and response_body is not null`)
}

/** A request in flight is not recorded, and sent again as the event is by then. */
export function dropInFlight(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows(sql`update deliveries set version = version + 1
    where merchant_id = ${merchant_id} and event_id = any(${event_ids}) and status = 'pending'`)
}

/**
 * Makes a delivery due and wakes its endpoint in one statement: otherwise it would wait for the next event.
 * A worker that is sending it at this moment finds the version changed and records nothing.
 */
export function makeDue(
  db: Database,
  merchant_id: string,
  event_id: string,
  now: Date,
  ahead_ms: number,
) {
  return db.first<DeliveryRow>(sql`with due as (
      update deliveries set status = 'pending', reason = null, next_attempt_at = ${now},
        ahead_ms = ${ahead_ms}, finished_at = null, version = version + 1
      where merchant_id = ${merchant_id} and event_id = ${event_id} returning ${deliveryColumns}
    ), woken as (
      insert into webhook_endpoints as w (merchant_id, profile_id, due_at, lane, failures, arrivals)
      select merchant_id, profile_id, ${now}::timestamptz, 'fast', 0, 1 from due
      on conflict (merchant_id, profile_id) do update
        set due_at = least(w.due_at, excluded.due_at), arrivals = w.arrivals + 1
    )
    select ${deliveryColumns} from due`)
}

/**
 * Makes a merchant's retries due by its clock, and wakes its endpoints. A delivery that is already due may be in
 * flight, so it is left alone: its attempt sees the clock movement.
 */
export function followClock(db: Database, merchant_id: string, ahead_ms: number, now: Date) {
  return db.rows(sql`with moved as (
      select event_id, greatest(${now}::timestamptz,
        next_attempt_at - (${ahead_ms} - ahead_ms) * interval '1 millisecond') as due
      from deliveries where merchant_id = ${merchant_id} and next_attempt_at > ${now}
        and ahead_ms < ${ahead_ms}
    ), sooner as (
      update deliveries d set version = version + 1, next_attempt_at = m.due, ahead_ms = d.ahead_ms
        + floor(extract(epoch from d.next_attempt_at - m.due) * 1000)::bigint
      from moved m where d.merchant_id = ${merchant_id} and d.event_id = m.event_id
    )
    update webhook_endpoints set due_at = least(due_at, ${now}) where merchant_id = ${merchant_id}`)
}
