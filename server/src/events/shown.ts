import type { Delivery, Event, EventEntry } from './schema.ts'
import type { EventRow, ListedEvent } from './store.ts'

export function shownEntry(row: ListedEvent, delivery: Delivery | null = null): EventEntry {
  return { ...row, delivery }
}

interface Envelope extends Pick<Event, 'content' | 'timestamp'> {
  is_test?: boolean
}

/** The event with what was sent, read from the very bytes. */
export function shown(row: EventRow, delivery?: Delivery | null): Event {
  const { content, timestamp, is_test = false } = JSON.parse(row.body) as Envelope
  return { ...shownEntry(row, delivery), is_test, content, timestamp }
}
