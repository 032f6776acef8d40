// API schemas for the request log.
import { type Static, Type } from 'typebox'
import { errors } from '#errors.ts'
import { answer, choice, described, nullable, text, Timestamp } from '#http/fields.ts'
import { among, equalTo, listQuery, listSchema, oneOrMany } from '#http/lists.ts'
import { Event } from '#resources/notifications/events/schema.ts'

const { delivery } = Event.properties
const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const
const Method = choice(...methods)

const entry = {
  request_id: Type.String({
    description: 'As in the header X-Request-Id, unless you sent that header.',
  }),
  sent_request_id: nullable(
    Type.String({
      description:
        'The header X-Request-Id that you sent, which events and the audit trail have; null if you sent none.',
    }),
  ),
  merchant_id: Type.String(),
  method: described(Method, 'The HTTP method.'),
  route: Type.String({
    description: 'The URL with the names of its ids, such as `/payments/:payment_id`.',
  }),
  path: Type.String({ description: 'The URL with its ids and without its query.' }),
  status: Type.Integer({
    description: 'The HTTP status; 499 if you closed the connection before the answer.',
  }),
  error_code: nullable(Type.String({ description: 'The code of the error; null without one.' })),
  duration_ms: Type.Integer({ description: 'From the request to its answer, in milliseconds.' }),
  key_id: nullable(Type.String({ description: 'The API key that sent it; null for a user.' })),
  user_id: nullable(Type.String({ description: 'The user who sent it; null for an API key.' })),
  address: nullable(
    Type.String({ description: 'The address that it came from; null for shoppers.' }),
  ),
  user_agent: nullable(
    Type.String({ description: 'The start of the header User-Agent; null for shoppers.' }),
  ),
  sdk: nullable(
    Type.String({ description: 'The library with its version, such as `florin-node/1.2.0`.' }),
  ),
  profile_ids: Type.Array(Type.String(), {
    description: 'The profiles that it named, else those of its key.',
  }),
  object_ids: Type.Array(Type.String(), { description: 'The objects that it names, up to 20.' }),
  created: described(Timestamp, 'When it was received, in UTC, by the wall clock.'),
}

export const RequestEntry = answer('RequestEntry', entry)
export type RequestEntry = Static<typeof RequestEntry>

const Body = (which: string) =>
  nullable(
    Type.String({
      description: `${which} as JSON, redacted: card data, secrets, personal data and free text are \`[redacted]\`. Cut after 16 KiB; null if it is never stored.`,
    }),
  )

export const Request = answer('Request', {
  ...entry,
  request_body: Body('The body that was sent, or the query of a GET,'),
  response_body: Body('The answer'),
  webhooks: Type.Array(
    Type.Object({
      event_id: Type.String(),
      event_type: Type.String({ description: 'What happened.' }),
      object_id: Type.String({ description: 'The object that changed.' }),
      created: Timestamp,
      delivery,
    }),
    { description: 'The events that it caused, for keys with the scope `webhooks:read`.' },
  ),
})
export type Request = Static<typeof Request>

/** Each class with its first status. */
export const statusClasses = { '2xx': 200, '3xx': 300, '4xx': 400, '5xx': 500 } as const

export const requestFilters = {
  status: equalTo(
    Type.Integer({ minimum: 100, maximum: 599, description: 'Exactly this HTTP status.' }),
  ),
  status_class: equalTo(
    described(
      choice(...(Object.keys(statusClasses) as (keyof typeof statusClasses)[])),
      'Statuses of this class.',
    ),
  ),
  route: equalTo(text(200, { description: 'A route, such as `/payments/:payment_id`.' })),
  method: equalTo(described(Method, 'An HTTP method.')),
  error_code: oneOrMany('A code, or several separated by commas.', { read: among(errors) }),
  key_id: oneOrMany('An API key, or several.'),
  user_id: oneOrMany('A user, or several.'),
  sent_by: equalTo(
    described(choice('keys', 'users'), 'Only requests by API keys, or only those by users.'),
  ),
  object_id: equalTo(
    text(64, { description: 'An object that the request named, such as a payment or a customer.' }),
  ),
}

export const ListRequests = listQuery(requestFilters)
export type ListRequests = Static<typeof ListRequests>

export const RequestList = listSchema('RequestList', RequestEntry)
