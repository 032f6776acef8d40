import type { Delivery, Event, EventEntry } from './schema.ts'
import type { EventRow } from '#core/outbox/event.ts'
import type { ListedEvent } from './store.ts'

export function entryToApi(row: ListedEvent, delivery: Delivery | null = null): EventEntry {
  return { ...row, delivery }
}

/** The event with what was sent, read from the very bytes. */
export function toApi(row: EventRow, delivery?: Delivery | null): Event {
  const { content, timestamp } = JSON.parse(row.body) as Pick<Event, 'content' | 'timestamp'>
  return { ...entryToApi(row, delivery), content, timestamp }
}
