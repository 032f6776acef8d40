// What the bank tells of its own accord. Each piece is owed as a callback and kept in order for whoever
// asks; both tell how things stand at the moment of telling.
import { randomBytes } from 'node:crypto'
import type { Ledger, Subject } from './ledger.ts'
import type { Owed } from './operation.ts'
import { invalid } from './request.ts'

const PAGE = 100

/** A piece of news, owed from that moment on. */
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

/** The news after a cursor, in the order in which it was written down. */
export function newsAfter(
  { news }: Ledger,
  cursor: string,
  now: number,
  tell: (subject: Subject) => object,
) {
  if (!/^\d{0,15}$/.test(cursor))
    throw invalid('after must be a cursor that the bank gave, or empty.')
  // A cursor beyond the end is from before the bank lost its memory: it tells everything once more.
  const start = Number(cursor) > news.length ? 0 : Number(cursor)
  // What is hidden yet holds back what follows it: a reader never has to look twice at the same place.
  const ready = news.slice(start, start + PAGE).findIndex(({ at }) => at > now)
  const page = news.slice(start, start + (ready < 0 ? PAGE : ready))
  const end = start + page.length
  return {
    news: page.map(({ event_id, subject }) => ({ event_id, ...tell(subject) })),
    cursor: String(end),
    has_more: ready < 0 && end < news.length,
  }
}
