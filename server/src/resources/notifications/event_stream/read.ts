import { addMs, MINUTE_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import {
  findAfter,
  findBodies,
  findEnds,
  findNext,
  recordFollowers,
  type StoredEvent,
  type StreamRow,
} from './store.ts'

/** Rows that one page reads at most to find those the client wants. */
const MAX_SCANNED = 500
/** A client that follows reconnects sooner than this. */
const RECENT_MS = 2 * MINUTE_MS

type Where = Pick<Context, 'db' | 'merchant_id'>

export type StreamEntry = StreamRow & StoredEvent

export interface StreamPage {
  readonly entries: readonly StreamEntry[]
  /** Everything up to here was read, including what the client does not want. */
  readonly position: number
  /** There may be more to read at once. */
  readonly has_more: boolean
}

export async function readPage(
  { db, merchant_id }: Where,
  after: number,
  limit: number,
  isWanted: (row: StreamRow) => boolean,
): Promise<StreamPage> {
  const scanned = await findAfter(db, merchant_id, after, MAX_SCANNED)
  const wanted = scanned.filter(isWanted)
  const rows = wanted.slice(0, limit)
  const isCut = wanted.length > rows.length
  const ids = rows.map((row) => row.event_id)
  const found = ids.length === 0 ? [] : await findBodies(db, merchant_id, ids)
  const bodies = new Map(found.map((event) => [event.event_id, event]))
  const last = isCut ? rows.at(-1) : scanned.at(-1)
  return {
    entries: rows.flatMap((row) => {
      const event = bodies.get(row.event_id)
      // The stream has its own time; an event keeps the time at which it happened.
      return event === undefined ? [] : { ...row, ...event }
    }),
    position: last?.position ?? after,
    has_more: isCut || scanned.length === MAX_SCANNED,
  }
}

/** The last position; 0 before the first event. */
export async function readEnd({ db, merchant_id }: Where): Promise<number> {
  const [end] = await findEnds(db, [merchant_id])
  return end?.position ?? 0
}

/** The position before the first event from this moment on, by bisection. */
export async function findPositionBefore(context: Where, moment: Date): Promise<number> {
  const { db, merchant_id } = context
  let before = 0
  let most = await readEnd(context)
  while (before < most) {
    const middle = Math.floor((before + most) / 2)
    const next = await findNext(db, merchant_id, middle)
    if (next === undefined || next.created >= moment) most = middle
    else before = next.position
  }
  return before
}

export async function recordFollower({ db, clock, merchant_id }: Where & Pick<Context, 'clock'>) {
  await recordFollowers(db, [merchant_id], clock.now())
}

/** True if a client has followed the merchant's events within the last two minutes. */
export async function isFollowed({ db, clock, merchant_id }: Where & Pick<Context, 'clock'>) {
  const [end] = await findEnds(db, [merchant_id])
  const followed_at = end?.followed_at ?? null
  return followed_at !== null && followed_at > addMs(clock.now(), -RECENT_MS)
}
