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

/** Of those, the events with an actor. */
export function findSealableEvents(
  db: Database,
  merchant_ids: readonly string[],
  event_ids: readonly string[],
) {
  return db.rows<SealableEvent>(sql`select ${eventColumns.of('e')}
    from unnest(${merchant_ids}::text[], ${event_ids}::text[]) as n(merchant_id, event_id)
      join events e on e.merchant_id = any(array[n.merchant_id]) and e.event_id = n.event_id
    where e.actor is not null`)
}

/** Rows of audit_log that are not sealed, of many merchants. */
export function findUnsealedRows(db: Database, limit: number) {
  return db.rows<SealableRow>(sql`select ${rowColumns.of('a')}
    from (select merchant_id, audit_id from audit_unsealed order by merchant_id, audit_id limit ${limit}) as u
      join audit_log a on a.merchant_id = any(array[u.merchant_id]) and a.audit_id = u.audit_id`)
}

export function findHeads(db: Database, merchant_ids: readonly string[]) {
  return db.rows<Head & { merchant_id: string }>(sql`select m.merchant_id, head.seal_no, head.hash
    from unnest(${merchant_ids}::text[]) as m(merchant_id) cross join lateral (
      select seal_no, hash from audit_seals s where s.merchant_id = m.merchant_id
      order by seal_no desc limit 1) as head`)
}

/**
 * Returns the merchants whose seal was written: the others have a newer seal by now. The rows of a written seal leave
 * the queue in the same statement.
 */
export async function insertSeals(db: Database, seals: readonly SealRow[]): Promise<Set<string>> {
  const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`
  const input = seals.map(({ previous_hash, hash, mac, leaves, ...rest }) => ({
    ...rest,
    previous_hash: hex(previous_hash),
    hash: hex(hash),
    mac: hex(mac),
    leaves: hex(leaves),
  }))
  // Events are not in the queue.
  const isQueued = seals.some(({ entry_ids: [id] }) => id?.startsWith('aud_'))
  const written = await db.rows<{ merchant_id: string }>(sql`with written as (
      insert into audit_seals (merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created)
      select merchant_id, seal_no, previous_hash, hash, secret_id, mac, entry_ids, leaves, created
      from json_populate_recordset(null::audit_seals, ${JSON.stringify(input)}::json)
      on conflict do nothing returning merchant_id, entry_ids
    ), gone as (
      delete from audit_unsealed u using written w cross join lateral unnest(w.entry_ids) as of (audit_id)
      where ${isQueued} and u.merchant_id = any(array[w.merchant_id]) and u.audit_id = of.audit_id
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
