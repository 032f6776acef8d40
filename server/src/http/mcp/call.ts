// One tool call: requests to this server's own routes with the caller's key, so that every check, limit, log line and
// audit entry is the route's own. There is no second way to anything.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { randomText } from '#kernel/crypto.ts'
import { Failure, refuseFaults } from '#errors.ts'
import { AGENT_HEADER, isForProfiles } from '../admit.ts'
import { hasScope } from '../authenticate.ts'
import { PROFILE_HEADER } from '../profile_header.ts'
import type { Route } from '../route.ts'
import { compileCheck } from '../validate.ts'
import { type JsonSchema, KEY_ARGUMENT, PROFILE_ARGUMENT } from './arguments.ts'
import { MAX_ROWS } from './mark.ts'

const KEY_LENGTH = 32
const MAX_SENT_KEY = 200

type Arguments = Readonly<Record<string, unknown>>

/** A route's refusal, as its error object. */
export class Refused extends Error {
  readonly answer: unknown

  constructor(answer: unknown) {
    super('the route refused the call')
    this.answer = answer
  }
}

export class Call {
  private readonly request: FastifyRequest
  private readonly routes: ReadonlyMap<string, Route>
  /** The ids and keys that the requests had so far. */
  readonly meta: Record<string, string>[] = []

  private readonly nth: number

  /** `nth`: among the calls of its request. */
  constructor(request: FastifyRequest, routes: ReadonlyMap<string, Route>, nth: number) {
    this.request = request
    this.routes = routes
    this.nth = nth
  }

  holds(scope: string): boolean {
    return hasScope(this.request.admission?.scopes ?? [], scope)
  }

  exists(operation: string): boolean {
    return this.routes.has(operation)
  }

  /** A route by its operation name; undefined if the key may not call it, or this server has none. */
  async read(operation: string, sent: Arguments): Promise<Record<string, unknown> | undefined> {
    const row = this.routes.get(operation)
    if (row === undefined || !this.mayCall(row)) return undefined
    return (await this.route(row, sent, false)) as Record<string, unknown>
  }

  /** Says what the key lacks for a read that the tool cannot do without. */
  refuse(operation: string): never {
    const scope = this.routes.get(operation)?.access ?? operation
    throw new Failure('AU_03', `This tool needs a key with the scope ${scope}.`)
  }

  /** A documentation file, which anyone may read. */
  async file(url: string): Promise<string> {
    const headers = this.headers()
    const answer = await this.app.inject({ url, headers, remoteAddress: this.request.ip })
    if (answer.statusCode !== 200) throw new Refused(parsed(answer.body))
    return answer.body
  }

  /** The route's answer. Throws `Refused` with its error. */
  async route(row: Route, sent: Arguments, isChange: boolean): Promise<unknown> {
    const { [KEY_ARGUMENT]: key, [PROFILE_ARGUMENT]: profile, ...fields } = sent
    const headers: Record<string, string> = this.headers()
    if (isChange) headers['idempotency-key'] = typeof key === 'string' ? key : this.ownKey()
    if (typeof profile === 'string') headers[PROFILE_HEADER.toLowerCase()] = profile
    const { url, rest } = placed(row, fields, this.request.admission?.merchant_id ?? '')
    const isInBody = row.body !== undefined
    const answer = await this.app.inject({
      method: row.method,
      url: isInBody ? url : url + query(row, rest),
      headers,
      remoteAddress: this.request.ip,
      ...(isInBody ? { payload: rest } : {}),
    })
    this.meta.push({
      request_id: String(answer.headers['x-request-id']),
      ...(isChange ? { idempotency_key: headers['idempotency-key'] ?? '' } : {}),
    })
    const body: unknown = parsed(answer.body)
    if (answer.statusCode >= 400) throw new Refused(body)
    return body
  }

  /** A request that is repeated with its own Idempotency-Key makes its changes once. */
  private ownKey(): string {
    const sent = this.request.headers['idempotency-key']
    if (typeof sent !== 'string') return randomText(KEY_LENGTH)
    if (sent.length <= MAX_SENT_KEY) return `${sent}.${this.nth}`
    const message = `The Idempotency-Key of this URL has at most ${MAX_SENT_KEY} characters.`
    throw new Failure('IR_04', message, { field: 'Idempotency-Key' })
  }

  private mayCall(row: Route): boolean {
    const { profile_ids = [] } = this.request.admission ?? {}
    const isBound = profile_ids.length > 0
    return (row.access === 'any_key' || this.holds(row.access)) && (!isBound || isForProfiles(row))
  }

  private get app(): FastifyInstance {
    return this.request.server
  }

  /** The caller's own, so that the inner request passes the same checks. */
  private headers(): Record<string, string> {
    const { headers, server } = this.request
    const passed = ['api-key', 'x-api-version', 'host', 'user-agent'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    return { ...Object.fromEntries(passed), [AGENT_HEADER]: server.gate.agent_token }
  }
}

/** In a path they would lead to another route, which the connection may not allow. */
const DOTS = /^\.{1,2}$/

/** The URL with its ids, and the arguments that are not in it. */
function placed(row: Route, sent: Arguments, merchant_id: string) {
  const rest: Record<string, unknown> = { ...sent }
  const { properties = {} } = (row.body ?? {}) as JsonSchema
  const url = row.url.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = name === 'merchant_id' ? merchant_id : sent[name]
    if (!(name in properties)) delete rest[name]
    if (DOTS.test(String(value))) throw new Failure('IR_04', `${name} is no id.`, { field: name })
    return encodeURIComponent(String(value))
  })
  return { url, rest }
}

function query(row: Route, sent: Arguments): string {
  const { properties = {} } = (row.query ?? {}) as JsonSchema
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(sent)) {
    if (value !== null) params.set(name, toText(value))
  }
  // A longer page would be cut.
  if ('limit' in properties && Number(params.get('limit') ?? 0) > MAX_ROWS) {
    params.set('limit', String(MAX_ROWS))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** A list in a query is separated by commas. */
function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).join(',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Refuses arguments that the tool does not have, at any depth: a card number must not reach a route. */
export function checkArguments(schema: JsonSchema, sent: unknown): asserts sent is Arguments {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) {
    throw new Failure('IR_04', 'Send the arguments of a tool as an object.')
  }
  refuseFaults(compileCheck(schema, 'body')(sent))
}
