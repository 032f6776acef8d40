import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { Actor } from '#core/outbox/event.ts'
import type { EventRow } from '#core/outbox/event.ts'
import type { AuditRow } from '#http/audit.ts'
import type { Head, SealRow } from './chain.ts'

/** The columns that never change. */
export type SealableEvent = Omit<EventRow, 'body' | 'is_test' | 'version'> & Actor
export type SealableRow = AuditRow

const eventColumns = columns<SealableEvent>()(`
  merchant_id event_id profile_id event_type object_type object_id sequence created actor key_id
  user_id address request_id
`)

const rowColumns = columns<SealableRow>()(`
  merchant_id audit_id actor key_id user_id action object_type object_id object_ids fields changes
  address request_id created
`)

export interface EntryName {
  readonly merchant_id: string
  readonly entry_id: string
}

export function enqueue(
  db: Database,
  events: readonly Pick<EventRow, 'merchant_id' | 'event_id'>[],
) {
  const merchant_ids = events.map(({ merchant_id }) => merchant_id)
  const event_ids = events.map(({ event_id }) => event_id)
  return db.rows(sql`insert into audit_queue (merchant_id, entry_ids) select merchant_id, array_agg(event_id)
    from unnest(${merchant_ids}::text[], ${event_ids}::text[]) as n(merchant_id, event_id) group by merchant_id`)
}

/** Entries that were written or relayed together, and the newest seal of their merchant. */
export interface Queued {
  readonly group_no: number
  readonly merchant_id: string
  readonly entry_ids: string[]
  readonly head: Head | null
}

/**
 * The queue and the heads in one statement: if another worker seals these entries, it also writes the seal that would be
 * the next one here, so the same entries are not sealed twice.
 */
export async function findQueued(db: Database, entries: number): Promise<Queued[]> {
  type Row = Omit<Queued, 'head'> & { seal_no: number | null; hash: Buffer | null }
  const rows =
    await db.rows<Row>(sql`select q.group_no, q.merchant_id, q.entry_ids, head.seal_no, head.hash
    from (select group_no, merchant_id, entry_ids, sum(cardinality(entry_ids)) over (order by group_no) as n
        from (select group_no, merchant_id, entry_ids from audit_queue order by group_no limit ${entries}) as oldest) as q
      left join lateral (select seal_no, hash from audit_seals s where s.merchant_id = q.merchant_id
        order by seal_no desc limit 1) as head on true
    where q.n - cardinality(q.entry_ids) < ${entries}`)
  return rows.map(({ seal_no, hash, ...group }) => ({
    ...group,
    head: seal_no === null || hash === null ? null : { seal_no, hash },
  }))
}

export function findSealableEvents(db: Database, entries: readonly EntryName[]) {
  const { merchant_ids, ids } = namesOf(entries, 'evt_')
  return db.rows<SealableEvent>(sql`select ${eventColumns.of('e')}
    from unnest(${merchant_ids}::text[], ${ids}::text[]) as n(merchant_id, event_id)
      join events e on e.merchant_id = any(array[n.merchant_id]) and e.event_id = n.event_id`)
}

export function findSealableRows(db: Database, entries: readonly EntryName[]) {
  const { merchant_ids, ids } = namesOf(entries, 'aud_')
  return db.rows<SealableRow>(sql`select ${rowColumns.of('a')}
    from unnest(${merchant_ids}::text[], ${ids}::text[]) as n(merchant_id, audit_id)
      join audit_log a on a.merchant_id = any(array[n.merchant_id]) and a.audit_id = n.audit_id`)
}

function namesOf(entries: readonly EntryName[], prefix: string) {
  const named = entries.filter(({ entry_id }) => entry_id.startsWith(prefix))
  const merchant_ids = named.map(({ merchant_id }) => merchant_id)
  return { merchant_ids, ids: named.map(({ entry_id }) => entry_id) }
}

/**
 * Returns the merchants whose seal was written: the others have a newer seal by now. The groups of a written seal leave
 * the queue in the same statement, and so do those whose entries no longer exist.
 */
export async function insertSeals(
  db: Database,
  seals: readonly SealRow[],
  groups: readonly Queued[],
): Promise<Set<string>> {
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  const input = seals.map(({ previous_hash, hash, mac, leaves, ...rest }) => ({
    ...rest,
    previous_hash: hex(previous_hash),
    hash: hex(hash),
    mac: hex(mac),
    leaves: hex(leaves),
  }))
  const group_nos = groups.map(({ group_no }) => group_no)
  const sealed = seals.map(({ merchant_id }) => merchant_id)
  const written = await db.rows<{ merchant_id: string }>(sql`with written as (
      insert into audit_seals (merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created)
      select merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created
      from json_populate_recordset(null::audit_seals, ${JSON.stringify(input)}::json)
      on conflict do nothing returning merchant_id
    ), gone as (
      delete from audit_queue where group_no = any(${group_nos}::bigint[])
        and (merchant_id in (select merchant_id from written) or merchant_id <> all(${sealed}::text[]))
    )
    select merchant_id from written`)
  return new Set(written.map(({ merchant_id }) => merchant_id))
}

const sealColumns = columns<SealRow>()(`
  merchant_id seal_no previous_hash hash secret_id mac entry_ids leaves created
`)

export function sealsAfter(db: Database, merchant_id: string, seal_no: number, limit: number) {
  return db.rows<SealRow>(sql`select ${sealColumns} from audit_seals
    where merchant_id = ${merchant_id} and seal_no > ${seal_no} order by seal_no limit ${limit}`)
}

export function findEventsById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<SealableEvent>(sql`select ${eventColumns} from events
    where merchant_id = ${merchant_id} and event_id = any(${ids})`)
}

export function findRowsById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<SealableRow>(sql`select ${rowColumns} from audit_log
    where merchant_id = ${merchant_id} and audit_id = any(${ids})`)
}

/**
 * Entries with an id below these that no seal names: rows, and events with an actor. An event that is not relayed yet is
 * not missing here.
 */
export function findUnsealed(
  db: Database,
  merchant_id: string,
  before: { row: string; event: string },
  limit: number,
) {
  return db.rows<{ entry_id: string }>(sql`select entry_id from (
      select audit_id as entry_id from audit_log
        where merchant_id = ${merchant_id} and audit_id < ${before.row}
      union all
      select event_id from events
        where merchant_id = ${merchant_id} and event_id < ${before.event} and actor is not null and not is_test
    ) as entries
    except select unnest(entry_ids) from audit_seals where merchant_id = ${merchant_id}
    except select event_id from waiting_events where merchant_id = ${merchant_id}
    except select unnest(event_ids) from relay_batches where ${merchant_id} = any(merchant_ids)
    order by entry_id limit ${limit}`)
}

/** The newest seal of the next merchant. */
export function nextSealedMerchant(db: Database, after: string | undefined) {
  return db.first<
    Head & Pick<SealRow, 'merchant_id' | 'secret_id'>
  >(sql`select merchant_id, seal_no, hash, secret_id
    from audit_seals where merchant_id = (select min(merchant_id) from audit_seals
      where ${after}::text is null or merchant_id > ${after})
    order by seal_no desc limit 1`)
}
