// The queue for objects whose terms are made again, and the statement that makes them.
import type { Database } from '#kernel/db.ts'
import { raw, sql } from '#kernel/sql.ts'
import { kindNames, type KindName } from './kinds.ts'
import { found, joined, makeTerms } from './objects_store.ts'

export interface Changed {
  readonly merchant_id: string
  readonly kind: KindName
  readonly object_id: string
}

// A row that is queued again names the newer transaction. A statement that started before it passes the row over.
export const queuedAgain = sql`on conflict (merchant_id, kind, object_id) do update set
  queued_by = excluded.queued_by, is_bulk = q.is_bulk and excluded.is_bulk,
  queued_at = case when q.is_bulk and not excluded.is_bulk then excluded.queued_at else q.queued_at end`

/** A crash may undo this commit only together with everything after it. */
const withoutWaiting = sql`set_config('synchronous_commit', 'off', true)`

/** In key order, so that two batches never wait for each other. */
export async function queueObjects(db: Database, objects: readonly Changed[]): Promise<void> {
  const merchants = objects.map((each) => each.merchant_id)
  const ofKind = objects.map((each) => each.kind)
  const ids = objects.map((each) => each.object_id)
  await db.rows(sql`with queued as (
      insert into search_queue as q (merchant_id, kind, object_id, is_bulk)
      select distinct merchant_id collate "C", kind collate "C", object_id collate "C", false
      from unnest(${merchants}::text[], ${ofKind}::text[], ${ids}::text[]) as o (merchant_id, kind, object_id)
      order by 1, 2, 3 ${queuedAgain}
    )
    select ${withoutWaiting}`)
}

/**
 * Moves changes without an event into the queue; returns how many there were. What shows a customer's name follows
 * the customer.
 */
export async function queueNotedChanges(db: Database, limit: number): Promise<number> {
  const row = await db.first<{ n: number }>(sql`with oldest as materialized (
      select ctid from search_changes order by noted_at limit ${limit} for update skip locked
    ), moved as materialized (
      delete from search_changes c using oldest o where c.ctid = o.ctid
      returning c.merchant_id, c.kind, c.object_id
    ), queued as (
      insert into search_queue as q (merchant_id, kind, object_id, is_bulk)
      select distinct merchant_id, kind collate "C", object_id, false from (
        select merchant_id, kind, object_id from moved
        union all
        select i.merchant_id, 'invoice', i.invoice_id from moved m
          join invoices i on i.merchant_id = m.merchant_id and i.customer_id = m.object_id
          where m.kind = 'customer'
        union all
        select s.merchant_id, 'subscription', s.subscription_id from moved m
          join subscriptions s on s.merchant_id = m.merchant_id and s.customer_id = m.object_id
          where m.kind = 'customer'
      ) as changed order by 1, 2, 3 ${queuedAgain}
    )
    select count(*)::int as n, ${withoutWaiting} from moved`)
  return row?.n ?? 0
}

/** The objects that were taken, as they are at this moment; one that is gone has no time. */
const present = joined(
  kindNames.map((kind) => {
    const {
      table,
      id,
      joins = sql``,
      profile_id = sql`null::text`,
      isFound = sql`true`,
    } = found[kind]
    return sql`select t.merchant_id, t.kind, t.object_id, n.profile_id, n.created, n.terms from taken t
      left join lateral (select ${profile_id} as profile_id, o.created, ${makeTerms(kind)} as terms
        from ${raw(table)} o ${joins}
        where o.merchant_id = t.merchant_id and o.${raw(id)} = t.object_id and ${isFound}) as n on true
      where t.kind = ${raw(`'${kind}'`)}`
  }),
  sql` union all `,
)

/**
 * Makes the terms of the oldest queued objects: what is new is inserted, what is no longer there is deleted. It is one
 * statement, so an object leaves the queue exactly when its terms are those of its row. A queue row is taken only if
 * the statement sees the transaction that queued it, and so the change that it was queued for.
 */
export async function indexObjects(db: Database, limit: number): Promise<number> {
  const row = await db.first<{ n: number }>(sql`with oldest as materialized (
      select merchant_id, kind, object_id from search_queue
      where pg_visible_in_snapshot(queued_by, pg_current_snapshot())
      order by is_bulk, queued_at limit ${limit} for update skip locked
    ), taken as (
      delete from search_queue q using oldest o where q.merchant_id = o.merchant_id
        and q.kind = o.kind and q.object_id = o.object_id
      returning q.merchant_id, q.kind, q.object_id
    ), present as materialized (${present}
    ), past as materialized (
      select s.merchant_id, s.kind, s.object_id, s.created, s.terms
      from taken t join search_objects s on s.merchant_id = t.merchant_id
        and s.kind = t.kind and s.object_id = t.object_id
    ), pairs as materialized (
      select n.merchant_id, n.kind, n.object_id, n.profile_id, n.created, n.terms,
        p.created as past_created, p.terms as past_terms
      from present n left join past p on p.merchant_id = n.merchant_id and p.kind = n.kind
        and p.object_id = n.object_id
      where n.terms is distinct from p.terms
    ), gone as (
      delete from search_terms s using (
        select merchant_id, kind, object_id, past_created, term
        from pairs cross join lateral unnest(past_terms) as term
        where term <> all(coalesce(terms, '{}'))
      ) as g where s.merchant_id = g.merchant_id and s.kind = g.kind and s.term = g.term
        and s.created = g.past_created and s.object_id = g.object_id
    ), added as (
      insert into search_terms (merchant_id, kind, term, created, object_id)
      select merchant_id, kind, term, created, object_id
      from pairs cross join lateral unnest(terms) as term
      where term <> all(coalesce(past_terms, '{}'))
      on conflict (merchant_id, kind, term, created, object_id) do nothing
    ), stored as (
      insert into search_objects (merchant_id, kind, object_id, profile_id, created, terms)
      select merchant_id, kind, object_id, profile_id, created, terms from pairs where terms is not null
      on conflict (merchant_id, kind, object_id) do update set terms = excluded.terms
    ), deleted as (
      delete from search_objects s using pairs p where p.terms is null and s.merchant_id = p.merchant_id
        and s.kind = p.kind and s.object_id = p.object_id
    )
    select count(*)::int as n, ${withoutWaiting} from taken`)
  return row?.n ?? 0
}

/** After a restore into another PostgreSQL, as analytics do it: rows name transactions that it has not reached. */
export async function requeueRestored(db: Database, limit: number): Promise<number> {
  const requeued = await db.rows(sql`with restored as materialized (
      select merchant_id, kind, object_id from search_queue where queued_by > pg_current_xact_id()
      order by is_bulk, queued_at limit ${limit} for update skip locked
    )
    update search_queue q set queued_by = pg_current_xact_id() from restored r
    where q.merchant_id = r.merchant_id and q.kind = r.kind and q.object_id = r.object_id
    returning 1 as one`)
  return requeued.length
}
