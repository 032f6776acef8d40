// A request log row, from a request that was answered.
import type { FastifyRequest } from 'fastify'
import { monotonicMs } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { REDACTED, isRedacted } from '#kernel/log.ts'
import { errors, type Failure } from '#errors.ts'
import { parseBody } from './bodies.ts'
import { mediaTypes } from './download.ts'
import { clip } from './fields.ts'
import { sentTexts, withoutSent } from './quoted.ts'
import { type FoundIds, isStorableId, redaction } from './redaction.ts'
import type { RequestRow } from './request_row.ts'
import type { Route } from './route.ts'

/** A route's part of its rows, or undefined if its requests are not logged. */
export interface LoggedRoute {
  readonly row: Route
  /** Bodies with passwords, codes, files or invitations are never stored. */
  readonly stores_bodies: boolean
}

export function loggedRoute(row: Route): LoggedRoute | undefined {
  const { access, answer, upload } = row
  if (access === 'public' || row.unlogged) return undefined
  const isPersonal = access === 'session' || access.startsWith('users:')
  const stores_bodies = !isPersonal && upload === undefined && mediaTypes(answer) === undefined
  return { row, stores_bodies }
}

/** Of a merchant's key or user; the operator's requests are in the audit trail. */
export function isLogged({ identity, logged }: FastifyRequest): boolean {
  return logged !== undefined && identity !== null && identity.merchant_id !== ''
}

const MAX_BODY = 16 * 1024
const MAX_USER_AGENT = 200

export function toRequestRow(
  request: FastifyRequest,
  { row, stores_bodies }: LoggedRoute,
  status: number,
  answer: string | null,
): RequestRow {
  const { identity, admission, failure, id } = request
  const found: FoundIds = { objects: new Set(), profiles: new Set() }
  const path = composePath(row, request.params as Params, found)
  const request_body = stores_bodies ? redactSent(request, row, found) : null
  const response_body = stores_bodies ? redactAnswer(request, row, answer, found) : null
  const isSent = request.headers['x-request-id'] === id
  const isShopper = admission?.is_publishable === true
  addProfiles(request, found)
  return {
    merchant_id: identity?.merchant_id ?? '',
    request_id: isSent ? newId('req') : id,
    sent_request_id: isSent ? id : null,
    created: request.now,
    method: row.method,
    route: row.url,
    path,
    status,
    error_code: failure?.code ?? null,
    duration_ms: Math.round(monotonicMs() - request.started),
    key_id: identity?.key_id ?? null,
    user_id: identity?.user_id ?? null,
    // A shopper's are personal data that a customer's erasure does not find.
    address: isShopper ? null : request.ip,
    user_agent: isShopper ? null : storableAgent(request.headers['user-agent']),
    profile_ids: [...found.profiles],
    object_ids: [...found.objects],
    request_body,
    response_body,
  }
}

/** A request that names none has its key's. */
function addProfiles({ headers, admission }: FastifyRequest, { profiles }: FoundIds): void {
  const sent = headers['x-profile-id']
  if (typeof sent === 'string' && isStorableId(sent)) profiles.add(sent)
  if (profiles.size > 0) return
  for (const each of admission?.profile_ids ?? []) profiles.add(each)
}

type Params = Readonly<Record<string, string>>

/** With ids; any other parameter may be a secret that was sent by mistake. */
function composePath({ url }: Route, params: Params, found: FoundIds): string {
  if (!url.includes(':')) return url
  return url.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name] ?? ''
    if (isRedacted(name) || !isStorableId(value)) return REDACTED
    if (name === 'profile_id') found.profiles.add(value)
    if (name !== 'merchant_id') found.objects.add(value)
    return value
  })
}

/** A GET's query, any other request's body. */
function redactSent(request: FastifyRequest, row: Route, found: FoundIds): string | null {
  const [schema, sent] =
    row.method === 'GET' ? [row.query, request.query] : [row.body, sentBody(request)]
  if (schema === undefined || typeof sent !== 'object' || sent === null) return null
  const text = JSON.stringify(redaction(schema, 'request')(sent, found))
  return text === '{}' ? null : bounded(text)
}

/** A refused body again: the checks have removed its faulty fields. */
function sentBody({ failure, bytes, body }: FastifyRequest): unknown {
  if (failure === null || bytes === null || bytes.length > MAX_REFUSED) return body
  try {
    return parseBody(bytes)
  } catch {
    return undefined
  }
}

const MAX_REFUSED = 64 * 1024

function redactAnswer(
  request: FastifyRequest,
  row: Route,
  answer: string | null,
  found: FoundIds,
): string | null {
  const { failure } = request
  if (failure !== null) {
    return bounded(JSON.stringify({ error: describeFailure(failure, request, row, found) }))
  }
  if (answer === null || answer.length > MAX_ANSWER) return null
  return bounded(JSON.stringify(redaction(row.answer, 'answer')(JSON.parse(answer), found)))
}

/** A longer answer is a list or a report; it is not parsed again. */
const MAX_ANSWER = 256 * 1024

function describeFailure(failure: Failure, request: FastifyRequest, row: Route, found: FoundIds) {
  const { code, message, faults } = failure
  const { query, params } = request
  const names = faults.flatMap(({ field }) => unknownNames(field, row))
  const sent = sentTexts([sentBody(request), query, params, names], found)
  const listed = faults.map((each) => ({
    code: each.code,
    field: fieldName(each.field, row),
    message: withoutSent(each.message, sent),
  }))
  const errors_listed = listed.length > 0 ? { errors: listed } : {}
  return { type: errors[code].type, code, message: withoutSent(message, sent), ...errors_listed }
}

/** A path whose names the route's schemas have; otherwise only the known part is stored. */
function fieldName(field: string | undefined, row: Route): string | null {
  if (field === undefined) return null
  const [known, unknown] = splitField(field, row)
  return [...known, ...(unknown.length > 0 ? [REDACTED] : [])].join('.')
}

function unknownNames(field: string | undefined, row: Route): string[] {
  return field === undefined ? [] : splitField(field, row)[1]
}

function splitField(field: string, row: Route): [known: string[], unknown: string[]] {
  let at: Node[] = [row.body, row.query].filter((each) => each !== undefined) as Node[]
  const names = field.split('.')
  let depth = 0
  for (; depth < names.length; depth++) {
    at = at.flatMap((node) => inner(node, names[depth] ?? ''))
    if (at.length === 0) break
  }
  return [names.slice(0, depth), names.slice(depth)]
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
}

const PLACE = /^\d{1,4}$/

function inner(
  { properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: Node,
  name: string,
): Node[] {
  const own = Object.hasOwn(properties, name) ? [properties[name] as Node] : []
  const entry = items !== undefined && PLACE.test(name) ? [items] : []
  return [...own, ...entry, ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => inner(each, name))]
}

/** A long body's start and length. */
function bounded(text: string): string {
  if (text.length <= MAX_BODY) return text
  return `${clip(text, MAX_BODY)}… [cut: ${text.length} characters]`
}

/** Product names with versions, as SDKs and programs send them. Anything else may be a secret or a person. */
const AGENT = /^[\w.+:;,()/@ -]+$/

function storableAgent(header: string | undefined): string | null {
  if (header === undefined) return null
  const text = clip(header, MAX_USER_AGENT)
  return AGENT.test(text) && !/\d{12}/.test(text) ? text : REDACTED
}
