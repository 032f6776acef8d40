// Reads the bank's events, which have the same format in a callback and in the event list.
import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS, systemClock } from '#kernel/clock.ts'
import { sameBytes } from '#kernel/crypto.ts'
import type { Reply } from '../line.ts'
import type { Callback, ProviderEvent, EventPage, Unknown } from '../provider.ts'
import { parseOutcome, parseAnswer, reportedBy, unknown } from './answers.ts'
import { parseDispute } from './disputes.ts'

/** The allowed clock difference, and the time in which a recorded callback could be replayed. */
const TOLERANCE_MS = 5 * MINUTE_MS

/** The wall clock: the bank signs the time at which it sends, whatever time its merchants have. */
export function verifyCallback(
  secret: string,
  rawBody: Buffer,
  headers: IncomingHttpHeaders,
  now: Date = systemClock.now(),
): Callback | undefined {
  const { 'x-bank-signature': given, 'x-bank-timestamp': timestamp } = headers
  if (typeof given !== 'string' || typeof timestamp !== 'string') return undefined
  const mac = createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex')
  if (!sameBytes(Buffer.from(given), Buffer.from(mac))) return undefined
  const age_ms = now.getTime() - Number(timestamp) * 1_000
  if (!(Math.abs(age_ms) <= TOLERANCE_MS)) return undefined
  const event = parseEvent(parseAnswer(rawBody.toString('utf8')))
  return event && { events: [event], answer: null }
}

function parseEvent(value: unknown): ProviderEvent | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const event = value as Readonly<Record<string, unknown>>
  const { event_id, merchant_id = null } = event
  if (typeof event_id !== 'string') return undefined
  if (merchant_id !== null && typeof merchant_id !== 'string') return undefined
  const any = { event_id, merchant_id }
  if (event['type'] === 'dispute') {
    const dispute = parseDispute(event['dispute'])
    return dispute && { ...any, type: 'dispute', dispute }
  }
  const operation = event['operation'] as { operation_id?: unknown } | null | undefined
  const operation_id = operation?.operation_id
  if (event['type'] !== 'operation' || typeof operation_id !== 'string') return undefined
  const outcome = parseOutcome(operation, operation_id)
  return outcome && { ...any, type: 'operation', operation_id, outcome }
}

/** A page with an invalid event is refused as a whole: a skipped event would be lost. */
export function eventPage(reply: Reply): EventPage | Unknown {
  const page = reportedBy(reply, readPage, 'unknown_operation')
  return page === 'never_seen' ? unknown : page
}

function readPage(answer: Readonly<Record<string, unknown>>): EventPage | undefined {
  const { events: given, cursor, has_more } = answer
  if (!Array.isArray(given) || typeof cursor !== 'string' || typeof has_more !== 'boolean') {
    return undefined
  }
  const events = given.flatMap((each) => parseEvent(each) ?? [])
  return events.length === given.length ? { result: 'events', events, cursor, has_more } : undefined
}
