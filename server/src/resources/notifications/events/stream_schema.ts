// API schemas for clients that follow a merchant's events.
import { type Static, Type } from 'typebox'
import {
  answer,
  described,
  keyIn,
  MomentText,
  nullable,
  shaped,
  strict,
  text,
  Timestamp,
  WebUrl,
  freeText,
} from '#http/fields.ts'
import { ID_PATTERN } from '#kernel/ids.ts'
import { failures } from '#core/outbound/post.ts'
import { eventNames } from '#core/outbox/event_types.ts'

const MAX_WAIT_S = 30
const MAX_EVENTS = 100
const MAX_ATTEMPTS = 100

const cursor = '^[0-9]{1,15}$'

export const StreamEvents = strict({
  after: Type.Optional(
    shaped(cursor, 'a cursor from this stream', {
      description:
        'Events after this cursor: the `cursor` of a response, or the `id` of an event in the stream. The header `Last-Event-ID` comes first.',
    }),
  ),
  since: Type.Optional(
    described(
      MomentText,
      'Events that became known at this time or later, up to 30 days back; ISO 8601. Without `after` and `since` only new events are sent.',
    ),
  ),
  event_types: Type.Optional(
    text(1_000, {
      description:
        'Only these types, separated by commas; `*` stands for any characters, as in `payment_*`.',
    }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_S,
      default: 0,
      description: `How many seconds a JSON response waits for an event if there is none, up to ${MAX_WAIT_S}.`,
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_EVENTS,
      default: MAX_EVENTS,
      description: `Events in a JSON response, 1 to ${MAX_EVENTS}.`,
    }),
  ),
})
export type StreamEvents = Static<typeof StreamEvents>

const StreamedEvent = answer('StreamedEvent', {
  cursor: Type.String({ description: 'The position in the stream, to continue after this event.' }),
  event_id: Type.String(),
  event_type: Type.Unsafe<string>({
    type: 'string',
    enum: [...eventNames],
    description: 'What happened.',
  }),
  profile_id: Type.String(),
  object_id: Type.String({ description: 'The payment, refund, dispute or payout that changed.' }),
  sequence: Type.Integer({
    description: 'Counts the changes of the object: a higher number is a later change.',
  }),
  is_redelivery: Type.Boolean({
    description: 'Whether the event was in the stream before, and a redelivery was requested.',
  }),
  is_test: Type.Boolean({
    description: 'Whether the event was created by the test route; its object does not exist.',
  }),
  body: Type.String({
    description:
      'The exact text that a webhook sends, to be signed and forwarded as it is. For a key that may not read such objects, `content.object` in it is null.',
  }),
  created: Timestamp,
})
export type StreamedEvent = Static<typeof StreamedEvent>

export const EventStreamPage = answer('EventStreamPage', {
  data: Type.Array(StreamedEvent, { description: 'The events, oldest first.' }),
  cursor: Type.String({ description: 'Send it as `after` to continue.' }),
  has_more: Type.Boolean({ description: 'Whether there may be more events to read at once.' }),
})
export type EventStreamPage = Static<typeof EventStreamPage>

const sentAttempt = {
  event_id: shaped(ID_PATTERN, 'an event id', { description: 'The event that was forwarded.' }),
  attempt: Type.Integer({
    minimum: 1,
    maximum: 1_000,
    description: 'Counts the attempts of this listener at this event.',
  }),
  url: described(
    WebUrl,
    'Where the event was posted. A user name, a password and a query are not stored.',
  ),
  response_status: Type.Optional(
    nullable(
      Type.Integer({
        minimum: 100,
        maximum: 599,
        description: 'The HTTP status of the response; null without one.',
      }),
    ),
  ),
  response_body: Type.Optional(
    nullable(freeText(4_096, { description: 'The start of the response body.' })),
  ),
  error: Type.Optional(
    nullable(Type.Unsafe<string>(keyIn(failures, 'Why there was no response; null with one.'))),
  ),
  duration_ms: Type.Integer({
    minimum: 0,
    maximum: 600_000,
    description: 'How long the attempt took, in milliseconds.',
  }),
}

export const RecordForwarded = strict({
  listener: shaped(ID_PATTERN, 'an id: 1 to 64 letters, digits, `_` or `-`', {
    description: 'Names the listener; each run of a listener has its own name.',
  }),
  attempts: Type.Array(strict(sentAttempt), {
    minItems: 1,
    maxItems: MAX_ATTEMPTS,
    description: `The attempts, up to ${MAX_ATTEMPTS}.`,
  }),
})
export type RecordForwarded = Static<typeof RecordForwarded>

export const Forwarded = answer('ForwardedEvents', {
  recorded: Type.Integer({
    description:
      'The attempts that were recorded now. The others are recorded already, belong to no event of yours, or are more than 100 for one event.',
  }),
})
export type Forwarded = Static<typeof Forwarded>
