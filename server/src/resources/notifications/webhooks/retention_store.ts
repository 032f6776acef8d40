// Deletes old events with everything that belongs to them.
import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'

/** The next merchant, ordered by id, that has events. */
export async function nextMerchantWithEvents(
  db: Database,
  after: string,
): Promise<string | undefined> {
  const row = await db.first<{ merchant_id: string }>(sql`select merchant_id from events
    where merchant_id > ${after} order by merchant_id limit 1`)
  return row?.merchant_id
}

/** Ids begin with their creation time, so the primary key lists the oldest first: no other index is needed. */
export async function deleteEventsBefore(
  db: Database,
  merchant_id: string,
  before: string,
  limit: number,
): Promise<number> {
  const deleted = await db.rows(sql`with old as materialized (
      select merchant_id, event_id from events
      where merchant_id = ${merchant_id} and event_id < ${before} order by event_id limit ${limit}
    ), attempts as (
      delete from delivery_attempts a using old o
      where a.merchant_id = o.merchant_id and a.event_id = o.event_id
    ), streamed as (
      delete from event_stream s using old o where s.merchant_id = o.merchant_id
        and s.event_id = o.event_id and s.created > '-infinity'
    ), forwarded as (
      delete from listener_attempts l using old o
      where l.merchant_id = o.merchant_id and l.event_id = o.event_id
    ), gone as (
      delete from deliveries d using old o
      where d.merchant_id = o.merchant_id and d.event_id = o.event_id
    )
    delete from events e using old o
    where e.merchant_id = o.merchant_id and e.event_id = o.event_id returning 1`)
  return deleted.length
}
