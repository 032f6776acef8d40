// Registers one route table row with the HTTP framework.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#kernel/context.ts'
import { isId, randomIds } from '#kernel/ids.ts'
import { withoutRedacted } from '#kernel/log.ts'
import { tracing } from '#kernel/trace.ts'
import { Failure, notFound } from '#errors.ts'
import type { Actor } from '#core/outbox/event.ts'
import {
  type Admission,
  admit,
  countAddress,
  countPublic,
  countRoute,
  isAgent,
  operator,
} from './admit.ts'
import { limitedCommit } from './amount_limits.ts'
import { type Audited, audited, listSentFields } from './audit.ts'
import { MAX_BODY_BYTES } from './bodies.ts'
import { fieldCheck, parseOrder } from './check_fields.ts'
import { browserView, checkBrowser, sentSecret } from './client_access.ts'
import { CORS } from './cors.ts'
import {
  Download,
  mediaTypes,
  Page,
  Redirect,
  sendBytes,
  wantsCsv,
  WithHeaders,
} from './download.ts'
import { EventStream, sendEventStream } from './event_stream.ts'
import { tooLarge } from './failures.ts'
import { clip } from './fields.ts'
import { largestForm, takeForms } from './forms.ts'
import { loggedRoute } from './logged_request.ts'
import { deprecatedFields } from './validate.ts'
import { type Commit, toCommits, CommitUnknown } from '#kernel/commit.ts'
import { begin, finish, derivedIds, readIdempotencyKey, release } from './idempotency.ts'
import { sentProfile } from './profile_header.ts'
import type { Input, Route } from './route.ts'
import { largeFile } from './upload.ts'

/** One request's commits. */
export class CommitRecord {
  readonly commit: Commit
  /** A commit was written, or was sent with an unknown outcome. */
  private isWritten = false
  private in_flight = 0

  constructor(commit: Commit) {
    this.commit = async (...writes) => {
      this.in_flight++
      try {
        await commit(...writes)
        this.isWritten = true
      } catch (error) {
        if (error instanceof CommitUnknown) this.isWritten = true
        throw error
      } finally {
        this.in_flight--
      }
    }
  }

  /** A verb that failed may have another commit in flight, which is written after the answer. */
  get mayHaveWritten(): boolean {
    return this.isWritten || this.in_flight > 0
  }
}

type Json = Record<string, unknown>

export function register(app: FastifyInstance, row: Route): void {
  const { upload } = row
  if (upload === undefined) return addRoute(app, row)
  // A separate scope, because only here a body is a form.
  app.register(async (scope) => {
    takeForms(scope, upload)
    addRoute(scope, row)
  })
}

/** As Fastify sends it, with its own serializer. */
const JSON_TYPE = 'application/json; charset=utf-8'

function addRoute(app: FastifyInstance, row: Route): void {
  const { access } = row
  const checkFields = fieldCheck(row)
  const warn = deprecatedFields(row.body)
  const view = row.publishable && browserView(row.answer, row.publishable)
  const logged = app.request_log && loggedRoute(row)
  app.route({
    method: row.method,
    url: row.url,
    schema: mediaTypes(row.answer) ? {} : { response: { [row.status]: row.answer } },
    onRequest: async (request, reply) => {
      request.logged = logged
      if (row.limit) await countPublic(request, reply, row.limit)
      if (access === 'public') return
      if (row.publishable) reply.headers(CORS)
      request.admission = await admit(request, reply, { ...row, access })
      if (row.merchant_limit) await countRoute(request, reply, row.merchant_limit)
      checkLength(request, row)
    },
    preHandler: async (request, reply) => {
      await checkFields(request)
      warn(request, reply)
      const { is_publishable, merchant_id } = request.admission ?? nobody
      if (is_publishable && row.publishable) checkBrowser(request, row.publishable, merchant_id)
      // Other routes may answer with a user's secret, which must not be stored.
      const isReplayable = access !== 'public' && access !== 'session'
      const key = isReplayable ? readIdempotencyKey(request) : undefined
      checkParams(request)
      return key === undefined ? undefined : replayed(request, reply, key, row)
    },
    onSend: async (request, reply, payload) => {
      await request.upload?.close()
      if (logged?.stores_bodies && typeof payload === 'string') request.answer_text = payload
      return storeAnswer(request, reply, payload)
    },
    handler: (request, reply) => {
      const work = () => handle(row, view, request, reply)
      return tracing?.runIn(request.span, work) ?? work()
    },
  })
}

async function handle(
  row: Route,
  view: Route['answer'] | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  reply.code(row.status)
  const context = await createContext(request, row)
  const running = run(row, context, request)
  const isCounted = row.access !== 'public' || row.limit !== undefined
  const result = await (isCounted ? running : countFailures(request, reply, running))
  if (request.server.services.environment === 'sandbox') request.object_id = resultId(result)
  if (view && request.admission?.is_publishable) {
    // Our own serializer leaves the type open.
    reply.type(JSON_TYPE)
    reply.serializer((object: Json) => reply.serializeInput(object, view as Json))
  }
  if (result instanceof Page) {
    return reply.code(result.status).headers(result.headers).send(result.body)
  }
  if (result instanceof WithHeaders) return reply.headers(result.headers).send(result.body)
  if (result instanceof Redirect) {
    return reply.headers(result.headers).redirect(result.url, 303)
  }
  if (result instanceof EventStream) return sendEventStream(reply, result)
  return result instanceof Download ? sendBytes(reply, result) : result
}

async function run(row: Route, context: Context, request: FastifyRequest): Promise<unknown> {
  const { params, query, body, upload } = request
  const order = parseOrder(row, request, context.now)
  return row.run(context, { params: params as Input['params'], query, body, upload, order })
}

/** An object's first id is its own. */
function resultId(result: unknown): string | null {
  if (result === null || typeof result !== 'object') return null
  const own = Object.keys(result).find((name) => name.endsWith('_id') && name !== 'merchant_id')
  const id = own === undefined ? null : (result as Json)[own]
  return typeof id === 'string' ? id : null
}

/** Other public routes have no key: what they refuse counts for the address, like a request without a valid key. */
async function countFailures<T>(request: FastifyRequest, reply: FastifyReply, running: Promise<T>) {
  try {
    return await running
  } catch (error) {
    if (error instanceof Failure) await countAddress(request, reply)
    throw error
  }
}

/** A body is refused by its Content-Length before any other check. */
function checkLength(request: FastifyRequest, { upload }: Route): void {
  const length = Number(request.headers['content-length'] ?? 0)
  if (upload && length > largestForm(upload)) throw largeFile(upload)
  if (!upload && length > MAX_BODY_BYTES) throw tooLarge()
}

/** An object with an invalid id does not exist. */
function checkParams(request: FastifyRequest): void {
  for (const [name, value] of Object.entries(request.params as Record<string, string>)) {
    if (value === '') throw new Failure('IR_02', 'The URL lacks an id at its end.')
    if (/_(id|code)$/.test(name) && !isId(value))
      throw notFound(name.replace(/_(id|code)$/, '').replaceAll('_', ' '), clip(value, 64))
  }
}

/** Sends the stored answer if there is one; otherwise reserves the key for this request. */
async function replayed(request: FastifyRequest, reply: FastifyReply, key: string, row: Route) {
  const { method, url } = request
  const body = requestContent(request, row)
  const { merchant_id } = request.admission ?? nobody
  const namespace = keyNamespace(request)
  const sent = { merchant_id, namespace, key, method, url, body }
  const started = await begin(request.server.services, sent, request.now)
  if ('run' in started) {
    request.reservation = started.run
    return undefined
  }
  reply.code(started.replay.status).header('Idempotent-Replayed', 'true').type(JSON_TYPE)
  return reply.serializer((text: string) => text).send(started.replay.body)
}

/** The parts besides the URL that make a request a different one. */
function requestContent(
  { body, upload, headers }: FastifyRequest,
  { profile, csv }: Route,
): unknown {
  if (csv) return [body, sentProfile(headers), wantsCsv(headers)]
  if (profile) return [body, sentProfile(headers)]
  return upload === null ? body : [body, upload]
}

/**
 * Each API key and each user has its own Idempotency-Keys. A publishable key is public, so its namespace includes the
 * client_secret.
 */
function keyNamespace(request: FastifyRequest): string {
  const { key_id, is_publishable, session } = request.admission ?? nobody
  if (session) return `user ${session.user_id}`
  if (!is_publishable) return key_id ?? 'operator'
  return `publishable ${sentSecret(request) ?? ''}`
}

/** The answer is stored before it is sent, so that every retry gets the same one. */
async function storeAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const { reservation } = request
  if (reservation === null) return payload
  request.reservation = null
  const { services } = request.server
  const { statusCode: status } = reply
  // A stored transient error would be replayed to each retry until the key expires.
  const isTransient = status >= 500 || status === 429 || request.failure?.code === 'HE_00'
  // A stream is the answer to a read: it is read again.
  const isStored = !isTransient && typeof payload === 'string'
  const answer = isStored ? { status, body: payload } : undefined
  // Nothing was found and nothing was done: the corrected request can use the same key.
  const isUntouched = !reservation.is_retry && request.commits?.mayHaveWritten !== true
  const isFree = request.failure?.code === 'IR_05' && isUntouched
  const work = isFree
    ? release(services, reservation)
    : finish(services, reservation, answer, services.clock.now())
  await work.catch((error: unknown) =>
    services.log.error(
      { request_id: request.id, err: error },
      'idempotency: the answer could not be stored; retries get 409 until the reservation expires',
    ),
  )
  return payload
}

const nobody: Admission = { ...operator, scopes: [] }

async function createContext(request: FastifyRequest, row: Route): Promise<Context> {
  const { merchant_id, ...caller } = request.admission ?? nobody
  const { services } = request.server
  const ids = request.reservation ? derivedIds(request.reservation) : randomIds
  const now = await services.clocks.at(merchant_id, request.now)
  const incoming = { ip: request.ip, headers: request.headers, bytes: request.bytes }
  request.commits = new CommitRecord(services.commit)
  const { key_id, amount_limits: limits } = caller
  const { commit: plain } = request.commits
  const isLimited = key_id !== null && limits !== null
  const commit = isLimited ? limitedCommit(plain, services, { merchant_id, key_id, limits }) : plain
  const commits = toCommits(audited(commit, auditedRequest(request, row)))
  return { ...services, ...commits, ...ids, merchant_id, now, caller, request: incoming }
}

function auditedRequest(request: FastifyRequest, row: Route): Audited {
  const { method, url } = row
  const isLeftOut = row.audit === 'nothing'
  const audit = row.audit === 'nothing' ? undefined : row.audit
  const { merchant_id } = request.admission ?? nobody
  const by = toActor(request, row)
  const isOurs = by.actor !== 'shopper' && by.actor !== 'provider'
  const isRead = method === 'GET' && audit === undefined
  const once = audit === undefined ? 'unless_operation' : 'unless_event'
  const changing = row.audit_each ? 'each_commit' : once
  return {
    by,
    merchant_id,
    action: `${method} ${url}`,
    object_ids: withoutRedacted(request.params),
    fields: () => (isOurs ? listSentFields(request.body, audit ?? []) : {}),
    shown: audit ?? [],
    created: request.now,
    // A read may record an outcome that it polled, and so does a callback: they decide nothing.
    entry: isLeftOut || isRead || by.actor === 'provider' ? 'never' : changing,
  }
}

function toActor(request: FastifyRequest, { access, by }: Route): Actor {
  const { admission, ip, id: request_id } = request
  const { key_id, session, is_publishable } = admission ?? nobody
  const user_id = session?.user_id ?? null
  const who = { key_id, user_id, request_id }
  if (is_publishable || by === 'shopper') return { ...who, actor: 'shopper', address: null }
  if (access === 'public') return { ...who, actor: by ?? 'anonymous', address: ip }
  const byKey = isAgent(request) ? 'agent' : 'api_key'
  const actor = user_id !== null ? 'user' : key_id === null ? 'operator' : byKey
  return { ...who, actor, address: ip }
}
