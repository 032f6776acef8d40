// The document's operations, one for each row in the route table.
import type { TSchema } from 'typebox'
import { browserAccess, type BrowserObject, browserView, SECRET_HEADER } from '../client_access.ts'
import { mediaTypes } from '../download.ts'
import { PROFILE_HEADER } from '../profile_header.ts'
import type { Route } from '../route.ts'
import type { UploadRule } from '../upload.ts'
import { type Components, type Json, pascal } from './components.ts'
import { exampleName, type Recorded, type RecordedAnswer } from './examples.ts'
import { type ErrorResponses, listErrors, referHeaders, successHeaders } from './responses.ts'
import { isInternal, routeTag } from './tags.ts'

export interface Parts {
  readonly components: Components
  readonly errors: ErrorResponses
  readonly recorded: Recorded
}

export function operation(row: Route, parts: Parts): Json {
  const id = operationId(row)
  const recorded = parts.recorded.operations[exampleName(row)]
  return {
    operationId: id,
    tags: [routeTag(row)],
    summary: row.summary,
    description: [row.about, accessText(row)].filter(Boolean).join('\n\n'),
    ...(isInternal(row) ? { 'x-internal': true } : {}),
    security: listSecurity(row),
    parameters: parameters(row, recorded, parts.components),
    ...(row.body ? { requestBody: requestBody(row, row.body, recorded, parts.components) } : {}),
    responses: {
      ...success(row, recorded, parts.components),
      ...parts.errors.of(row, listErrors(row)),
    },
  }
}

/** `Create an API key` is `createApiKey`. Clients are generated with these names. */
function operationId({ summary }: Pick<Route, 'summary'>): string {
  const words = summary
    .replaceAll(/'s\b/g, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '' && !/^(a|an|the|your)$/i.test(word))
    .map((word) => pascal(/^[A-Z]+$/.test(word) ? word.toLowerCase() : word))
  const name = words.join('')
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function listSecurity({ access, users_only, publishable }: Route): Json[] {
  if (access === 'public') return []
  if (access === 'session' || users_only) return [{ session: [] }]
  if (access === 'admin') return [{ operator_key: [] }]
  const server = [{ secret_key: [] }, { session: [] }]
  return publishable ? [...server, { publishable_key: [] }] : server
}

function accessText(row: Route): string {
  if (row.access === 'public') return 'Needs no key.'
  if (row.access === 'any_key') return 'Any secret key works.'
  if (row.access === 'session') return 'For a user who has signed in.'
  if (row.access === 'admin') return "Needs the operator's key."
  const scope = `Needs the scope \`${row.access}\`.`
  if (row.users_only) return `${scope} For a user who has signed in; an API key gets 403.`
  if (row.publishable === undefined) return scope
  return `${scope} A publishable key works too: ${browserText(row.publishable)}`
}

/** A browser's rights, in a sentence. */
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

function parameters(row: Route, recorded: RecordedAnswer | undefined, components: Components) {
  const inPath = [...row.url.matchAll(/:([a-z_]+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    ...withExample(recorded?.params?.[name]),
  }))
  const query: { properties?: Record<string, TSchema>; required?: string[] } = row.query ?? {}
  const owner = pascal(operationId(row))
  const inQuery = Object.entries(query.properties ?? {}).map(([name, each]) => {
    const { description, deprecated, ...schema } = components.use(each, owner)
    return {
      name,
      in: 'query',
      required: query.required?.includes(name) ?? false,
      ...(description === undefined ? {} : { description }),
      ...(deprecated === undefined ? {} : { deprecated }),
      schema,
    }
  })
  return [...inPath, ...inQuery, ...headerParameters(row)]
}

const withExample = (example: unknown) => (example === undefined ? {} : { example })

function headerParameters(row: Route): Json[] {
  const { method, profile, publishable } = row
  const hasSecret = publishable !== undefined && publishable !== 'token'
  const names = [
    ...(method === 'GET' ? [] : ['Idempotency-Key']),
    ...(hasSecret ? [SECRET_HEADER] : []),
    'X-Api-Version',
  ]
  const shared = names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  if (!profile) return shared
  const text = 'The business profile that the request is about.'
  return [...shared, header(PROFILE_HEADER, text, 64, profile === true)]
}

export const sharedParameters: Readonly<Record<string, Json>> = {
  'Idempotency-Key': header(
    'Idempotency-Key',
    'A request sent twice with one key is carried out once.',
    255,
  ),
  [SECRET_HEADER]: header(
    SECRET_HEADER,
    'The `client_secret` of the object, with a publishable key.',
    255,
  ),
  'X-Api-Version': header(
    'X-Api-Version',
    'The version of the interface, for this request alone.',
    10,
  ),
}

function header(name: string, description: string, maxLength: number, required = false): Json {
  return { name, in: 'header', required, description, schema: { type: 'string', maxLength } }
}

function requestBody(
  row: Route,
  schema: TSchema,
  recorded: RecordedAnswer | undefined,
  components: Components,
): Json {
  const name = `${pascal(operationId(row))}Request`
  const example = recorded?.body ?? row.example ?? {}
  if (row.upload) {
    const whole = components.add(name, withFile(row.upload, schema))
    const encoding = {
      [row.upload.field]: { contentType: Object.keys(row.upload.types).join(', ') },
    }
    const form = { [row.upload.field]: '(the bytes of the file)', ...example }
    return {
      required: true,
      content: { 'multipart/form-data': { schema: whole, encoding, example: form } },
    }
  }
  const required = ((schema as unknown as { required?: string[] }).required ?? []).length > 0
  return {
    required,
    content: { 'application/json': { schema: components.add(name, schema), example } },
  }
}

function withFile(rule: UploadRule, schema: TSchema): TSchema {
  const { properties, required = [], ...rest } = schema as unknown as Json & { required?: string[] }
  const description = `The file, at most ${rule.largest_bytes} bytes.`
  const file = { type: 'string', format: 'binary', description }
  return {
    ...rest,
    required: [...required, rule.field],
    properties: { ...(properties as Json), [rule.field]: file },
  } as unknown as TSchema
}

function success(row: Route, recorded: RecordedAnswer | undefined, components: Components): Json {
  const names = successHeaders(row)
  const redirect = {
    303: {
      description: 'A redirect.',
      headers: referHeaders([...names, 'Location']),
    },
  }
  if (row.status === 303) return redirect
  return {
    [row.status]: {
      description: row.status === 201 ? 'Created.' : 'Success.',
      headers: referHeaders(names),
      content: answerContent(row, recorded, components),
    },
    ...(row.redirects ? redirect : {}),
  }
}

function answerContent(
  row: Route,
  recorded: RecordedAnswer | undefined,
  components: Components,
): Json {
  const types = mediaTypes(row.answer)
  const media = (type: string, schema: Json) => [
    type,
    { schema, ...withExample(recorded?.answers[type]) },
  ]
  if (types !== undefined) {
    return Object.fromEntries(types.map((type) => media(type, bytesSchema(type)))) as Json
  }
  const answers = [media('application/json', answerSchema(row, components))]
  if (row.csv) answers.push(media('text/csv', { type: 'string' }))
  if (row.streams) answers.push(media('text/event-stream', { type: 'string' }))
  return Object.fromEntries(answers) as Json
}

function bytesSchema(type: string): Json {
  return type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' }
}

function answerSchema({ answer, publishable, ...row }: Route, components: Components): Json {
  const owner = pascal(operationId(row))
  const whole = components.use(answer, `${owner}Response`)
  if (publishable === undefined || publishable === 'token') return whole
  const view = browserView(answer, publishable)
  const { title } = view as unknown as { title?: string }
  // A list of offers has nothing to hide.
  if (view === answer || title === undefined) return whole
  return { anyOf: [whole, components.add(title, view)] }
}
