// OpenAPI 3.1, generated from the route table. The schemas are JSON Schema already, so nothing is converted.
import type { TSchema } from 'typebox'
import { type ErrorCode, errors, precedence } from '#errors.ts'
import { mediaTypes } from './download.ts'
import { browserAccess, type BrowserObject, browserView, SECRET_HEADER } from './client_access.ts'
import { PROFILE_HEADER } from './profile_header.ts'
import type { Route } from './route.ts'
import { scopes } from './authenticate.ts'
import type { UploadRule } from './upload.ts'
import { currentVersion } from './admit.ts'

type Json = Record<string, unknown>

/** Any route with a key can answer these. */
/** A body, an unknown query field and an unknown version are refused everywhere. */
const common: readonly ErrorCode[] = [
  'AU_01',
  'AU_02',
  'AU_03',
  'RL_01',
  'IR_04',
  'IR_06',
  'IR_07',
  'HE_00',
]
const withKey: readonly ErrorCode[] = ['IR_29']
const withProfile: readonly ErrorCode[] = ['IR_01', 'IR_05']

export function openapi(routes: readonly Route[]): Json {
  const components = new Map<string, Json>([['Error', errorSchema()]])
  const paths: Record<string, Json> = {}
  for (const row of routes) {
    const path = row.url.replaceAll(/:([a-z_]+)/g, '{$1}')
    const entry = (paths[path] ??= {})
    entry[row.method.toLowerCase()] = operation(row, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Florin',
      version: currentVersion,
      summary: 'An open-source payment processor.',
      description:
        'A JSON-over-HTTP API. Amounts are integers in the lowest unit of their currency, such as cents.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ api_key: [] }, { session: [] }],
    tags: [...new Set(routes.map((row) => row.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        api_key: {
          type: 'apiKey',
          in: 'header',
          name: 'api-key',
          description: `A secret key of this environment. Scopes: ${scopes.join(', ')}.`,
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The token of a user who has signed in. The role of the user has the scopes.',
        },
      },
      schemas: Object.fromEntries(components),
    },
  }
}

function operation(row: Route, components: Map<string, Json>): Json {
  return {
    operationId: operationId(row),
    tags: [row.tag],
    summary: row.summary,
    description: [row.about, scopeText(row)].filter(Boolean).join('\n\n'),
    ...securityOf(row),
    parameters: parameters(row),
    ...(row.body ? { requestBody: requestBody(row, row.body) } : {}),
    responses: {
      [row.status]: {
        description: row.status === 201 ? 'Created.' : 'Success.',
        content: answerContent(row, components),
      },
      ...withPage(row, errorResponses(errorsOf(row))),
    },
  }
}

function securityOf({ access }: Route): Json {
  if (access === 'public') return { security: [] }
  if (access === 'session') return { security: [{ session: [] }] }
  return access === 'admin' ? { security: [{ api_key: [] }] } : {}
}

/** A page says in HTML that its object does not exist. */
function withPage({ answer }: Route, responses: Record<string, Json>): Json {
  const { 404: absent } = responses
  if (!absent || !mediaTypes(answer)?.includes('text/html')) return responses
  const content = { ...(absent['content'] as Json), 'text/html': { schema: { type: 'string' } } }
  return { ...responses, 404: { ...absent, content } }
}

function scopeText(row: Route): string {
  if (row.access === 'public') return 'Needs no key.'
  if (row.access === 'any_key') return 'Any secret key works.'
  if (row.access === 'session') return 'For a user who has signed in.'
  if (row.access === 'admin') return "Needs the operator's key."
  const scope = `Needs the scope \`${row.access}\`.`
  if (row.publishable === undefined) return scope
  return `${scope} A publishable key works too: ${browserText(row.publishable)}`
}

/** What a browser may do, in a sentence. */
function browserText(of: BrowserObject): string {
  const { key, sets, except, only } = browserAccess[of]
  const secret =
    key === null
      ? ''
      : `with the \`client_secret\` in the request or in the header \`${SECRET_HEADER}\`; `
  const fixed = Object.entries(only).map(([name, value]) => `\`${name}\` only to \`${value}\``)
  const never = except.map((path) => `not \`${path}\``)
  const names = sets.filter((name) => !(name in only)).map((name) => `\`${name}\``)
  return `${secret}it may set ${[...names, ...fixed, ...never].join(', ')}.`
}

/** `POST /customers/:customer_id` is `post_customers_by_customer_id`. */
function operationId(row: Pick<Route, 'method' | 'url'>): string {
  const path = row.url
    .slice(1)
    .replaceAll(/:([a-z_]+)/g, 'by_$1')
    .replaceAll('/', '_')
  return `${row.method.toLowerCase()}_${path}`
}

/** All errors of a route, in the order of precedence. */
export function errorsOf(row: Route): ErrorCode[] {
  const all = new Set([
    ...common,
    ...(row.method === 'GET' ? [] : withKey),
    ...(row.profile ? withProfile : []),
    ...row.errors,
  ])
  return precedence.filter((code) => all.has(code))
}

function errorResponses(codes: readonly ErrorCode[]): Record<string, Json> {
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const { status, returned_by, also } = errors[code]
    note(byStatus, status, `${code}: ${returned_by}`)
    for (const [other, when] of also) note(byStatus, other, `${code}: ${when}`)
  }
  const content = json({ $ref: '#/components/schemas/Error' })
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [status, { description: lines.join('; '), content }]),
  )
}

function note(byStatus: Map<number, string[]>, status: number, line: string): void {
  byStatus.set(status, [...(byStatus.get(status) ?? []), line])
}

function parameters(row: Route): Json[] {
  const inPath = [...row.url.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const query: { properties?: Json; required?: string[] } = row.query ?? {}
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  return [...inPath, ...inQuery, ...headers(row)]
}

function headers(row: Route): Json[] {
  const version = header(
    'X-Api-Version',
    'The version of the interface, for this request alone.',
    10,
  )
  const profile = {
    ...header(PROFILE_HEADER, 'The business profile that the request is about.', 64),
    required: row.profile === true,
  }
  const every = row.profile ? [profile, version] : [version]
  if (row.method === 'GET') return every
  const key = header(
    'Idempotency-Key',
    'A request sent twice with one key is carried out once.',
    255,
  )
  return [key, ...every]
}

function header(name: string, description: string, maxLength: number): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string', maxLength } }
}

function requestBody(row: Route, schema: TSchema): Json {
  if (row.upload) return { required: true, content: form(row.upload, schema, row.example) }
  const required = ((schema as unknown as { required?: string[] }).required ?? []).length > 0
  return { required, content: json(schema as unknown as Json, row.example) }
}

function form(rule: UploadRule, schema: TSchema, example?: Json): Json {
  const { properties, required = [], ...rest } = schema as Json & { required?: string[] }
  const description = `The file, at most ${rule.largest_bytes} bytes.`
  const file = { type: 'string', format: 'binary', description }
  const whole = {
    ...rest,
    required: [...required, rule.field],
    properties: { ...(properties as Json), [rule.field]: file },
  }
  const encoding = { [rule.field]: { contentType: Object.keys(rule.types).join(', ') } }
  const withFile = { ...example, [rule.field]: '(the bytes of the file)' }
  return { 'multipart/form-data': { schema: whole, encoding, example: withFile } }
}

function answerContent(row: Route, components: Map<string, Json>): Json {
  const { answer, publishable } = row
  const types = mediaTypes(answer)
  if (types === undefined) {
    const whole = reference(answer, components)
    if (row.csv) return { ...json(whole), 'text/csv': { schema: { type: 'string' } } }
    if (publishable === undefined || publishable === 'token') return json(whole)
    const view = browserView(answer, publishable) as unknown as Json & { title: string }
    components.set(view.title, nested(view, components))
    return json({ anyOf: [whole, { $ref: `#/components/schemas/${view.title}` }] })
  }
  const schema = { type: 'string', format: 'binary' }
  return Object.fromEntries(types.map((type) => [type, { schema }]))
}

function json(schema: Json, example?: Json): Json {
  return { 'application/json': { schema, ...(example ? { example } : {}) } }
}

/** A named schema is defined once, under components. */
function reference(schema: TSchema, components: Map<string, Json>): Json {
  const { $id, ...rest } = schema as unknown as Json & { $id?: string }
  const shape = nested(rest, components)
  if ($id === undefined) return shape
  components.set($id, shape)
  return { $ref: `#/components/schemas/${$id}` }
}

function nested(schema: Json, components: Map<string, Json>): Json {
  const { items, properties } = schema as { items?: TSchema; properties?: Record<string, TSchema> }
  const within = (inner: TSchema) =>
    '$id' in inner || 'items' in inner ? reference(inner, components) : inner
  return {
    ...schema,
    ...(items ? { items: within(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([k, v]) => [k, within(v)]),
          ),
        }
      : {}),
  }
}

function errorSchema(): Json {
  const string = { type: 'string' }
  const properties = {
    type: { type: 'string', enum: [...new Set(Object.values(errors).map((row) => row.type))] },
    code: { type: 'string', enum: precedence },
    message: {
      ...string,
      description: 'What happened and what to do. For people; branch on `code`.',
    },
    field: { ...string, description: 'The path of the field at fault.' },
    details: { type: 'object' },
    request_id: string,
  }
  const error = { type: 'object', required: ['type', 'code', 'message', 'request_id'], properties }
  return { type: 'object', title: 'Error', required: ['error'], properties: { error } }
}
