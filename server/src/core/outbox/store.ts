import type { Services } from '#kernel/context.ts'
import type { Database } from '#kernel/db.ts'
import { raw, type Sql, sql, when } from '#kernel/sql.ts'
import type { RelayedEvent } from './reaction.ts'

const EVENT_COLUMNS =
  raw(`e.merchant_id, e.event_id, e.profile_id, e.event_type, e.object_type, e.object_id,
  e.sequence, e.created, e.actor is not null and not e.is_test as has_actor, case when e.event_type in ('payment_failed', 'payout_failed')
    then e.body::jsonb #>> '{content,object,unified_code}' end as decline_code`)

export interface Claim {
  batch_id: string
  /** Null outside a worker: others claim the batch at `retry_at`. */
  worker_id: string | null
  /** When other workers may claim the batch. */
  retry_at: Date
  limit: number
  /** All merchants' events, unless given. */
  merchant_id?: string
}

/**
 * Claims the oldest events that are not relayed and records the worker, in one statement. It selects by state and
 * never by `id > last`: commits become visible out of order, so a late one would be skipped.
 */
export function claimEvents(db: Database, claim: Claim) {
  const { batch_id, worker_id, retry_at, limit, merchant_id } = claim
  const ofMerchant = when(merchant_id !== undefined, sql`where merchant_id = ${merchant_id}`)
  return db.rows<RelayedEvent>(sql`with oldest as materialized (
      select ctid from waiting_events ${ofMerchant} order by created limit ${limit} for update skip locked
    ), claimed as (
      delete from waiting_events w using oldest o where w.ctid = o.ctid
      returning w.merchant_id, w.event_id
    ), batch as (
      insert into relay_batches (batch_id, worker_id, merchant_ids, event_ids, tries, retry_at)
      select ${batch_id}, ${worker_id}, array_agg(merchant_id), array_agg(event_id), 0, ${retry_at}
      from claimed having count(*) > 0
    )
    select ${EVENT_COLUMNS} from claimed c
      join events e on e.merchant_id = c.merchant_id and e.event_id = c.event_id
    order by e.created, e.event_id`)
}

export interface Batch {
  batch_id: string
  tries: number
  merchant_ids: string[]
  event_ids: string[]
}

/** Claims batches whose worker is dead, whose backoff is over, or whose claim has timed out. */
export function claimBatches(
  db: Database,
  worker_id: string | null,
  now: Date,
  retry_at: Date,
  limit: number,
) {
  return db.rows<Batch>(sql`with free as materialized (
      select batch_id from relay_batches b
      where retry_at <= ${now} or (worker_id is not null
        and not exists (select 1 from workers w where w.worker_id = b.worker_id))
      order by retry_at limit ${limit} for update skip locked
    )
    update relay_batches b set worker_id = ${worker_id}, retry_at = ${retry_at}, tries = tries + 1
    from free f where b.batch_id = f.batch_id
    returning b.batch_id, b.tries, b.merchant_ids, b.event_ids`)
}

/** A batch that has failed so often is not waited for. */
const MAX_TRIES = 2

export interface Outstanding {
  /** Events that wait for the relay. */
  waiting: number
  /** Batches whose reactions run or are retried. */
  batches: number
}

/** Selects a merchant's `Outstanding` events. */
export function selectOutstanding(merchant_id: string): Sql {
  return sql`select
      (select count(*) from waiting_events where merchant_id = ${merchant_id})::int as waiting,
      (select count(*) from relay_batches
        where tries < ${MAX_TRIES} and ${merchant_id} = any(merchant_ids))::int as batches`
}

export function findBatchEvents(db: Database, { merchant_ids, event_ids }: Batch) {
  return db.rows<RelayedEvent>(sql`select ${EVENT_COLUMNS}
    from unnest(${merchant_ids}::text[], ${event_ids}::text[]) as n(merchant_id, event_id)
      join events e on e.merchant_id = n.merchant_id and e.event_id = n.event_id
    order by e.created, e.event_id`)
}

export function removeBatch(db: Database, batch_id: string) {
  return db.rows(sql`delete from relay_batches where batch_id = ${batch_id}`)
}

/** Reduces a batch to its failed events and schedules their retry. */
export function rescheduleBatch(
  db: Database,
  batch_id: string,
  failed: readonly RelayedEvent[],
  retry_at: Date,
) {
  const merchants = failed.map((event) => event.merchant_id)
  const ids = failed.map((event) => event.event_id)
  return db.rows(sql`update relay_batches set worker_id = null, retry_at = ${retry_at},
      merchant_ids = ${merchants}, event_ids = ${ids}
    where batch_id = ${batch_id}`)
}

/** When the event was written that has waited longest for the relay; undefined if none waits. */
export async function findOldestWaiting({ db }: Pick<Services, 'db'>): Promise<Date | undefined> {
  const row = await db.first<{ created: Date }>(
    sql`select merchant_id, created from waiting_events order by created limit 1`,
  )
  return row?.created
}

export interface RelayBacklog {
  /** Counted to ten thousand. */
  waiting: number
  oldest: Date | null
  /** Batches with a failed reaction. */
  failing: number
}

/** Events that wait to be relayed. The count is bounded, so the query costs the same for any backlog. */
export async function countRelayBacklog({ db }: Pick<Services, 'db'>): Promise<RelayBacklog> {
  const row =
    await db.first<RelayBacklog>(sql`select count(*)::int as waiting, min(created) as oldest,
      (select count(*)::int from relay_batches where tries > 0 or worker_id is null) as failing
    from (select merchant_id, created from waiting_events order by created limit 10000) as w`)
  return row ?? { waiting: 0, oldest: null, failing: 0 }
}
