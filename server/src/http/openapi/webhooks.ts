// Events as requests from this server to a merchant's server.
import { type ContentType, type EventName, eventTypes } from '#core/outbox/event_types.ts'
import { type Json, pascal } from './components.ts'
import type { Recorded } from './examples.ts'

/** The object for each content type, by schema name. */
const objects: Readonly<Record<ContentType, string>> = {
  payment_details: 'Payment',
  refund_details: 'Refund',
  dispute_details: 'Dispute',
  payout_details: 'Payout',
  subscription_details: 'Subscription',
  payment_link_details: 'PaymentLink',
}

const headers: Readonly<Record<string, string>> = {
  'X-Webhook-Signature-512':
    'HMAC-SHA512 of the body with the webhook signing secret of the profile, in hexadecimal. During a rotation of the secret two values, separated by a comma.',
  'X-Webhook-Event-Id': 'The `event_id`. The same event may be delivered more than once.',
  'X-Webhook-Attempt': 'The number of this attempt, from 1.',
  'webhook-id': 'The `event_id`, in the header of standardwebhooks.com.',
  'webhook-timestamp': 'The time of this attempt, in Unix seconds.',
  'webhook-signature':
    '`v1,` and the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>` in base64. During a rotation two values, separated by a space.',
}

export function webhooks({ webhooks: recorded }: Recorded): Json {
  const entries = Object.entries(eventTypes).map(([name, { sent, content }]) => {
    const example = recorded[name]
    const media = {
      schema: { $ref: `#/components/schemas/${schemaName(content)}` },
      ...(example === undefined ? {} : { example: example.body }),
    }
    const post = {
      operationId: `on${pascal(name)}`,
      tags: ['Events'],
      summary: name,
      description: `Sent when ${sent}.`,
      security: [],
      parameters: Object.entries(headers).map(([header, description]) => ({
        name: header,
        in: 'header',
        required: true,
        description,
        schema: { type: 'string' },
        ...(example?.headers[header] === undefined ? {} : { example: example.headers[header] }),
      })),
      requestBody: { required: true, content: { 'application/json': media } },
      responses: {
        '2XX': { description: 'The event is delivered.' },
        410: { description: 'The event is not sent again.' },
        default: { description: 'The event is sent again later.' },
      },
    }
    return [name, { post }]
  })
  return Object.fromEntries(entries) as Json
}

function schemaName(content: ContentType): string {
  return `${objects[content]}Event`
}

/** The names that `webhookSchemas` gives. */
export const webhookNames: readonly string[] = Object.values(objects).flatMap((object) => [
  `${object}Event`,
  `${object}InEvent`,
])

/** One schema per content type, from the object schemas. */
export function webhookSchemas(schemas: Json): Json {
  const entries = Object.entries(objects).flatMap(([content, object]) => {
    const types = Object.entries(eventTypes).flatMap(([name, row]) =>
      row.content === content ? (name as EventName) : [],
    )
    const own = withoutSecret(object, schemas[object] as ObjectSchema)
    const event = eventSchema(content, own === undefined ? object : own[0], types)
    const named = [schemaName(content as ContentType), { title: `${object}Event`, ...event }]
    return own === undefined ? [named] : [named, own]
  })
  return Object.fromEntries(entries) as Json
}

interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>
  readonly required: readonly string[]
}

/**
 * An event goes through logs and queues, so its object has no client_secret. Nor has it a setting of the profile,
 * which may change before the event is read.
 */
function withoutSecret(object: string, schema: ObjectSchema): [string, Json] | undefined {
  const { client_secret, approvals_required: _, ...properties } = schema.properties
  if (client_secret === undefined) return undefined
  const required = schema.required.filter((name) => name in properties)
  const title = `${object}InEvent`
  return [title, { ...schema, title, properties, required }]
}

function eventSchema(content: string, object: string, types: readonly string[]): Json {
  const text = (description: string) => ({ type: 'string', description })
  const properties = {
    merchant_id: text('The merchant.'),
    event_id: text('The id of the event: process each once.'),
    event_type: { ...text('What happened.'), enum: types },
    content: {
      type: 'object',
      description: 'The object that changed.',
      required: ['type', 'object'],
      properties: {
        type: { ...text('The type of `object`.'), enum: [content] },
        object: {
          $ref: `#/components/schemas/${object}`,
          description: 'The object as it was right after the change.',
        },
      },
    },
    sequence: {
      type: 'integer',
      description: 'Counts the changes of the object: a higher number is a later change.',
    },
    timestamp: { ...text('When it happened.'), format: 'date-time' },
  }
  const is_test = { type: 'boolean', description: 'Present and true in a test event.' }
  return {
    type: 'object',
    description: 'What is posted to the `webhook_url` of the profile.',
    required: Object.keys(properties),
    properties: { ...properties, is_test },
  }
}
