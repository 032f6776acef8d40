// API schemas for events, their deliveries and attempts.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  keyIn,
  named,
  nullable,
  NullableTimestamp,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { among, arrayPaging, equalTo, listSchema, listQuery, oneOrMany } from '#http/lists.ts'
import { EVENT_TYPE, eventNames, eventTypes } from '#core/outbox/event_types.ts'
import { failures } from '#core/outbound/post.ts'

/** Delivery statuses, each with its meaning. */
export const deliveryStatuses = {
  pending: 'The next attempt is at `next_attempt_at`.',
  delivered: 'Your server answered with a 2xx.',
  exhausted: 'No attempt succeeded, and there are no more automatic retries.',
  stopped: 'Not retried: your server answered 410, or the profile has no `webhook_url`.',
  skipped: 'Never sent: `reason` says why the profile does not receive it.',
} as const

const DeliveryStatus = keyIn(deliveryStatuses, 'How far the delivery is.')

const Delivery = Type.Object({
  status: DeliveryStatus,
  reason: nullable(
    keyIn(
      {
        no_webhook_url: 'The profile has no `webhook_url`.',
        event_not_enabled: 'The profile does not receive this type.',
        gone: 'Your server answered 410.',
      },
      'Why the delivery was skipped or stopped; null otherwise.',
    ),
  ),
  attempts: Type.Integer({ description: 'The number of attempts so far.' }),
  next_attempt_at: described(
    NullableTimestamp,
    'When the next attempt is made, in UTC; null if none is.',
  ),
  finished_at: described(NullableTimestamp, 'When the delivery ended, in UTC; null until then.'),
})
export type Delivery = Static<typeof Delivery>

const entry = {
  merchant_id: Type.String(),
  event_id: Type.String(),
  profile_id: Type.String(),
  event_type: Type.Unsafe<string>({
    type: 'string',
    enum: [...eventNames],
    description: 'What happened. The reference page of events says when each type is sent.',
  }),
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
  content: Type.Object(
    {
      type: Type.Unsafe<string>({
        type: 'string',
        enum: [...new Set(Object.values(eventTypes).map(({ content }) => content))],
        description: 'The type of `object`, such as `payment_details`.',
      }),
      object: Type.Unsafe<Record<string, unknown> | null>({
        type: ['object', 'null'],
        additionalProperties: true,
        description:
          'The object as it was sent; null for a key that may not read such objects, for example without `payments:read`.',
      }),
    },
    { description: 'The object that changed, and its type.' },
  ),
  timestamp: described(Timestamp, 'When it happened, in UTC; the same as `created`.'),
})
export type Event = Static<typeof Event>

export const EventList = listSchema('EventList', EventEntry)

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
  listener: nullable(
    Type.String({
      description:
        'The listener that forwarded the event, such as `florin listen` on a laptop; null for a delivery to your `webhook_url`.',
    }),
  ),
  attempt: Type.Integer({ description: 'The number in `X-Webhook-Attempt`.' }),
  url: Type.String({ description: 'Where the event was posted.' }),
  request_headers: Headers(),
  response_status: nullable(
    Type.Integer({ description: 'The HTTP status of your server; null without a response.' }),
  ),
  response_headers: nullable(Headers()),
  response_body: nullable(Type.String({ description: 'The first 4 KiB of the response body.' })),
  error: nullable(
    Type.Unsafe<string>(
      keyIn(failures, 'The failure, when there was no response; null otherwise.'),
    ),
  ),
  error_message: nullable(
    Type.String({ description: 'The failure in words; null if there was a response.' }),
  ),
  duration_ms: Type.Integer({ description: 'How long the attempt took, in milliseconds.' }),
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

export const AttemptList = listSchema('EventAttemptList', Attempt)

export const ListAttempts = strict(arrayPaging)
export type ListAttempts = Static<typeof ListAttempts>

export const SendTest = strict({
  event_type: named(eventNames, EVENT_TYPE, { description: 'The type of the test event.' }),
  profile_id: Type.Optional(
    text(64, { description: 'The profile that receives it; your default profile when omitted.' }),
  ),
})
export type SendTest = Static<typeof SendTest>
