import type { Context } from '#kernel/context.ts'
import type { EventRow } from '#core/outbox/event.ts'
import { notFound } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import { conditionsFor, type Envelope, envelope, pageRequest } from '#http/lists.ts'
import { readDeliveries } from '#resources/notifications/webhooks/read.ts'
import { type Delivery, Event, EventEntry, eventFilters, type ListEvents } from './schema.ts'
import { findEvent, findRequestEvents, type ListedEvent, pageOfEvents } from './store.ts'

export async function readEvent(context: Context, event_id: string): Promise<EventRow> {
  const row = await findEvent(context.db, context.merchant_id, event_id)
  if (row === undefined) throw notFound('event', event_id)
  return row
}

/** The content is read from the body that was sent. Its object is for keys that may read the object itself. */
export function toApi({ caller }: Context, row: EventRow, delivery?: Delivery | null): Event {
  const event = project(Event, { ...row, delivery, ...JSON.parse(row.body) })
  if (mayReadObject(caller, row)) return event
  return { ...event, content: { ...event.content, object: null } }
}

type Described = Pick<EventRow, 'object_type' | 'is_test'>

function mayReadObject(
  { scopes }: Context['caller'],
  { object_type, is_test }: Described,
): boolean {
  return is_test || hasScope(scopes, `${object_type.replace(/_details$/, '')}s:read`)
}

/** The exact text that is sent, without the object for a key that may not read it. */
export function visibleBody(
  { caller }: Context,
  event: Described & Pick<EventRow, 'body'>,
): string {
  if (mayReadObject(caller, event)) return event.body
  const envelope = JSON.parse(event.body)
  return JSON.stringify({ ...envelope, content: { ...envelope.content, object: null } })
}

function entryToApi(row: ListedEvent, delivery?: Delivery | null): EventEntry {
  return project(EventEntry, { ...row, delivery })
}

export async function getEvent(context: Context, event_id: string): Promise<Event> {
  const row = await readEvent(context, event_id)
  const deliveries = await readDeliveries(context, [event_id])
  return toApi(context, row, deliveries.get(event_id))
}

const { delivery_status: _, ...filters } = eventFilters

export async function listEvents(
  context: Context,
  input: ListEvents,
): Promise<Envelope<EventEntry>> {
  const request = pageRequest(input)
  const conditions = conditionsFor(filters, input)
  const { lists, merchant_id } = context
  const page = await pageOfEvents(lists, merchant_id, conditions, input.delivery_status, request)
  const ids = page?.rows.map((row) => row.event_id) ?? []
  const found = await readDeliveries(context, ids)
  return envelope(request, page, (row) => entryToApi(row, found.get(row.event_id)))
}

/** The events that a request caused, with their deliveries. */
export async function readRequestEvents(
  context: Pick<Context, 'db' | 'merchant_id'>,
  request_id: string,
  object_ids: readonly string[],
) {
  const { db, merchant_id } = context
  const rows = await findRequestEvents(db, merchant_id, request_id, object_ids)
  const ids = rows.map(({ event_id }) => event_id)
  const deliveries = await readDeliveries(context, ids)
  return rows.map((row) => ({ ...row, delivery: deliveries.get(row.event_id) ?? null }))
}
