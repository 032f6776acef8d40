import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { AuditRow, EventEntry } from '#http/audit.ts'
import type { SealRow, SignedHead } from './chain.ts'
import type { RecordRow } from './records.ts'

interface WithMac {
  readonly mac: Buffer | null
}

export type SealableEvent = EventEntry & WithMac
export type SealableRow = AuditRow & WithMac

const eventColumns = columns<SealableEvent>()(`
  merchant_id event_id profile_id event_type object_type object_id sequence created actor key_id
  user_id address request_id mac
`)

const rowColumns = columns<SealableRow>()(`
  merchant_id audit_id actor key_id user_id action object_type object_id object_ids fields changes
  address request_id created mac
`)

export interface EntryName {
  readonly merchant_id: string
  readonly entry_id: string
}

export function findSealableEvents(db: Database, entries: readonly EntryName[]) {
  const { merchant_ids, ids } = splitNames(entries, 'evt_')
  return db.rows<SealableEvent>(sql`select ${eventColumns.of('e')}
    from unnest(${merchant_ids}::text[], ${ids}::text[]) as n(merchant_id, event_id)
      join events e on e.merchant_id = any(array[n.merchant_id]) and e.event_id = n.event_id and not e.is_test`)
}

export function findSealableRows(db: Database, entries: readonly EntryName[]) {
  const { merchant_ids, ids } = splitNames(entries, 'aud_')
  return db.rows<SealableRow>(sql`select ${rowColumns.of('a')}
    from unnest(${merchant_ids}::text[], ${ids}::text[]) as n(merchant_id, audit_id)
      join audit_log a on a.merchant_id = any(array[n.merchant_id]) and a.audit_id = n.audit_id`)
}

function splitNames(entries: readonly EntryName[], prefix: string) {
  const named = entries.filter(({ entry_id }) => entry_id.startsWith(prefix))
  const merchant_ids = named.map(({ merchant_id }) => merchant_id)
  return { merchant_ids, ids: named.map(({ entry_id }) => entry_id) }
}

const sealColumns = columns<SealRow>()(`
  merchant_id seal_no previous_hash hash secret_id mac entry_ids leaves created
`)

export function sealsAfter(db: Database, merchant_id: string, seal_no: number, limit: number) {
  return db.rows<SealRow>(sql`select ${sealColumns} from audit_seals
    where merchant_id = ${merchant_id} and seal_no > ${seal_no} order by seal_no limit ${limit}`)
}

const recordColumns = columns<RecordRow>()(`
  merchant_id seal_no kind hash verified_from accepted_to secret_id mac created
`)

export function findRecords(db: Database, merchant_id: string) {
  return db.rows<RecordRow>(sql`select ${recordColumns} from audit_records
    where merchant_id = ${merchant_id} order by seal_no`)
}

/** The newest seal after `seal_no` that none of these secrets has signed; 0 if there is none. */
export async function lastForeignSeal(
  db: Database,
  merchant_id: string,
  seal_no: number,
  secret_ids: readonly string[],
): Promise<number> {
  const row = await db.first<{
    seal_no: number | null
  }>(sql`select max(seal_no) as seal_no from audit_seals
    where merchant_id = ${merchant_id} and seal_no > ${seal_no} and secret_id <> all(${secret_ids})`)
  return row?.seal_no ?? 0
}

/** The subset that a seal names. */
export async function findSealed(
  db: Database,
  merchant_id: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db.rows<{ entry_id: string }>(sql`select entry_id
    from audit_seals, unnest(entry_ids) as entry_id
    where merchant_id = ${merchant_id} and entry_ids && ${ids}::text[] and entry_id = any(${ids})`)
  return new Set(rows.map(({ entry_id }) => entry_id))
}

export function findEventsById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<SealableEvent>(sql`select ${eventColumns} from events
    where merchant_id = ${merchant_id} and event_id = any(${ids}) and not is_test`)
}

export function findRowsById(db: Database, merchant_id: string, ids: readonly string[]) {
  return db.rows<SealableRow>(sql`select ${rowColumns} from audit_log
    where merchant_id = ${merchant_id} and audit_id = any(${ids})`)
}

export interface Unsealed {
  readonly entry_id: string
  /** An event that is not relayed yet. */
  readonly is_waiting: boolean
}

/** A page of entries that no seal names: rows, and events with an actor. */
export function findUnsealed(db: Database, merchant_id: string, after: string, limit: number) {
  return db.rows<Unsealed>(sql`select entry_id, exists (select 1 from waiting_events w
        where w.merchant_id = ${merchant_id} and w.event_id = entry_id)
      or exists (select 1 from relay_batches
        where ${merchant_id} = any(merchant_ids) and entry_id = any(event_ids)) as is_waiting
    from (select entry_id from (
        select audit_id as entry_id from audit_log where merchant_id = ${merchant_id} and audit_id > ${after}
        union all
        select event_id from events
          where merchant_id = ${merchant_id} and event_id > ${after} and actor is not null and not is_test
      ) as entries
      except select unnest(entry_ids) from audit_seals where merchant_id = ${merchant_id}
      order by entry_id limit ${limit}) as unsealed`)
}

export type MerchantHead = SignedHead & Pick<SealRow, 'merchant_id'>

/** Newest seals for the next merchants, ordered by id. */
export function headsAfter(db: Database, after: string | undefined, limit: number) {
  return db.rows<MerchantHead>(sql`with recursive sealed as (
      (select merchant_id from audit_seals where ${after}::text is null or merchant_id > ${after}
        order by merchant_id limit 1)
      union all
      select (select s.merchant_id from audit_seals s where s.merchant_id > m.merchant_id
        order by s.merchant_id limit 1) from sealed m where m.merchant_id is not null
    )
    select head.merchant_id, head.seal_no, head.hash, head.secret_id, head.mac
    from (select merchant_id from sealed where merchant_id is not null limit ${limit}) as m
      cross join lateral (select merchant_id, seal_no, hash, secret_id, mac from audit_seals s
        where s.merchant_id = m.merchant_id order by seal_no desc limit 1) as head
    order by head.merchant_id`)
}

export type SealName = Pick<SealRow, 'merchant_id' | 'seal_no'>

export function findSealHashes(db: Database, seals: readonly SealName[]) {
  const merchant_ids = seals.map(({ merchant_id }) => merchant_id)
  const seal_nos = seals.map(({ seal_no }) => seal_no)
  return db.rows<SealName & Pick<SealRow, 'hash'>>(sql`select s.merchant_id, s.seal_no, s.hash
    from unnest(${merchant_ids}::text[], ${seal_nos}::int[]) as n(merchant_id, seal_no)
      join audit_seals s on s.merchant_id = any(array[n.merchant_id]) and s.seal_no = n.seal_no`)
}
