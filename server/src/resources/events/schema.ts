// What an event is to the outside: what was sent, and what became of it.
import { type Static, Type } from 'typebox'
import { answer, nullable, NullableTimestamp, strict, text, Timestamp } from '#http/fields.ts'
import { among, equalTo, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { type EventName, eventNames, eventTypes } from '#core/outbox/event_types.ts'

/** The states of a delivery, each with what it means. */
export const deliveryStatuses = {
  pending: 'It will be sent, or sent again, at `next_attempt_at`.',
  delivered: 'Your server answered with a 2xx.',
  exhausted: 'No attempt succeeded, and no other is made by itself.',
  stopped: 'Not tried any more: your server answered 410, or the profile has no `webhook_url`.',
  skipped: 'Never sent: `reason` says why the profile does not want it.',
} as const

const DeliveryStatus = Type.Unsafe<keyof typeof deliveryStatuses>({
  type: 'string',
  enum: Object.keys(deliveryStatuses),
})

const Delivery = Type.Object({
  status: DeliveryStatus,
  reason: nullable(
    Type.String({
      description: 'Why it was skipped or stopped: `no_webhook_url`, `event_not_enabled`, `gone`.',
    }),
  ),
  attempts: Type.Integer({ description: 'How often it was sent.' }),
  next_attempt_at: NullableTimestamp,
  finished_at: NullableTimestamp,
})
export type Delivery = Static<typeof Delivery>

const entry = {
  merchant_id: Type.String(),
  event_id: Type.String(),
  profile_id: Type.String(),
  event_type: Type.String(),
  object_id: Type.String({ description: 'The payment, refund, … it tells of.' }),
  sequence: Type.Integer({
    description: 'Counts the changes of the object: a higher number is newer news.',
  }),
  created: Timestamp,
  is_test: Type.Boolean({ description: 'Made by the test route: the object does not exist.' }),
  delivery: nullable({
    ...Delivery,
    description: 'What became of it; null for the moment before it is on its way.',
  }),
}

export const EventEntry = answer('EventEntry', entry)
export type EventEntry = Static<typeof EventEntry>

export const Event = answer('Event', {
  ...entry,
  content: Type.Object({
    type: Type.String(),
    object: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  }),
  timestamp: Timestamp,
})
export type Event = Static<typeof Event>

export const EventList = listOf('EventList', EventEntry)

export const eventFilters = {
  event_type: oneOrMany('A type, or several separated by commas.', { read: among(eventTypes) }),
  object_id: oneOrMany('The id of a payment, refund, …, or several.'),
  payment_id: oneOrMany('The same as `object_id`, for payments.', { column: 'object_id' }),
  profile_id: oneOrMany('A profile, or several.'),
  delivery_status: equalTo(DeliveryStatus),
}

export const ListEvents = listQuery(eventFilters)
export type ListEvents = Static<typeof ListEvents>

export const Attempt = answer('EventAttempt', {
  attempt: Type.Integer({ description: 'The number in `X-Webhook-Attempt`.' }),
  url: Type.String(),
  request_headers: Headers(),
  response_status: nullable(Type.Integer()),
  response_headers: nullable(Headers()),
  response_body: nullable(Type.String({ description: 'The first 4 KiB.' })),
  error: nullable(Type.String({ description: 'One word, when there was no answer.' })),
  error_message: nullable(Type.String()),
  duration_ms: Type.Integer(),
  created: Timestamp,
})
export type Attempt = Static<typeof Attempt>

function Headers() {
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Whatever looks like a credential is masked.',
  })
}

export const AttemptList = listOf('EventAttemptList', Attempt)

export const ListAttempts = Type.Pick(listQuery({}), ['limit', 'offset'], {
  additionalProperties: false,
})
export type ListAttempts = Static<typeof ListAttempts>

export const SendTest = strict({
  event_type: Type.Unsafe<EventName>({ type: 'string', enum: [...eventNames] }),
  profile_id: Type.Optional(
    text(64, { description: 'Where to send it; your default profile when omitted.' }),
  ),
})
export type SendTest = Static<typeof SendTest>
