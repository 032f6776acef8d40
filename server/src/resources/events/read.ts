import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import type { EventRow } from '#core/outbox/event.ts'
import { type Delivery, Event, EventEntry } from './schema.ts'
import { findEvent, type ListedEvent } from './store.ts'

export async function readEvent(context: Context, event_id: string): Promise<EventRow> {
  const row = await findEvent(context.db, context.merchant_id, event_id)
  if (row === undefined) throw notFound('event', event_id)
  return row
}

/** The content is read from the body that was sent. */
export function toApi(row: EventRow, delivery?: Delivery | null): Event {
  return project(Event, { ...row, delivery, ...JSON.parse(row.body) })
}

export function entryToApi(row: ListedEvent, delivery?: Delivery | null): EventEntry {
  return project(EventEntry, { ...row, delivery })
}
