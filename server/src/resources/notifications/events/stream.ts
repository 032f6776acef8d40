// Follows a merchant's events from a cursor: as Server-Sent Events, or as JSON that waits for up to half a minute, for
// clients behind a proxy that collects responses.
import { Readable } from 'node:stream'
import { MINUTE_MS, monotonicMs, parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { eventNames } from '#core/outbox/event_types.ts'
import { invalid, Failure, refuseFaults } from '#errors.ts'
import { mayUse } from '#http/authenticate.ts'
import { EventStream, wantsEventStream } from '#http/event_stream.ts'
import type { Follower } from '#resources/notifications/event_stream/hub.ts'
import {
  findPositionBefore,
  readEnd,
  readPage,
  recordFollower,
  type StreamEntry,
  type StreamPage,
} from '#resources/notifications/event_stream/read.ts'
import { visibleBody } from './read.ts'
import type { EventStreamPage, StreamedEvent, StreamEvents } from './stream_schema.ts'

/** Then the client connects again, and its key is checked again: a revoked key follows no longer than this. */
const LIFETIME_MS = MINUTE_MS
const HEARTBEAT_MS = 10_000
const PAGE = 100
const MAX_PATTERNS = 20

export async function streamEvents(
  context: Context,
  query: StreamEvents,
): Promise<EventStreamPage | EventStream> {
  const isWanted = typeFilter(query.event_types)
  const following: Following = {
    context,
    position: await findStart(context, query),
    limit: query.limit ?? PAGE,
    read(limit) {
      return readPage(
        context,
        this.position,
        limit,
        (row) => isWanted(row.event_type) && mayUse(context, row.profile_id),
      )
    },
  }
  if (!wantsEventStream(context.request?.headers)) return nextPage(following, query.wait ?? 0)
  const follower = context.event_hub.follow(context.merchant_id)
  const text = Readable.from(writeEvents(following, follower), { objectMode: false })
  return new EventStream({ text, lifetime_ms: LIFETIME_MS, end: () => follower.close() })
}

interface Following {
  readonly context: Context
  /** The client has everything up to here. */
  position: number
  readonly limit: number
  read(limit: number): Promise<StreamPage>
}

async function nextPage(following: Following, wait_s: number): Promise<EventStreamPage> {
  const { context, limit } = following
  const until = monotonicMs() + 1_000 * wait_s
  let page = await advance(following, limit)
  if (page.entries.length > 0 || wait_s === 0) return toPage(context, page)
  const follower = context.event_hub.follow(context.merchant_id)
  try {
    await recordFollower(context)
    while (page.entries.length === 0 && monotonicMs() < until && !context.event_hub.closed) {
      if (!page.has_more) await follower.wait(following.position, until - monotonicMs())
      page = await advance(following, limit)
    }
  } finally {
    follower.close()
  }
  return toPage(context, page)
}

async function advance(following: Following, limit: number): Promise<StreamPage> {
  const page = await following.read(limit)
  following.position = page.position
  return page
}

function toPage(context: Context, { entries, position, has_more }: StreamPage): EventStreamPage {
  const data = entries.map((entry) => toApi(context, entry))
  return { data, cursor: String(position), has_more }
}

/** The first line gives the client a cursor before there is an event. */
async function* writeEvents(following: Following, follower: Follower): AsyncGenerator<string> {
  const { context } = following
  const until = monotonicMs() + LIFETIME_MS
  try {
    yield `retry: 1000\nid: ${following.position}\n\n`
    await recordFollower(context)
    while (monotonicMs() < until && !context.event_hub.closed) {
      const { entries, has_more } = await advance(following, PAGE)
      if (entries.length > 0) yield entries.map((entry) => writeEvent(context, entry)).join('')
      if (has_more) continue
      const left = Math.max(0, until - monotonicMs())
      const started = following.position
      await follower.wait(started, Math.min(HEARTBEAT_MS, left))
      // The client continues here even if it wanted none of the events since.
      if (entries.length === 0) yield `: heartbeat\nid: ${started}\n\n`
    }
  } catch (err) {
    // The client connects again and continues at its cursor.
    context.log.warn({ err, merchant_id: context.merchant_id }, 'event stream: ended by an error')
  }
}

function writeEvent(context: Context, entry: StreamEntry): string {
  const event = toApi(context, entry)
  return `id: ${event.cursor}\nevent: ${event.event_type}\ndata: ${JSON.stringify(event)}\n\n`
}

function toApi(context: Context, entry: StreamEntry): StreamedEvent {
  const { position, event_id, event_type, profile_id, object_id, sequence, created } = entry
  return {
    cursor: String(position),
    event_id,
    event_type,
    profile_id,
    object_id,
    sequence,
    is_redelivery: entry.redelivery > 0,
    is_test: entry.is_test,
    body: visibleBody(context, entry),
    created,
  }
}

async function findStart(context: Context, { after, since }: StreamEvents): Promise<number> {
  const { 'last-event-id': last } = context.request?.headers ?? {}
  if (typeof last === 'string' && last !== '') return checkCursor(context, 'Last-Event-ID', last)
  if (after !== undefined) return checkCursor(context, 'after', after)
  if (since === undefined) return readEnd(context)
  const moment = parseMoment(since)
  if (moment === undefined) throw new Failure('IR_04', undefined, { field: 'since' })
  return findPositionBefore(context, moment)
}

/** A cursor beyond the end would wait for events that other positions have by then. */
async function checkCursor(context: Context, field: string, sent: string): Promise<number> {
  const end = await readEnd(context)
  if (/^[0-9]{1,15}$/.test(sent) && Number(sent) <= end) return Number(sent)
  const message = `\`${field}\` is not a cursor of this merchant's events, which end at ${end}. It is from another merchant or another database: leave it out, or send \`since\`.`
  throw new Failure('IR_04', message, { field })
}

/** Compiled from a few characters only, so that no pattern takes long. */
function typeFilter(sent: string | undefined): (event_type: string) => boolean {
  if (sent === undefined) return () => true
  const patterns = sent.split(',').map((each) => each.trim())
  const wanted = new Set<string>()
  if (patterns.length > MAX_PATTERNS)
    refuseFaults([invalid('event_types', `must have at most ${MAX_PATTERNS} types`)])
  for (const pattern of patterns) {
    const matching = eventNames.filter((name) => matches(pattern, name))
    if (matching.length === 0)
      refuseFaults([
        invalid(
          'event_types',
          `has \`${pattern.slice(0, 64)}\`, which is no event type and matches none`,
        ),
      ])
    for (const name of matching) wanted.add(name)
  }
  return (event_type) => wanted.has(event_type)
}

/** Each part between two `*` is found after the one before it. */
function matches(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return name === pattern
  if (!name.startsWith(first)) return false
  let at = first.length
  for (const part of rest) {
    const found = name.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
