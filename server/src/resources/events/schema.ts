// The API schemas of events, their deliveries and attempts.
import { type Static, Type } from 'typebox'
import { answer, nullable, NullableTimestamp, strict, text, Timestamp } from '#http/fields.ts'
import { among, equalTo, listOf, listQuery, oneOrMany } from '#http/lists.ts'
import { type EventName, eventNames, eventTypes } from '#core/outbox/event_types.ts'

/** The statuses of a delivery, each with its meaning. */
export const deliveryStatuses = {
  pending: 'The next attempt is at `next_attempt_at`.',
  delivered: 'Your server answered with a 2xx.',
  exhausted: 'No attempt succeeded, and there are no more automatic retries.',
  stopped: 'Not retried: your server answered 410, or the profile has no `webhook_url`.',
  skipped: 'Never sent: `reason` says why the profile does not receive it.',
} as const

const DeliveryStatus = Type.Unsafe<keyof typeof deliveryStatuses>({
  type: 'string',
  enum: Object.keys(deliveryStatuses),
})

const Delivery = Type.Object({
  status: DeliveryStatus,
  reason: nullable(
    Type.String({
      description:
        'Why the delivery was skipped or stopped: `no_webhook_url`, `event_not_enabled`, `gone`.',
    }),
  ),
  attempts: Type.Integer({ description: 'The number of attempts so far.' }),
  next_attempt_at: NullableTimestamp,
  finished_at: NullableTimestamp,
})
export type Delivery = Static<typeof Delivery>

const entry = {
  merchant_id: Type.String(),
  event_id: Type.String(),
  profile_id: Type.String(),
  event_type: Type.String(),
  object_id: Type.String({ description: 'The payment, refund, dispute or payout that changed.' }),
  sequence: Type.Integer({
    description: 'Counts the changes of the object: a higher number is a later change.',
  }),
  created: Timestamp,
  is_test: Type.Boolean({
    description: 'Whether the event was created by the test route; its object does not exist.',
  }),
  delivery: nullable({
    ...Delivery,
    description: 'The delivery of the event; null until it is queued.',
  }),
}

export const EventEntry = answer('EventEntry', entry)
export type EventEntry = Static<typeof EventEntry>

export const Event = answer('Event', {
  ...entry,
  content: Type.Object({
    type: Type.String(),
    object: Type.Unsafe<Record<string, unknown> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'The object as it was sent; null for a key that may not read such objects, for example without `payments:read`.',
    }),
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
  response_body: nullable(Type.String({ description: 'The first 4 KiB of the response body.' })),
  error: nullable(
    Type.String({ description: 'A code for the failure, when there was no response.' }),
  ),
  error_message: nullable(Type.String()),
  duration_ms: Type.Integer(),
  created: Timestamp,
})
export type Attempt = Static<typeof Attempt>

function Headers() {
  return Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Credentials are masked.',
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
    text(64, { description: 'The profile that receives it; your default profile when omitted.' }),
  ),
})
export type SendTest = Static<typeof SendTest>
