import { listRoutes } from '#http/lists.ts'
import { ownMerchant, type Route, get, post } from '#http/route.ts'
import { listAttempts } from './list_attempts.ts'
import { getEvent, listEvents } from './read.ts'
import { retryEvent } from './retry.ts'
import { recordForwarded } from './record_forwarded.ts'
import { AttemptList, Event, EventList, ListAttempts, ListEvents, SendTest } from './schema.ts'
import { sendTestEvent } from './send_test.ts'
import { streamEvents } from './stream.ts'
import { EventStreamPage, Forwarded, RecordForwarded, StreamEvents } from './stream_schema.ts'

const tag = 'Events'
const base = '/events/:merchant_id'

const events = listRoutes({
  url: base,
  tag,
  summary: 'List events',
  access: 'webhooks:read',
  query: ListEvents,
  answer: EventList,
  run: listEvents,
})

const attempts = listRoutes({
  url: `${base}/:event_id/attempts`,
  tag,
  summary: 'List the delivery attempts of an event',
  access: 'webhooks:read',
  query: ListAttempts,
  answer: AttemptList,
  run: (context, query, { event_id = '' }) => listAttempts(context, event_id, query),
})

export const eventRoutes: Route[] = [
  ...[...events, ...attempts].map((row) => ({
    ...row,
    errors: ['IR_04', 'IR_05'] as const,
    run: ownMerchant((context, input) => row.run(context, input)),
  })),
  post(`${base}/test`, {
    tag,
    summary: 'Send a test event',
    about:
      'Creates an event with a sample object and delivers it like any other event. It has `is_test: true`, and its object does not exist. `delivery` in the response says whether your profile accepts it. A few are accepted a minute; `X-RateLimit-Limit` says how many.',
    access: 'webhooks:write',
    merchant_limit: 'test_events',
    body: SendTest,
    example: { event_type: 'payment_succeeded' },
    answer: Event,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: ownMerchant((context, { body }) => sendTestEvent(context, body)),
  }),
  get(`${base}/stream`, {
    tag,
    summary: 'Follow events',
    about:
      'Sends events from a cursor on, in the order in which they became known, without a gap and in order for each object. With `Accept: text/event-stream` the response is a stream of Server-Sent Events: `id` is the cursor, `data` a `StreamedEvent`; it ends after a minute, and the client connects again with `Last-Event-ID`. Otherwise the response is JSON and waits for `wait` seconds if there is no event yet. A redelivered event is sent again, with `is_redelivery: true`. A key that is bound to profiles gets the events of those.',
    access: 'webhooks:read',
    streams: true,
    query: StreamEvents,
    answer: EventStreamPage,
    errors: ['IR_04', 'IR_05'],
    run: ownMerchant((context, { query }) => streamEvents(context, query)),
  }),
  post(`${base}/forwarded`, {
    tag,
    summary: 'Record forwarded events',
    about:
      'For a program that follows events and forwards them, such as `florin listen`: records its attempts, so that the list of attempts shows them with the name of the listener. The delivery of an event and its retries stay as they are.',
    access: 'webhooks:write',
    audit: 'nothing',
    body: RecordForwarded,
    example: {
      listener: 'laptop',
      attempts: [
        {
          event_id: 'evt_01j9zq4h7m2k8n5p3r6s9t0v',
          attempt: 1,
          url: 'http://localhost:3000/hook',
          response_status: 200,
          duration_ms: 12,
        },
      ],
    },
    answer: Forwarded,
    errors: ['IR_01', 'IR_04', 'IR_05'],
    run: ownMerchant((context, { body }) => recordForwarded(context, body)),
  }),
  get(`${base}/:event_id`, {
    tag,
    summary: 'Retrieve an event',
    about: 'The event as it was sent, and the status of its delivery. Events are kept for 30 days.',
    access: 'webhooks:read',
    answer: Event,
    errors: ['IR_05'],
    run: ownMerchant((context, input) => getEvent(context, input.params.event_id)),
  }),
  post(`${base}/:event_id/retry`, {
    tag,
    summary: 'Redeliver an event',
    about:
      'Sends the same body again within about a second, whatever the status of the delivery, and adds the event to the stream again. A profile without `webhook_url` is accepted while a client follows the stream. The call returns immediately, with the delivery `pending`; read the newest attempt for the result.',
    access: 'webhooks:write',
    answer: Event,
    errors: ['IR_05', 'IR_29'],
    run: ownMerchant((context, input) => retryEvent(context, input.params.event_id)),
  }),
]
