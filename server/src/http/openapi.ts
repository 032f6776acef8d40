// OpenAPI 3.1, generated from the route table. The schemas are JSON Schema already, so hardly anything is converted.
import { errors, MAX_FAULTS, precedence } from '#errors.ts'
import { currentVersion } from './admit.ts'
import { scopes } from './authenticate.ts'
import { describeFields } from './field_texts.ts'
import { Components, type Json } from './openapi/components.ts'
import { readExamples, type Recorded } from './openapi/examples.ts'
import { operation, sharedParameters } from './openapi/operations.ts'
import { ErrorResponses, headers } from './openapi/responses.ts'
import { routeTag, tags } from './openapi/tags.ts'
import { webhookNames, webhooks, webhookSchemas } from './openapi/webhooks.ts'
import type { Route } from './route.ts'

export function openapi(routes: readonly Route[], recorded: Recorded = readExamples()): Json {
  const components = new Components(['Error', ...webhookNames])
  const parts = { components, errors: new ErrorResponses(), recorded }
  for (const row of routes) for (const part of [row.answer, row.body]) components.announce(part)
  const paths: Record<string, Json> = {}
  for (const row of routes) {
    const path = row.url.replaceAll(/:([a-z_]+)/g, '{$1}')
    const entry = (paths[path] ??= {})
    entry[row.method.toLowerCase()] = operation(row, parts)
  }
  const used = new Set(routes.map(routeTag))
  const schemas = components.toJson()
  return describeFields({
    openapi: '3.1.0',
    info,
    servers: [{ url: '/', description: 'This server.' }],
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name) ? { name, description } : [],
    ),
    paths,
    webhooks: webhooks(recorded),
    components: {
      securitySchemes,
      headers,
      parameters: sharedParameters,
      responses: parts.errors.toJson(),
      schemas: { Error: errorSchema(), ...schemas, ...webhookSchemas(schemas) },
    },
  })
}

const info = {
  title: 'Florin',
  version: currentVersion,
  summary: 'An open-source payment processor.',
  description:
    'A JSON-over-HTTP API. Amounts are integers in the lowest unit of their currency, such as cents.',
  contact: { name: 'The operator of this deployment' },
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
}

function apiKey(description: string): Json {
  return { type: 'apiKey', in: 'header', name: 'api-key', description }
}

export const securitySchemes = {
  secret_key: apiKey(`A secret key of this environment. Scopes: ${scopes.join(', ')}.`),
  publishable_key: apiKey(
    'A publishable key of this environment, in a browser, with the `client_secret` of one object.',
  ),
  operator_key: apiKey('The key of the operator of the deployment.'),
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a user who has signed in. The role of the user has the scopes.',
  },
}

function errorSchema(): Json {
  const string = (description: string) => ({ type: 'string', description })
  const fault = {
    code: { ...string('The code of this fault.'), enum: precedence },
    message: string('What is wrong and what to do. For people; branch on `code`.'),
    field: string(
      'The path of the field at fault, such as `billing.address.zip`, or the name of a header. Absent if the fault is not about a field.',
    ),
  }
  const required = ['code', 'message']
  const properties = {
    type: {
      ...string('The kind of error: who can do something about it.'),
      enum: [...new Set(Object.values(errors).map((row) => row.type))],
    },
    ...fault,
    errors: {
      type: 'array',
      description: `All faults of the fields, up to ${MAX_FAULTS}. The first has the code, field and message of the error itself. Absent if the error is not about fields.`,
      maxItems: MAX_FAULTS,
      items: { type: 'object', required, properties: fault },
    },
    details: {
      type: 'object',
      description: 'More about this error, such as `existing_id` with `HE_01`.',
    },
    doc_url: string('The page about the code.'),
    request_id: string('As in the header `X-Request-Id`. Quote it when you ask for help.'),
  }
  const error = {
    type: 'object',
    required: ['type', ...required, 'doc_url', 'request_id'],
    properties,
    description: 'What went wrong.',
  }
  return { type: 'object', title: 'Error', required: ['error'], properties: { error } }
}
