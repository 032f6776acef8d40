// Queues objects from before the search, by merchant and kind.
import type { Database } from '#kernel/db.ts'
import { raw, sql } from '#kernel/sql.ts'
import { kindNames, type KindName } from './kinds.ts'
import { found } from './objects_store.ts'
import { queuedAgain } from './queue_store.ts'

interface Backfill {
  readonly merchant_id: string
  readonly kind: KindName
  readonly after_id: string
}

/** Across all merchants. Waits while the queue is long. */
export async function advanceBackfills(db: Database, merchants: number, limit: number) {
  const open = await db.rows<Backfill>(sql`select merchant_id, kind, after_id from search_backfills
    where begin_at <= clock_timestamp() and (select count(*) from (select merchant_id from search_queue where is_bulk
      order by queued_at limit ${limit}) as waiting) < ${limit}
    order by merchant_id limit ${merchants}`)
  for (const each of open) await queueNext(db, each, limit)
  return open.length
}

/** Does nothing if another worker was faster. */
async function queueNext(db: Database, backfill: Backfill, limit: number): Promise<void> {
  const { merchant_id, kind, after_id } = backfill
  const { table, id } = found[kind]
  const next = kindNames[kindNames.indexOf(kind) + 1] ?? null
  await db.rows(sql`with chunk as materialized (
      select o.${raw(id)} as id from ${raw(table)} o
      where o.merchant_id = ${merchant_id} and o.${raw(id)} > ${after_id}
      order by o.${raw(id)} limit ${limit}
    ), queued as (
      insert into search_queue as q (merchant_id, kind, object_id, is_bulk)
      select ${merchant_id}, ${kind}, id, true from chunk order by id ${queuedAgain}
    ), walked as materialized (
      select count(*) as n, max(id) as last from chunk
    ), ended as (
      delete from search_backfills b using walked w where b.merchant_id = ${merchant_id}
        and b.kind = ${kind} and b.after_id = ${after_id} and w.n < ${limit} and ${next}::text is null
    )
    update search_backfills b set kind = case when w.n < ${limit} then ${next}::text else b.kind end,
      after_id = case when w.n < ${limit} then '' else w.last end
    from walked w where b.merchant_id = ${merchant_id} and b.kind = ${kind}
      and b.after_id = ${after_id} and (w.n = ${limit} or ${next}::text is not null)`)
}
