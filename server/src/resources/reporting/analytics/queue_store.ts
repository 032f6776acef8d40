// The queue for objects to count again, and the statement that counts them.
import type { Database } from '#kernel/db.ts'
import { raw, type Sql, sql } from '#kernel/sql.ts'
import { type Kind, kinds } from './dimensions.ts'
import { contributions, joined } from './objects_store.ts'

export interface Changed {
  readonly merchant_id: string
  readonly kind: Kind
  readonly object_id: string
}

// A row that is queued again names the newer transaction. A statement that started before it passes the row over.
const queuedAgain = sql`on conflict (merchant_id, kind, object_id) do update set
  queued_by = excluded.queued_by, is_bulk = q.is_bulk and excluded.is_bulk,
  queued_at = case when q.is_bulk and not excluded.is_bulk then excluded.queued_at else q.queued_at end`

/**
 * This commit does not wait for the disk, so it does not delay payment commits. A crash may undo it only together
 * with everything after it: then the event is relayed again, or the object is still queued.
 */
const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`

/** In key order, so that two batches never wait for each other. */
export async function queueObjects(db: Database, objects: readonly Changed[]): Promise<void> {
  const merchants = objects.map((each) => each.merchant_id)
  const ofKind = objects.map((each) => each.kind)
  const ids = objects.map((each) => each.object_id)
  await db.rows(sql`with queued as (
      insert into analytics_queue as q (merchant_id, kind, object_id, is_bulk)
      select distinct merchant_id collate "C", kind, object_id collate "C", false
      from unnest(${merchants}::text[], ${ofKind}::text[], ${ids}::text[]) as o (merchant_id, kind, object_id)
      order by 1, 2, 3 ${queuedAgain}
    )
    select ${withoutWaiting}`)
}

/** Moves changes without an event into the queue; returns how many there were. */
export async function queueNotedChanges(db: Database, limit: number): Promise<number> {
  const row = await db.first<{ n: number }>(sql`with oldest as materialized (
      select ctid from analytics_changes order by noted_at limit ${limit} for update skip locked
    ), moved as (
      delete from analytics_changes c using oldest o where c.ctid = o.ctid
      returning c.merchant_id, c.kind, c.object_id
    ), queued as (
      insert into analytics_queue as q (merchant_id, kind, object_id, is_bulk)
      select distinct merchant_id, kind, object_id, false from moved
      order by merchant_id, kind, object_id ${queuedAgain}
    )
    select count(*)::int as n, ${withoutWaiting} from moved`)
  return row?.n ?? 0
}

/** The next objects in a merchant's table ordered by id, for a rebuild. */
export function queueing(kind: Kind, merchant_id: Sql, after_id: Sql, limit: number): Sql {
  const { table, id } = contributions[kind]
  return sql`chunk as materialized (
      select o.${raw(id)} as id from ${raw(table)} o
      where o.merchant_id = ${merchant_id} and o.${raw(id)} > ${after_id}
      order by o.${raw(id)} limit ${limit}
    ), queued as (
      insert into analytics_queue as q (merchant_id, kind, object_id, is_bulk)
      select ${merchant_id}, ${kind}, id, true from chunk order by id ${queuedAgain}
    )`
}

const QUARTER = raw(`date_bin('15 minutes', o.created, timestamptz '2000-01-01T00:00:00Z')`)
const DAY = raw(`date_bin('1 day', bucket, timestamptz '2000-01-01T00:00:00Z')`)

/** The objects that were taken, as they are at this moment; one that was deleted or does not count has no bucket. */
const present = joined(
  kinds.map((kind) => {
    const { table, id, dims, amount, retries, isCounted } = contributions[kind]
    return sql`select t.merchant_id, t.generation, t.kind, t.object_id, ${QUARTER} as bucket,
        ${dims} as dims, ${amount} as amount, ${retries} as retries
      from taken t left join ${raw(table)} o on o.merchant_id = t.merchant_id and o.${raw(id)} = t.object_id
        and ${isCounted}
      where t.kind = ${raw(`'${kind}'`)}`
  }),
  sql` union all `,
)

/**
 * Counts the oldest queued objects: each object's current contribution replaces its previous one, in its fact and in
 * the sums. It is one statement, so an object leaves the queue exactly when it was counted. A queue row is taken only
 * if the statement sees the transaction that queued it, and so the change that it was queued for.
 */
export async function countObjects(db: Database, limit: number): Promise<number> {
  const row = await db.first<{ n: number }>(sql`with oldest as materialized (
      select merchant_id, kind, object_id from analytics_queue
      where pg_visible_in_snapshot(queued_by, pg_current_snapshot())
      order by is_bulk, queued_at limit ${limit} for update skip locked
    ), removed as (
      delete from analytics_queue q using oldest o where q.merchant_id = o.merchant_id
        and q.kind = o.kind and q.object_id = o.object_id
      returning q.merchant_id, q.kind, q.object_id
    ), taken as materialized (
      select m.merchant_id, m.kind, m.object_id, coalesce(r.generation, 0) as generation
      from removed m left join analytics_rebuilds r on r.merchant_id = m.merchant_id
    ), present as materialized (${present}
    ), past as materialized (
      select f.merchant_id, f.generation, f.kind, f.object_id, f.bucket, f.dims, f.amount, f.retries
      from taken t join analytics_facts f on f.merchant_id = t.merchant_id
        and f.generation = t.generation and f.kind = t.kind and f.object_id = t.object_id
    ), stored as (
      insert into analytics_facts as f
        (merchant_id, generation, kind, object_id, bucket, dims, amount, retries)
      select merchant_id, generation, kind, object_id, bucket, dims, amount, retries from present
      where bucket is not null
      on conflict (merchant_id, generation, kind, object_id) do update set
        bucket = excluded.bucket, dims = excluded.dims, amount = excluded.amount, retries = excluded.retries
    ), deleted as (
      delete from analytics_facts f using present p where p.bucket is null
        and f.merchant_id = p.merchant_id and f.generation = p.generation and f.kind = p.kind
        and f.object_id = p.object_id
    ), differences as (
      select merchant_id, generation, kind, bucket, dims, 1 as n, amount, retries from present
      where bucket is not null
      union all
      select merchant_id, generation, kind, bucket, dims, -1, -amount, -retries from past
    ), changes as materialized (
      select merchant_id, generation, kind, bucket, dims,
        sum(n) as n, sum(amount) as amount, sum(retries) as retries
      from differences group by merchant_id, generation, kind, bucket, dims
      having sum(n) <> 0 or sum(amount) <> 0 or sum(retries) <> 0
    ), added as (
      insert into analytics_rollups as r
        (merchant_id, generation, kind, level, bucket, dims, n, amount, retries)
      select merchant_id, generation, kind, level, bucket, dims, sum(n), sum(amount), sum(retries) from (
        select merchant_id, generation, kind, 'quarter' as level, bucket, dims, n, amount, retries from changes
        union all
        select merchant_id, generation, kind, 'day', ${DAY}, dims, n, amount, retries from changes
      ) as levels
      group by merchant_id, generation, kind, level, bucket, dims
      order by merchant_id, generation, kind, level, bucket, dims
      on conflict (merchant_id, generation, kind, level, bucket, dims) do update set
        n = r.n + excluded.n, amount = r.amount + excluded.amount, retries = r.retries + excluded.retries
    )
    select count(*)::int as n, ${withoutWaiting} from taken`)
  return row?.n ?? 0
}

/**
 * After a restore into another PostgreSQL, rows name transactions that it has not reached. A row that can be seen was
 * queued by an earlier transaction than this one, so a later number is such a row, and is queued again.
 */
export async function requeueRestored(db: Database, limit: number): Promise<number> {
  const requeued = await db.rows(sql`with restored as materialized (
      select merchant_id, kind, object_id from analytics_queue
      where queued_by > pg_current_xact_id()
      order by is_bulk, queued_at limit ${limit} for update skip locked
    )
    update analytics_queue q set queued_by = pg_current_xact_id() from restored r
    where q.merchant_id = r.merchant_id and q.kind = r.kind and q.object_id = r.object_id
    returning 1 as one`)
  return requeued.length
}

/** Age of the oldest waiting change across all merchants, by the database's clock. */
export async function queueLag(db: Database): Promise<number> {
  const row = await db.first<{ lag_s: number }>(sql`select coalesce(
    extract(epoch from clock_timestamp() - least(
      (select queued_at from analytics_queue where not is_bulk and merchant_id > '' order by queued_at limit 1),
      (select noted_at from analytics_changes order by noted_at limit 1))), 0)::float8 as lag_s`)
  return Math.max(row?.lag_s ?? 0, 0)
}
