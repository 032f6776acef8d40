import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { SkipReason } from './wanted.ts'

export interface DeliveryRow {
  merchant_id: string
  event_id: string
  profile_id: string
  status: 'pending' | 'delivered' | 'exhausted' | 'stopped' | 'skipped'
  reason: SkipReason | 'gone' | null
  attempts: number
  next_attempt_at: Date | null
  created: Date
  finished_at: Date | null
  version: number
}

export const deliveries = table<DeliveryRow>('deliveries', 'merchant_id', 'event_id')

const deliveryColumns = columns<DeliveryRow>()(`
  merchant_id event_id profile_id status reason attempts next_attempt_at created finished_at
  version
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
  /** Null when it is to be delivered. */
  readonly reason: SkipReason | null
}

/**
 * Many at once, and past the committer: a new delivery is decided upon nothing that could have moved. An
 * event that is brought a second time has its delivery already. It is due since the event happened, so
 * that deliveries are made in the order of their events, and lists of both are in one order.
 */
export function insertDeliveries(db: Database, rows: readonly NewDelivery[], now: Date) {
  return db.rows(sql`insert into deliveries (merchant_id, event_id, profile_id, status, reason,
      attempts, next_attempt_at, created, finished_at, version)
    select merchant_id, event_id, profile_id,
      case when reason is null then 'pending' else 'skipped' end, reason, 0,
      -- By the wall clock, and a merchant's own may be ahead of it.
      case when reason is null then least(created, ${now}::timestamptz) end, created,
      case when reason is not null then ${now}::timestamptz end, 1
    from unnest(${rows.map((row) => row.merchant_id)}::text[],
      ${rows.map((row) => row.event_id)}::text[], ${rows.map((row) => row.profile_id)}::text[],
      ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.created)}::timestamptz[])
      as n(merchant_id, event_id, profile_id, reason, created)
    on conflict do nothing`)
}

export interface EndpointKey {
  readonly merchant_id: string
  readonly profile_id: string
}

export type Lane = 'fast' | 'slow'

export interface Endpoint extends EndpointKey {
  readonly lane: Lane
  readonly failures: number
  readonly arrivals: number
}

/** Deliveries have arrived: whoever works on these endpoints, or comes next, must look. */
export function wakeEndpoints(db: Database, keys: readonly EndpointKey[], now: Date) {
  const merchants = keys.map((key) => key.merchant_id)
  const profiles = keys.map((key) => key.profile_id)
  // In one order for everybody, so that two that wake the same endpoints do not lock each other out.
  return db.rows(sql`insert into webhook_endpoints as w
      (merchant_id, profile_id, due_at, lane, failures, arrivals)
    select distinct merchant_id, profile_id, ${now}::timestamptz, 'fast', 0, 1
    from unnest(${merchants}::text[], ${profiles}::text[]) as k(merchant_id, profile_id)
    order by merchant_id, profile_id
    on conflict (merchant_id, profile_id) do update
      set due_at = least(w.due_at, excluded.due_at), arrivals = w.arrivals + 1`)
}

/** Takes endpoints with something due, those that wait longest first; one endpoint has one worker. */
export function claimEndpoints(
  db: Database,
  worker_id: string,
  lane: Lane,
  now: Date,
  most: number,
) {
  return db.rows<Endpoint>(sql`with due as materialized (
      select merchant_id, profile_id from webhook_endpoints
      where lane = ${lane} and due_at <= ${now} and claimed_by is null
      order by due_at limit ${most} for update skip locked
    )
    update webhook_endpoints e set claimed_by = ${worker_id} from due d
    where e.merchant_id = d.merchant_id and e.profile_id = d.profile_id
    returning e.merchant_id, e.profile_id, e.lane, e.failures, e.arrivals`)
}

/** As much of a delivery and its event as an attempt needs. */
export interface DueDelivery
  extends Pick<DeliveryRow, 'merchant_id' | 'event_id' | 'attempts' | 'version'> {
  next_attempt_at: Date
  object_id: string
  body: string
}

/** A place in the order in which the deliveries of an endpoint are worked. */
export type Place = Pick<DueDelivery, 'next_attempt_at' | 'event_id'>

/**
 * What is due at an endpoint, in order, behind a place; nothing for who has lost the endpoint. This is
 * the one statement that compares `next_attempt_at` with the time.
 */
export function dueDeliveries(
  db: Database,
  { merchant_id, profile_id }: EndpointKey,
  worker_id: string,
  now: Date,
  after: Place,
  most: number,
) {
  return db.rows<DueDelivery>(sql`select d.merchant_id, d.event_id, d.attempts, d.version,
      d.next_attempt_at, e.object_id, e.body
    from deliveries d join events e on e.merchant_id = d.merchant_id and e.event_id = d.event_id
    where d.merchant_id = ${merchant_id} and d.profile_id = ${profile_id}
      and d.next_attempt_at <= ${now}
      and (d.next_attempt_at, d.event_id) > (${after.next_attempt_at}, ${after.event_id})
      and exists (select 1 from webhook_endpoints w where w.merchant_id = ${merchant_id}
        and w.profile_id = ${profile_id} and w.claimed_by = ${worker_id})
    order by d.next_attempt_at, d.event_id limit ${most}`)
}

/**
 * Lets an endpoint go. It comes up again when its next delivery is due; if something arrived that this
 * worker may not have seen, at once, behind all others that wait.
 */
export function releaseEndpoint(
  db: Database,
  worker_id: string,
  { merchant_id, profile_id, lane, failures, arrivals }: Endpoint,
  now: Date,
) {
  return db.rows(sql`update webhook_endpoints w
    set claimed_by = null, lane = ${lane}, failures = ${failures}, due_at = case
      when w.arrivals <> ${arrivals} then ${now}
      else (select greatest(d.next_attempt_at, ${now}) from deliveries d
        where d.merchant_id = ${merchant_id} and d.profile_id = ${profile_id}
          and d.next_attempt_at is not null order by d.next_attempt_at limit 1) end
    where merchant_id = ${merchant_id} and profile_id = ${profile_id}
      and claimed_by = ${worker_id}`)
}

/** Frees what dead workers held, and what this one holds without working on it. */
export function freeEndpoints(
  db: Database,
  worker_id: string,
  held: readonly EndpointKey[],
  now: Date,
) {
  const merchants = held.map((key) => key.merchant_id)
  const profiles = held.map((key) => key.profile_id)
  return db.rows(sql`update webhook_endpoints w
    set claimed_by = null, due_at = least(due_at, ${now})
    where claimed_by is not null and case when claimed_by = ${worker_id}
      then not exists (select 1 from unnest(${merchants}::text[], ${profiles}::text[])
          as h(merchant_id, profile_id)
        where h.merchant_id = w.merchant_id and h.profile_id = w.profile_id)
      else not exists (select 1 from workers k where k.worker_id = w.claimed_by) end
    returning merchant_id`)
}

/** The first merchant behind this one that has events. */
export async function nextMerchant(db: Database, after: string): Promise<string | undefined> {
  const row = await db.first<{ merchant_id: string }>(sql`select merchant_id from events
    where merchant_id > ${after} order by merchant_id limit 1`)
  return row?.merchant_id
}

/** Ids begin with the time they were made, so the oldest stand first in the key: no other index is needed. */
export async function forgetEvents(
  db: Database,
  merchant_id: string,
  before: string,
  most: number,
): Promise<number> {
  const gone = await db.rows(sql`with old as materialized (
      select merchant_id, event_id from events
      where merchant_id = ${merchant_id} and event_id < ${before} order by event_id limit ${most}
    ), attempts as (
      delete from delivery_attempts a using old o
      where a.merchant_id = o.merchant_id and a.event_id = o.event_id
    ), gone as (
      delete from deliveries d using old o
      where d.merchant_id = o.merchant_id and d.event_id = o.event_id
    )
    delete from events e using old o
    where e.merchant_id = o.merchant_id and e.event_id = o.event_id returning 1`)
  return gone.length
}

export interface Backlog {
  lane: Lane
  /** Endpoints with something due, counted to a hundred. */
  endpoints: number
  /** Their deliveries that are due, counted to a thousand each. */
  due: number
  oldest: Date | null
}

/** Deliveries that wait for their time are not counted, nor looked at. */
export function backlogs(db: Database, now: Date) {
  return db.rows<Backlog>(sql`select l.lane, count(e.*)::int as endpoints,
      coalesce(sum(d.due), 0)::int as due, min(d.oldest) as oldest
    from unnest(array['fast', 'slow']) as l(lane)
      left join lateral (
        (select merchant_id, profile_id from webhook_endpoints w where w.lane = l.lane
          and claimed_by is null and due_at <= ${now} order by due_at limit 100)
        union all
        (select merchant_id, profile_id from webhook_endpoints w where w.lane = l.lane
          and claimed_by is not null limit 100)
      ) e on true
      left join lateral (
        select count(*) as due, min(next_attempt_at) as oldest
        from (select next_attempt_at from deliveries
          where merchant_id = e.merchant_id and profile_id = e.profile_id
            and next_attempt_at <= ${now} order by next_attempt_at limit 1000) as p
      ) d on true
    group by l.lane order by l.lane`)
}

export function findDeliveries(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows<DeliveryRow>(sql`select ${deliveryColumns} from deliveries
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})`)
}

export function findAttempts(
  db: Database,
  merchant_id: string,
  event_id: string,
  limit: number,
  offset: number,
) {
  return db.rows<AttemptRow>(sql`select ${attemptColumns} from delivery_attempts
    where merchant_id = ${merchant_id} and event_id = ${event_id}
    order by attempt desc limit ${limit} offset ${offset}`)
}

export async function countAttempts(db: Database, merchant_id: string, event_id: string) {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from delivery_attempts
    where merchant_id = ${merchant_id} and event_id = ${event_id}`)
  return row?.n ?? 0
}

/**
 * The delivery and its endpoint in one statement: a delivery that is due at an endpoint which nobody looks
 * at would wait for the next event. Whoever is sending it at this moment finds the version moved.
 */
export function makeDue(db: Database, merchant_id: string, event_id: string, now: Date) {
  return db.first<DeliveryRow>(sql`with due as (
      update deliveries set status = 'pending', reason = null, next_attempt_at = ${now},
        finished_at = null, version = version + 1
      where merchant_id = ${merchant_id} and event_id = ${event_id} returning ${deliveryColumns}
    ), woken as (
      insert into webhook_endpoints as w (merchant_id, profile_id, due_at, lane, failures, arrivals)
      select merchant_id, profile_id, ${now}::timestamptz, 'fast', 0, 1 from due
      on conflict (merchant_id, profile_id) do update
        set due_at = least(w.due_at, excluded.due_at), arrivals = w.arrivals + 1
    )
    select ${deliveryColumns} from due`)
}

/** Whatever waits at this merchant's endpoints comes so much earlier. */
export function bringForward(db: Database, merchant_id: string, ms: number, now: Date) {
  return db.rows(sql`with sooner as (
      update deliveries set version = version + 1,
        next_attempt_at = next_attempt_at - ${ms}::bigint * interval '1 millisecond'
      where merchant_id = ${merchant_id} and next_attempt_at is not null
    )
    update webhook_endpoints set due_at = least(due_at, ${now}) where merchant_id = ${merchant_id}`)
}
