// The order of a merchant's events. Positions are taken under the lock of the merchant's row in `event_streams`, which
// is held until the rows with these positions are committed: positions become visible in order, without a gap.
import type { Database } from '#kernel/db.ts'
import { columns, sql, when } from '#kernel/sql.ts'

export interface StreamRow {
  merchant_id: string
  position: number
  event_id: string
  profile_id: string
  event_type: string
  /** 0 for the first time; for a redelivery its position. */
  redelivery: number
  created: Date
}

const streamColumns = columns<StreamRow>()(`
  merchant_id position event_id profile_id event_type redelivery created
`)

export interface StreamedEvent {
  readonly merchant_id: string
  readonly event_id: string
  readonly object_id: string
  readonly sequence: number
}

/** A relay that fell behind hands out an object's earlier events at most this far back. */
const MAX_EARLIER = 50

/**
 * Adds events that are not in the stream yet. An object's earlier events are added before them, because another worker
 * may still hold their batch; those from before `earliest` are from a release without the stream.
 */
export function appendEvents(
  db: Database,
  events: readonly StreamedEvent[],
  earliest: string,
  now: Date,
) {
  return db.rows(sql`with wanted as materialized (
      select distinct e.merchant_id, e.event_id, e.profile_id, e.event_type, e.object_id, e.sequence,
        e.created
      from unnest(${events.map((each) => each.merchant_id)}::text[],
          ${events.map((each) => each.object_id)}::text[],
          ${events.map((each) => each.sequence)}::int[]) as b(merchant_id, object_id, sequence)
        join events e on e.merchant_id = b.merchant_id and e.object_id = b.object_id
          and e.sequence between b.sequence - ${MAX_EARLIER} and b.sequence
          and (e.sequence = b.sequence or e.event_id >= ${earliest})
          and e.created > '-infinity'
      where not exists (select 1 from event_stream s where s.merchant_id = e.merchant_id
        and s.event_id = e.event_id and s.redelivery = 0 and s.created > '-infinity')
    ), ordered as materialized (
      select merchant_id, event_id, profile_id, event_type, row_number() over (partition by merchant_id order by at, object_id, sequence) as nth,
        count(*) over (partition by merchant_id) as n
      from (select merchant_id, event_id, profile_id, event_type, object_id, sequence, max(created) over (partition by merchant_id, object_id order by sequence) as at
        from wanted) as w
    ), taken as (
      insert into event_streams as s (merchant_id, position, moved_at)
      select merchant_id, count(*), ${now} from wanted group by merchant_id order by merchant_id
      on conflict (merchant_id) do update set position = s.position + excluded.position,
        moved_at = greatest(s.moved_at, excluded.moved_at)
      returning s.merchant_id, s.position, s.moved_at
    )
    insert into event_stream (${streamColumns})
    select o.merchant_id, t.position - o.n + o.nth, o.event_id, o.profile_id, o.event_type, 0, t.moved_at
    from taken t join ordered o on o.merchant_id = t.merchant_id
    on conflict do nothing`)
}

export function appendRedelivery(db: Database, merchant_id: string, event_id: string, now: Date) {
  return db.rows(sql`with taken as (
      insert into event_streams as s (merchant_id, position, moved_at)
      values (${merchant_id}, 1, ${now})
      on conflict (merchant_id) do update set position = s.position + 1,
        moved_at = greatest(s.moved_at, excluded.moved_at)
      returning s.merchant_id, s.position, s.moved_at
    )
    insert into event_stream (${streamColumns})
    select e.merchant_id, t.position, e.event_id, e.profile_id, e.event_type, t.position, t.moved_at
    from taken t join events e on e.merchant_id = t.merchant_id and e.event_id = ${event_id}`)
}

export interface StreamEnd {
  merchant_id: string
  position: number
  followed_at: Date | null
}

/** A merchant without events has no row. */
export function findEnds(db: Database, merchant_ids: readonly string[]) {
  return db.rows<StreamEnd>(sql`select merchant_id, position, followed_at from event_streams
    where merchant_id = any(${merchant_ids})`)
}

export function recordFollowers(db: Database, merchant_ids: readonly string[], now: Date) {
  // A fixed order prevents deadlocks with an append.
  return db.rows(sql`insert into event_streams as s (merchant_id, position, moved_at, followed_at)
    select merchant_id, 0, ${now}, ${now}::timestamptz
    from unnest(${merchant_ids}::text[]) as m(merchant_id) order by merchant_id
    on conflict (merchant_id) do update set followed_at = excluded.followed_at`)
}

/** Rows after a position, in order. */
export function findAfter(db: Database, merchant_id: string, position: number, limit: number) {
  return db.rows<StreamRow>(sql`select ${streamColumns} from event_stream
    where merchant_id = ${merchant_id} and position > ${position} order by position limit ${limit}`)
}

export interface StoredEvent {
  event_id: string
  object_type: string
  object_id: string
  sequence: number
  body: string
  is_test: boolean
  created: Date
}

const storedColumns = columns<StoredEvent>()(
  'event_id object_type object_id sequence body is_test created',
)

export function findBodies(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows<StoredEvent>(sql`select ${storedColumns} from events
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})`)
}

export interface ListenerAttemptRow {
  event_id: string
  attempt: number
  url: string
  response_status: number | null
  response_body: string | null
  error: string | null
  error_message: string | null
  duration_ms: number
}

/** More attempts at one event by listeners are not recorded. */
const MAX_ATTEMPTS = 100

/** Records attempts at events of these profiles, or of all; an attempt that is recorded already is left alone. */
export function insertAttempts(
  db: Database,
  {
    merchant_id,
    profile_ids,
    listener,
  }: { merchant_id: string; profile_ids: readonly string[]; listener: string },
  attempts: readonly ListenerAttemptRow[],
  now: Date,
) {
  const ofProfiles = when(profile_ids.length > 0, sql`and e.profile_id = any(${profile_ids})`)
  return db.rows<{
    event_id: string
  }>(sql`insert into listener_attempts (merchant_id, event_id, listener,
      attempt, url, response_status, response_body, error, error_message, duration_ms, created)
    select e.merchant_id, e.event_id, ${listener}, a.attempt, a.url, a.response_status,
      a.response_body, a.error, a.error_message, a.duration_ms, ${now}
    from json_to_recordset(${JSON.stringify(attempts)}::json) as a(event_id text, attempt int, url text,
        response_status int, response_body text, error text, error_message text, duration_ms int)
      join events e on e.merchant_id = ${merchant_id} and e.event_id = a.event_id ${ofProfiles}
    where (select count(*) from listener_attempts l where l.merchant_id = ${merchant_id}
      and l.event_id = a.event_id) < ${MAX_ATTEMPTS}
    on conflict do nothing returning event_id`)
}

/** The first row after a position, for a search by time: `created` never goes back from one position to the next. */
export function findNext(db: Database, merchant_id: string, position: number) {
  return db.first<
    Pick<StreamRow, 'position' | 'created'>
  >(sql`select position, created from event_stream
    where merchant_id = ${merchant_id} and position > ${position} order by position limit 1`)
}
