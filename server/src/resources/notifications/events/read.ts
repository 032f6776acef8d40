import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { hasScope } from '#http/authenticate.ts'
import { project } from '#http/fields.ts'
import type { EventRow } from '#core/outbox/event.ts'
import { type Delivery, Event, EventEntry } from './schema.ts'
import { findEvent, type ListedEvent } from './store.ts'

export async function readEvent(context: Context, event_id: string): Promise<EventRow> {
  const row = await findEvent(context.db, context.merchant_id, event_id)
  if (row === undefined) throw notFound('event', event_id)
  return row
}

/** The content is read from the body that was sent. Its object is for keys that may read the object itself. */
export function toApi({ caller }: Context, row: EventRow, delivery?: Delivery | null): Event {
  const event = project(Event, { ...row, delivery, ...JSON.parse(row.body) })
  const scope = `${row.object_type.replace(/_details$/, '')}s:read`
  if (row.is_test || hasScope(caller.scopes, scope)) return event
  return { ...event, content: { ...event.content, object: null } }
}

export function entryToApi(row: ListedEvent, delivery?: Delivery | null): EventEntry {
  return project(EventEntry, { ...row, delivery })
}
