// Endpoint queues: one `webhook_endpoints` row per profile with deliveries. README.md lists its states and who may
// change each column.
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

export interface EndpointKey {
  readonly merchant_id: string
  readonly profile_id: string
}

export type Lane = 'fast' | 'slow'

export interface Endpoint extends EndpointKey {
  readonly lane: Lane
  /** Failed attempts since the last success. */
  readonly failures: number
  /** Counts delivery batches that were added. */
  readonly arrivals: number
}

/** Marks endpoints due because deliveries were added. The worker that holds one sees the changed `arrivals`. */
export function wakeEndpoints(db: Database, keys: readonly EndpointKey[], now: Date) {
  const merchants = keys.map((key) => key.merchant_id)
  const profiles = keys.map((key) => key.profile_id)
  // A fixed order prevents deadlocks between two statements that wake the same endpoints.
  return db.rows(sql`insert into webhook_endpoints as w
      (merchant_id, profile_id, due_at, lane, failures, arrivals)
    select distinct merchant_id, profile_id, ${now}::timestamptz, 'fast', 0, 1
    from unnest(${merchants}::text[], ${profiles}::text[]) as k(merchant_id, profile_id)
    order by merchant_id, profile_id
    on conflict (merchant_id, profile_id) do update
      set due_at = least(w.due_at, excluded.due_at), arrivals = w.arrivals + 1`)
}

/** Claims due endpoints, the longest due first. An endpoint is claimed by one worker at a time. */
export function claimEndpoints(
  db: Database,
  worker_id: string,
  lane: Lane,
  now: Date,
  limit: number,
) {
  return db.rows<Endpoint>(sql`with due as materialized (
      select merchant_id, profile_id from webhook_endpoints
      where lane = ${lane} and due_at <= ${now} and claimed_by is null
      order by due_at limit ${limit} for update skip locked
    )
    update webhook_endpoints e set claimed_by = ${worker_id} from due d
    where e.merchant_id = d.merchant_id and e.profile_id = d.profile_id
    returning e.merchant_id, e.profile_id, e.lane, e.failures, e.arrivals`)
}

/**
 * Releases a claimed endpoint. It is due again with its next delivery. If deliveries were added since the
 * claim, it is due now, behind all endpoints that are already due.
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

/** Releases endpoints claimed by dead workers, and those claimed by this worker that it is not draining. */
export function releaseOrphanedEndpoints(
  db: Database,
  worker_id: string,
  draining: readonly EndpointKey[],
  now: Date,
) {
  const merchants = draining.map((key) => key.merchant_id)
  const profiles = draining.map((key) => key.profile_id)
  return db.rows(sql`update webhook_endpoints w
    set claimed_by = null, due_at = least(due_at, ${now})
    where claimed_by is not null and case when claimed_by = ${worker_id}
      then not exists (select 1 from unnest(${merchants}::text[], ${profiles}::text[])
          as h(merchant_id, profile_id)
        where h.merchant_id = w.merchant_id and h.profile_id = w.profile_id)
      else not exists (select 1 from workers k where k.worker_id = w.claimed_by) end
    returning merchant_id`)
}

export interface Backlog {
  lane: Lane
  /** Endpoints with due deliveries, counted to a hundred. */
  endpoints: number
  /** Due deliveries for these endpoints, counted to a thousand each. */
  due: number
  oldest: Date | null
}

/** Reads due deliveries only: deliveries that wait for a retry are not read. */
export function findBacklogs(db: Database, now: Date) {
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
