// An event is committed together with the change that it reports. It contains the object at that time, as the exact
// bytes that are signed and sent, so every delivery sends the same bytes.
import { type Insert, insert, table, type Write } from '#kernel/change.ts'
import { newId } from '#kernel/ids.ts'
import { tracing } from '#kernel/trace.ts'

export interface EventRow {
  merchant_id: string
  event_id: string
  profile_id: string
  event_type: string
  object_type: string
  object_id: string
  sequence: number
  body: string
  created: Date
  is_test: boolean
  version: number
}

export const events = table<EventRow>('events', 'merchant_id', 'event_id')

/** Events older than this are deleted. */
export const RETENTION_DAYS = 30

export interface EventInput {
  merchant_id: string
  profile_id: string
  event_type: string
  /** Such as `payment_details`. */
  object_type: string
  object_id: string
  /** The state transition's number; one event each. */
  sequence: number
  object: object
  now: Date
}

export function event(input: EventInput): Insert {
  return insert(events, eventRow(input, tracing?.drawEventId(draw) ?? draw()))
}

function draw(): string {
  return newId('evt')
}

/** The fields in `mark` are added to the envelope. */
export function eventRow(input: EventInput, event_id: string, mark: object = {}): EventRow {
  const { merchant_id, profile_id, event_type, object_type, object_id, sequence, now } = input
  const body = JSON.stringify({
    merchant_id,
    event_id,
    event_type,
    content: { type: object_type, object: input.object },
    sequence,
    ...mark,
    timestamp: now,
  })
  const what = { merchant_id, event_id, profile_id, event_type, object_type, object_id }
  return { ...what, sequence, body, created: now, is_test: false, version: 1 }
}

/**
 * The actor behind a change. A commit's events carry it, so that a payment needs no second row in the audit trail.
 */
export interface Actor {
  /** `agent` used a key through /mcp. `shopper` and `provider` sent no merchant key, or a publishable one. */
  readonly actor: 'api_key' | 'agent' | 'user' | 'operator' | 'shopper' | 'provider' | 'anonymous'
  readonly key_id: string | null
  readonly user_id: string | null
  /** Null for shoppers: it would be personal data that a customer's erasure does not find. */
  readonly address: string | null
  readonly request_id: string | null
}

/** Always all five columns, so that request commits have few shapes. */
export function withActor(write: Write, by: Actor): Write {
  if (!isEvent(write)) return write
  const { actor, key_id, user_id, address, request_id } = by
  return { ...write, row: { ...write.row, actor, key_id, user_id, address, request_id } }
}

export function hasActor({ row }: Write): boolean {
  return 'actor' in row
}

/** A test event reports no change. */
export function isEvent({ kind, table, row }: Write): boolean {
  return kind === 'insert' && table.name === 'events' && row['is_test'] !== true
}
