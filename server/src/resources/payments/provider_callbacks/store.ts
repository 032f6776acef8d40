import { table } from '#kernel/change.ts'
import type { Database } from '#kernel/db.ts'
import { columns, sql } from '#kernel/sql.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'

interface CursorRow {
  provider: string
  cursor: string
  version: number
}

export const cursors = table<CursorRow>('directory.provider_news', 'provider')

const cursorColumns = columns<CursorRow>()(`
  provider cursor version
`)

/** The position in a provider's events, which cover all merchants. */
export function findCursor(db: Database, provider: string) {
  return db.first<CursorRow>(
    sql`select ${cursorColumns} from directory.provider_news where provider = ${provider}`,
  )
}

export interface ParkedRow {
  /** The account, or the name of the deployment's own provider. */
  provider: string
  connector_id: string | null
  event_id: string
  merchant_id: string | null
  event: ProviderEvent
  /** Why it could not be handled the first time. */
  error: string
  attempts: number
  version: number
}

export const parkedEvents = table<ParkedRow>('directory.parked_events', 'provider', 'event_id')

const parkedColumns = columns<ParkedRow>()(`
  provider event_id merchant_id connector_id event error attempts version
`)

/**
 * Claims due events and sets their next retry in one statement, with exponential backoff up to an hour, so that
 * several workers get different rows. The version stays.
 */
export function claimParkedEvents(db: Database, limit: number) {
  return db.rows<ParkedRow>(sql`with due as (
      select provider, event_id from directory.parked_events
      where retry_at <= now()
      order by retry_at limit ${limit} for update skip locked
    )
    update directory.parked_events p set attempts = attempts + 1,
      retry_at = now() + least(30 * 2 ^ least(attempts, 10), 3600) * interval '1 second'
    from due where p.provider = due.provider and p.event_id = due.event_id
    returning ${parkedColumns.of('p')}`)
}

/** True if this many of an account's events are parked. */
export async function hasParked(db: Database, provider: string, count: number): Promise<boolean> {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from (
    select 1 from directory.parked_events where provider = ${provider} limit ${count}) as bounded`)
  return row !== undefined && row.n >= count
}

// More than this is one alarm.
const MAX_COUNTED = 10_000

export async function countParkedEvents(db: Database): Promise<number> {
  const row = await db.first<{ n: number }>(sql`select count(*)::int as n from (
    select 1 from directory.parked_events limit ${MAX_COUNTED}) as bounded`)
  return row?.n ?? 0
}
