import { table } from '../kernel/change.ts'
import type { Database } from '../kernel/db.ts'
import { type Page, type PageRequest, readPage } from '../kernel/page.ts'
import { columns, sql, when } from '../kernel/sql.ts'

export interface EventRow {
  merchant_id: string
  event_id: string
  profile_id: string
  event_type: string
  object_type: string
  object_id: string
  sequence: number
  body: string
  created: Date
  is_test: boolean
  version: number
}

export const events = table<EventRow>('events', 'merchant_id', 'event_id')

const eventColumns = columns<EventRow>()(`
  merchant_id event_id profile_id event_type object_type object_id sequence body created version
  is_test
`)

export function findEvent(db: Database, merchant_id: string, event_id: string) {
  return db.first<EventRow>(
    sql`select ${eventColumns} from events where merchant_id = ${merchant_id} and event_id = ${event_id}`,
  )
}

export interface EventFilter {
  event_type?: string[] | undefined
  object_id?: string[] | undefined
  profile_id?: string[] | undefined
  delivery_status?: string | undefined
}

export type ListedEvent = Pick<
  EventRow,
  | 'merchant_id'
  | 'event_id'
  | 'profile_id'
  | 'event_type'
  | 'object_id'
  | 'sequence'
  | 'created'
  | 'is_test'
>

const listedColumns = columns<ListedEvent>()(`
  merchant_id event_id profile_id event_type object_id sequence created is_test
`)

export async function pageOfEvents(
  db: Database,
  merchant_id: string,
  filter: EventFilter,
  request: PageRequest,
): Promise<Page<ListedEvent> | undefined> {
  const { event_type, object_id, profile_id, delivery_status } = filter
  const where = sql`
    ${when(event_type !== undefined, sql`and event_type = any(${event_type})`)}
    ${when(object_id !== undefined, sql`and object_id = any(${object_id})`)}
    ${when(profile_id !== undefined, sql`and profile_id = any(${profile_id})`)}`
  const common = { merchant_id, id: 'event_id' }
  if (delivery_status === undefined) {
    return readPage(db, { ...common, table: 'events', columns: listedColumns, where }, request)
  }
  // Along the deliveries, which stand in the same order: few of a million may have this status.
  const isNarrowed = (event_type ?? object_id ?? profile_id) !== undefined
  const narrowed = sql`and exists (select 1 from events where events.merchant_id = deliveries.merchant_id
    and events.event_id = deliveries.event_id ${where})`
  const withStatus = sql`and status = ${delivery_status} ${when(isNarrowed, narrowed)}`
  const source = { ...common, table: 'deliveries', columns: sql`event_id`, where: withStatus }
  const page = await readPage<{ event_id: string }>(db, source, request)
  if (page === undefined) return undefined
  const ids = page.rows.map((row) => row.event_id)
  return { ...page, rows: await findEvents(db, merchant_id, ids) }
}

function findEvents(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows<ListedEvent>(sql`select ${listedColumns} from events
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})
    order by created desc, event_id desc`)
}
