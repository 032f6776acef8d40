import type { Database } from '#kernel/db.ts'
import { sql } from '#kernel/sql.ts'
import type { EventRow } from '#core/outbox/event.ts'
import type { SealRow, SignedHead } from './chain.ts'
import type { RecordRow } from './records.ts'

/** Why entries stay in the queue: `unsigned_seal` stops the whole chain, `invalid_entry` is about these entries. */
export const REFUSALS = ['unsigned_seal', 'invalid_entry'] as const
export type Refusal = (typeof REFUSALS)[number]

export function enqueue(
  db: Database,
  events: readonly Pick<EventRow, 'merchant_id' | 'event_id'>[],
) {
  const merchant_ids = events.map(({ merchant_id }) => merchant_id)
  const event_ids = events.map(({ event_id }) => event_id)
  return db.rows(sql`insert into audit_queue (merchant_id, entry_ids) select merchant_id, array_agg(event_id)
    from unnest(${merchant_ids}::text[], ${event_ids}::text[]) as n(merchant_id, event_id) group by merchant_id`)
}

/** Entries that were written or relayed together, and their merchant's newest seal. */
export interface Queued {
  readonly group_no: number
  readonly merchant_id: string
  readonly entry_ids: string[]
  readonly head: SignedHead | null
}

/**
 * The queue and the heads in one statement: if another worker seals these entries, it also writes the seal that would be
 * the next one here, so the same entries are not sealed twice. Refused groups come last, so they delay no others.
 */
export async function findQueued(
  db: Database,
  entries: number,
  refused_before: Date,
): Promise<Queued[]> {
  type Row = Omit<Queued, 'head'> & { [K in keyof SignedHead]: SignedHead[K] | null }
  const rows =
    await db.rows<Row>(sql`select q.group_no, q.merchant_id, q.entry_ids, head.seal_no, head.hash, head.secret_id, head.mac
    from (select group_no, merchant_id, entry_ids,
          sum(cardinality(entry_ids)) over (order by is_refused, group_no) as n
        from ((select group_no, merchant_id, entry_ids, false as is_refused from audit_queue
            where refused_at is null order by group_no limit ${entries})
          union all
          (select group_no, merchant_id, entry_ids, true from audit_queue
            where refused_at <= ${refused_before} order by group_no limit ${entries})) as oldest) as q
      left join lateral (select seal_no, hash, secret_id, mac from audit_seals s where s.merchant_id = q.merchant_id
        order by seal_no desc limit 1) as head on true
    where q.n - cardinality(q.entry_ids) < ${entries}`)
  return rows.map(({ seal_no, hash, secret_id, mac, ...group }) => ({
    ...group,
    head:
      seal_no === null || hash === null || secret_id === null || mac === null
        ? null
        : { seal_no, hash, secret_id, mac },
  }))
}

/** The groups stay queued and are read again later. */
export function refuseGroups(
  db: Database,
  groups: readonly Queued[],
  refusal: Refusal,
  refused_at: Date,
) {
  const group_nos = groups.map(({ group_no }) => group_no)
  return db.rows(sql`update audit_queue set refused_at = ${refused_at}, refusal = ${refusal}
    where group_no = any(${group_nos}::bigint[]) and merchant_id is not null`)
}

export interface RefusedEntries {
  readonly merchant_id: string
  readonly entry_ids: readonly string[]
}

export interface SealWrites {
  readonly seals: readonly SealRow[]
  readonly records: readonly RecordRow[]
  /** The groups that these seals finish. */
  readonly groups: readonly Queued[]
  /** Entries in groups that stay queued. */
  readonly refused: readonly RefusedEntries[]
  readonly now: Date
}

/**
 * Returns the merchants whose seal was written; the others have a newer seal by now. In the same statement, groups
 * that are sealed or have no entry to seal leave the queue; their refused entries stay.
 */
export async function insertSeals(db: Database, writes: SealWrites): Promise<Set<string>> {
  const { seals, groups, now } = writes
  const group_nos = groups.map(({ group_no }) => group_no)
  const sealed = seals.map(({ merchant_id }) => merchant_id)
  const written = await db.rows<{ merchant_id: string }>(sql`with written as (
      insert into audit_seals (merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created)
      select merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created
      from json_populate_recordset(null::audit_seals, ${toJson(seals)}::json)
      on conflict do nothing returning merchant_id
    ), recorded as (
      insert into audit_records (merchant_id, seal_no, kind, hash, verified_from, accepted_to, secret_id, mac, created)
      select merchant_id, seal_no, kind, hash, verified_from, accepted_to, secret_id, mac, created
      from json_populate_recordset(null::audit_records, ${toJson(writes.records)}::json)
      where merchant_id in (select merchant_id from written)
      on conflict do nothing
    ), gone as (
      delete from audit_queue where group_no = any(${group_nos}::bigint[])
        and (merchant_id in (select merchant_id from written) or merchant_id <> all(${sealed}::text[]))
      returning merchant_id
    ), refused as (
      insert into audit_queue (merchant_id, entry_ids, refused_at, refusal)
      select merchant_id, entry_ids, ${now}, 'invalid_entry'
      from json_populate_recordset(null::audit_queue, ${toJson(writes.refused)}::json)
      where merchant_id in (select merchant_id from gone)
    )
    select merchant_id from written`)
  return new Set(written.map(({ merchant_id }) => merchant_id))
}

/** Bytes in PostgreSQL's hexadecimal format. */
function toJson(rows: readonly object[]): string {
  const hex = (value: unknown) =>
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value as unknown)
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, hex(value)])),
    ),
  )
}

export interface RefusedCount {
  readonly refusal: Refusal
  readonly entries: number
}

/** Counted in a bounded number of groups. */
export function countRefused(db: Database) {
  return db.rows<RefusedCount>(sql`select refusal, sum(cardinality(entry_ids))::int as entries
    from (select merchant_id, refusal, entry_ids from audit_queue where refused_at is not null limit 10000) as refused
    group by refusal`)
}
