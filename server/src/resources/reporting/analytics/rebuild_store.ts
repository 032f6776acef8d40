// A rebuild of a merchant's sums, as a row that records its progress. Each statement is one step and may be repeated.
import type { Database } from '#kernel/db.ts'
import { raw, sql } from '#kernel/sql.ts'
import { type Kind, kinds } from './dimensions.ts'
import { queueing } from './queue_store.ts'

export interface Rebuild {
  readonly merchant_id: string
  readonly generation: number
  readonly state: 'wanted' | 'queueing' | 'counting' | 'cleaning' | 'done'
  readonly kind: Kind
  readonly after_id: string
  readonly queued: number
}

const COLUMNS = raw('r.merchant_id, r.generation, r.state, r.kind, r.after_id, r.queued')

/** A rebuild that has not ended continues. */
export async function insertRebuild(db: Database, merchant_id: string): Promise<void> {
  await db.rows(sql`insert into analytics_rebuilds as r
      (merchant_id, generation, state, kind, after_id, queued, started_at)
    values (${merchant_id}, 1, 'queueing', 'payment', '', 0, clock_timestamp())
    on conflict (merchant_id) do update set generation = r.generation + 1, state = 'queueing',
      kind = 'payment', after_id = '', queued = 0, started_at = clock_timestamp(),
      queued_at = null, finished_at = null
    where r.state in ('wanted', 'cleaning', 'done')`)
}

export async function findRebuild(db: Database, merchant_id: string): Promise<Rebuild | undefined> {
  return db.first<Rebuild>(
    sql`select ${COLUMNS} from analytics_rebuilds r where r.merchant_id = ${merchant_id}`,
  )
}

/** Open rebuilds across all merchants. */
export function findOpenRebuilds(db: Database, limit: number): Promise<Rebuild[]> {
  return db.rows<Rebuild>(sql`select ${COLUMNS} from analytics_rebuilds r
    where r.state not in ('wanted', 'done') order by r.started_at, r.merchant_id limit ${limit}`)
}

/** True if the queue has room for more rebuild objects. */
export async function hasRoom(db: Database, most: number): Promise<boolean> {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from (
    select merchant_id from analytics_queue where is_bulk order by queued_at limit ${most}) as waiting`)
  return (row?.n ?? 0) < most
}

/** Queues the next objects; after the last kind they only have to be counted. Does nothing if another was faster. */
export async function queueNext(db: Database, rebuild: Rebuild, limit: number): Promise<void> {
  const { merchant_id, generation, kind, after_id } = rebuild
  const next = kinds[kinds.indexOf(kind) + 1] ?? null
  await db.rows(sql`with ${queueing(kind, sql`${merchant_id}::text`, sql`${after_id}::text`, limit)},
    walked as (select count(*) as n, max(id) as last from chunk)
    update analytics_rebuilds r set queued = r.queued + w.n,
      kind = case when w.n < ${limit} then coalesce(${next}, r.kind) else r.kind end,
      after_id = case when w.n < ${limit} then '' else w.last end,
      state = case when w.n < ${limit} and ${next}::text is null then 'counting' else r.state end,
      queued_at = clock_timestamp()
    from walked w where r.merchant_id = ${merchant_id} and r.generation = ${generation}
      and r.state = 'queueing' and r.kind = ${kind} and r.after_id = ${after_id}`)
}

/** The sums are complete when every object queued before the rebuild's last one is counted. */
export async function finishCounting(db: Database, { merchant_id, generation }: Rebuild) {
  await db.rows(sql`update analytics_rebuilds r set state = 'cleaning', finished_at = clock_timestamp()
    where r.merchant_id = ${merchant_id} and r.generation = ${generation} and r.state = 'counting'
      and not exists (select 1 from analytics_queue q where q.merchant_id = ${merchant_id}
        and q.queued_at <= r.queued_at)`)
}

/** Deletes facts and sums from earlier generations; nothing reads them. */
export async function deleteOld(db: Database, rebuild: Rebuild, limit: number): Promise<void> {
  const { merchant_id, generation } = rebuild
  await db.rows(sql`with old_facts as materialized (
      select ctid from analytics_facts where merchant_id = ${merchant_id}
        and generation < ${generation} limit ${limit}
    ), facts as (
      delete from analytics_facts f using old_facts o where f.ctid = o.ctid returning 1 as one
    ), old_sums as materialized (
      select ctid from analytics_rollups where merchant_id = ${merchant_id}
        and generation < ${generation} limit ${limit}
    ), sums as (
      delete from analytics_rollups s using old_sums o where s.ctid = o.ctid returning 1 as one
    )
    update analytics_rebuilds r set state = 'done'
    where r.merchant_id = ${merchant_id} and r.generation = ${generation} and r.state = 'cleaning'
      and (select count(*) from facts) < ${limit} and (select count(*) from sums) < ${limit}`)
}
