// The bank's events. Each event is sent as a callback and listed in order; both contain its object's current state.
import { randomBytes } from 'node:crypto'
import type { Ledger, Subject } from './ledger.ts'
import type { Owed } from './operation.ts'
import { invalid } from './request.ts'

const PAGE = 100

/** A new event, with its callback. */
export function owedAt(
  { callback_twice, callback_late_ms }: Pick<Subject, 'callback_twice' | 'callback_late_ms'>,
  at: number,
): Owed {
  return {
    event_id: `bev_${randomBytes(12).toString('hex')}`,
    at,
    due_at: at + callback_late_ms,
    twice: callback_twice,
  }
}

/** The events after a cursor, in log order. */
export function eventsAfter(
  { events }: Ledger,
  cursor: string,
  now: number,
  toEvent: (subject: Subject) => object,
) {
  if (!/^\d{0,15}$/.test(cursor)) throw invalid('after must be a cursor from the bank, or empty.')
  // A cursor beyond the end is from before the log was lost, so all events are listed again.
  const start = Number(cursor) > events.length ? 0 : Number(cursor)
  // A hidden event also holds back the later ones, so that a reader never has to go back.
  const ready = events.slice(start, start + PAGE).findIndex(({ at }) => at > now)
  const page = events.slice(start, start + (ready < 0 ? PAGE : ready))
  const end = start + page.length
  return {
    events: page.map(({ event_id, subject }) => ({ event_id, ...toEvent(subject) })),
    cursor: String(end),
    has_more: ready < 0 && end < events.length,
  }
}
