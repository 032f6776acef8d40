import { listRoutes } from '#http/lists.ts'
import { ownMerchant, type Route, get, post } from '#http/route.ts'
import { listAttempts } from './list_attempts.ts'
import { getEvent, listEvents } from './read.ts'
import { retryEvent } from './retry.ts'
import { AttemptList, Event, EventList, ListAttempts, ListEvents, SendTest } from './schema.ts'
import { sendTestEvent } from './send_test.ts'

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
      'Sends the same body again within about a second, whatever the status of the delivery. The call returns immediately, with the delivery `pending`; read the newest attempt for the result.',
    access: 'webhooks:write',
    answer: Event,
    errors: ['IR_05', 'IR_29'],
    run: ownMerchant((context, input) => retryEvent(context, input.params.event_id)),
  }),
]
