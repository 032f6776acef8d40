import { type EventRow, events } from '#core/outbox/event.ts'
import type { Database } from '#kernel/db.ts'
import { finder } from '#kernel/find.ts'
import {
  type Condition,
  type ListDatabase,
  type Page,
  type PageRequest,
  pageSource,
  readPage,
} from '#kernel/page.ts'
import { toConditions } from '#kernel/scan.ts'
import { columns, listed, sql } from '#kernel/sql.ts'

const eventColumns = columns<EventRow>()(`
  merchant_id event_id profile_id event_type object_type object_id sequence body created version
  is_test
`)

export const findEvent = finder(events, eventColumns)

/** One object's events, oldest first. */
export function findObjectEvents(
  db: Database,
  merchant_id: string,
  object_type: string,
  object_id: string,
) {
  return db.rows<EventRow>(sql`select ${eventColumns} from events
    where merchant_id = ${merchant_id} and ${listed} and object_id = ${object_id}
      and object_type = ${object_type} order by sequence`)
}

export type RequestEvent = Pick<EventRow, 'event_id' | 'event_type' | 'object_id' | 'created'>

const requestEventColumns = columns<RequestEvent>()('event_id event_type object_id created')
const MAX_OF_REQUEST = 20

/** The events that a request caused, of these objects: no index has requests. */
export function findRequestEvents(
  db: Database,
  merchant_id: string,
  request_id: string,
  object_ids: readonly string[],
) {
  return db.rows<RequestEvent>(sql`select ${requestEventColumns.of('e')} from unnest(${object_ids}::text[]) as o (id)
    cross join lateral (select ${requestEventColumns} from events where merchant_id = ${merchant_id} and ${listed}
      and object_id = o.id and request_id = ${request_id}) as e
    order by e.created, e.event_id limit ${MAX_OF_REQUEST}`)
}

export type ListedEvent = Omit<EventRow, 'object_type' | 'body' | 'version'>

const listedColumns = columns<ListedEvent>()(`
  merchant_id event_id profile_id event_type object_id sequence created is_test
`)

const deliveryColumns = columns<Pick<EventRow, 'event_id' | 'created'>>()('event_id created')

const eventPages = pageSource(events, listedColumns, { indexed: ['object_id', 'event_type'] })

export async function pageOfEvents(
  lists: ListDatabase,
  merchant_id: string,
  conditions: readonly Condition[],
  delivery_status: string | undefined,
  request: PageRequest,
): Promise<Page<ListedEvent> | undefined> {
  if (delivery_status === undefined) {
    return readPage(lists, merchant_id, eventPages, conditions, request)
  }
  // Reads deliveries, which have the same order: few in a million may have this status.
  const narrowed = sql`and exists (select 1 from events where events.merchant_id = deliveries.merchant_id
    and events.event_id = deliveries.event_id ${toConditions(eventPages, conditions)})`
  const source = {
    table: 'deliveries',
    id: 'event_id',
    columns: deliveryColumns,
    indexed: ['status'],
    conditions: { event: () => narrowed },
  }
  const of_event = conditions.length > 0 ? [{ column: 'event', operator: '=', value: true }] : []
  const page = await readPage(
    lists,
    merchant_id,
    source,
    [{ column: 'status', operator: '=', value: delivery_status }, ...of_event] as Condition[],
    request,
  )
  if (page === undefined) return undefined
  const ids = page.rows.map((row) => row.event_id)
  const found = new Map(
    (await findEvents(lists.db, merchant_id, ids)).map((row) => [row.event_id, row]),
  )
  return { ...page, rows: ids.flatMap((id) => found.get(id) ?? []) }
}

function findEvents(db: Database, merchant_id: string, event_ids: readonly string[]) {
  return db.rows<ListedEvent>(sql`select ${listedColumns} from events
    where merchant_id = ${merchant_id} and event_id = any(${event_ids})`)
}
