// Creates the HTTP server from the route table. The hooks run in order of precedence: key, rate limit, scope,
// version; then the body; then the idempotency key; then the verb.
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { isId, newId } from '#kernel/ids.ts'
import { isRedacted, REDACTED, withoutRedacted } from '#kernel/log.ts'
import { type Span, tracing } from '#kernel/trace.ts'
import { Failure } from '#errors.ts'
import { type Admission, countAddress, type Gate, type Identity } from './admit.ts'
import { holdsCardNumber } from './card_numbers.ts'
import { checkEncoding, MAX_BODY_BYTES, parseBody } from './bodies.ts'
import type { CommitRecord } from './register.ts'
import { compileSerializer } from './validate.ts'
import { registerPreflights } from './cors.ts'
import { answerFailure, refuseConnect, refuseExpectation, refuseSocket } from './failures.ts'
import { floodGuard } from './flood.ts'
import type { Reservation } from './idempotency.ts'
import { Metrics } from './metrics.ts'
import { register } from './register.ts'
import { isLogged, type LoggedRoute, toRequestRow } from './logged_request.ts'
import type { RequestLog } from './request_log.ts'
import type { Route } from './route.ts'
import { SECURITY_HEADERS } from './security_headers.ts'
import { traceRequests } from './request_span.ts'
import type { Upload } from './upload.ts'
import { currentVersion } from './admit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    metrics: Metrics
    gate: Gate
    /** Undefined if it is off. */
    request_log: RequestLog | undefined
  }
  interface FastifyRequest {
    now: Date
    started: number
    identity: Identity | null
    admission: Admission | null
    reservation: Reservation | null
    failure: Failure | null
    /** The id in the response, for a sandbox's log. */
    object_id: string | null
    /** The verb's commits; null before it runs. */
    commits: CommitRecord | null
    bytes: Buffer | null
    upload: Upload | null
    /** Milliseconds from the request to its first event, for an answer that lasts; null for others. */
    streams_from: number | null
    /** Undefined if traces are off. */
    span: Span | undefined
    /** Undefined if the request log has no row for it. */
    logged: LoggedRoute | undefined
    /** The answer as it was sent, for the request log. */
    answer_text: string | null
  }
}

export interface ServerOptions {
  readonly services: Services
  readonly gate: Gate
  readonly routes: readonly Route[]
  readonly trust_proxy: number
  readonly request_log: RequestLog | undefined
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { services, gate } = options
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Node looks for requests that are too slow only every 30 s by default. A request without Host gets an error object.
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: (_, hop) => hop < options.trust_proxy,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    logger: false,
    // Node limits the request line to 16 KiB. An id that is too long is refused after authentication.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '/' }) => withoutSlash(url),
    frameworkErrors: (error, request, reply) => void refuseBadUrl(error, request, reply),
    clientErrorHandler: (error, socket) => refuseSocket(services, error, socket),
  })
  app.decorate('services', services)
  app.decorate('metrics', new Metrics(services, options.request_log))
  app.decorate('request_log', options.request_log)
  app.decorate('gate', gate)
  app.decorateRequest('now')
  app.decorateRequest('started', 0)
  app.decorateRequest('identity', null)
  app.decorateRequest('admission', null)
  app.decorateRequest('reservation', null)
  app.decorateRequest('failure', null)
  app.decorateRequest('object_id', null)
  app.decorateRequest('commits', null)
  app.decorateRequest('bytes', null)
  app.decorateRequest('upload', null)
  app.decorateRequest('streams_from', null)
  app.decorateRequest('span', undefined)
  app.decorateRequest('logged', undefined)
  app.decorateRequest('answer_text', null)
  app.setSerializerCompiler(compileSerializer)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bytes = bytes
      checkEncoding(request.headers['content-encoding'])
      return parseBody(bytes)
    },
  )
  const warnOfProxy = proxyWarning(options)
  const book = new UrlBook()
  app.addHook('onRoute', (route) => book.add(route))
  if (tracing) traceRequests(app, tracing, finalStatus)
  app.addHook('onRequest', async (request, reply) => {
    start(request, reply)
    warnOfProxy(request)
    checkHost(request)
    // Before the body is read: an unknown URL comes first in the order of precedence.
    if (request.is404) await refuseUrl(book, request, reply)
  })
  app.setErrorHandler(answerFailure)
  app.server.on('connect', (_, socket: Socket) => refuseConnect(services, socket))
  app.server.on('checkExpectation', (_, response) => refuseExpectation(services, response))
  refuseFloods(app, options.trust_proxy)
  closeUnusedConnections(app)
  for (const row of options.routes) register(app, row)
  registerPreflights(app, options.routes)
  return app
}

/** Warns once: with an uncounted proxy, all callers share one address's limits. */
function proxyWarning({ services, trust_proxy }: ServerOptions) {
  let isDone = trust_proxy > 0
  return ({ headers }: FastifyRequest): void => {
    if (isDone || headers['x-forwarded-for'] === undefined) return
    isDone = true
    services.log.warn(
      'http: X-Forwarded-For is ignored, because FLORIN_TRUST_PROXY is 0; set it to the number of proxies in front of the api',
    )
  }
}

/** Puts the guard in front of the framework. */
function refuseFloods(app: FastifyInstance, trust_proxy: number): void {
  const { server } = app
  const guard = floodGuard(app, trust_proxy)
  const handlers = server.listeners('request') as ((...args: unknown[]) => void)[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const start = () => handlers.forEach((handle) => handle(request, response))
    const isPublishable = String(request.headers['api-key']).startsWith('pk_')
    return isPublishable ? guard(request, response, start) : start()
  })
}

/**
 * Some connections would prevent a server from closing: Node counts one that never sent a request as busy, and one
 * whose answer ends after the idle ones were closed stays open.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const { server } = app
  const silent = new Set<Socket>()
  let closing = false
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    silent.delete(socket)
    response.once('close', () => closing && setImmediate(() => server.closeIdleConnections()))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of silent) socket.destroy()
  })
}

/** A trailing slash changes nothing, except for the reference page, whose links are relative. */
function withoutSlash(url: string): string {
  const end = url.includes('?') ? url.indexOf('?') : url.length
  const isExtra = end > 1 && url[end - 1] === '/' && !url.startsWith('/docs')
  return isExtra ? url.slice(0, end - 1) + url.slice(end) : url
}

/** The caller's own, which logs and the audit trail store. */
function requestId(sent: string | string[] | undefined): string {
  const isUsable = typeof sent === 'string' && isId(sent) && !holdsCardNumber(sent)
  return isUsable ? sent : newId('req')
}

/** The reference page builds URLs from it. */
function checkHost({ headers: { host }, raw }: FastifyRequest): void {
  if (host === undefined && raw.httpVersion === '1.0') return
  if (host !== undefined && URL.canParse(`http://${host}/`)) return
  throw new Failure('IR_06', 'The header Host is missing or malformed.')
}

/** Fastify refuses a malformed URL before any hook runs; it is still counted, answered and logged. */
async function refuseBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply) {
  start(request, reply)
  const refused = await countAddress(request, reply).then(
    () => undefined,
    (failure: Error) => (failure instanceof Failure ? failure : undefined),
  )
  await answerFailure(refused ?? error, request, reply)
}

function start(request: FastifyRequest, reply: FastifyReply): void {
  request.now = request.server.services.clock.now()
  request.started = monotonicMs()
  request.server.metrics.in_flight.inc()
  // Emitted once for every request, even if the caller disconnects before the answer.
  reply.raw.once('close', () => logRequest(request, reply))
  reply.header('X-Request-Id', request.id).header('X-Api-Version', currentVersion)
  reply.headers(SECURITY_HEADERS[request.server.services.environment])
  // A client that reconnects reaches another process.
  if (request.server.gate.draining) reply.header('Connection', 'close')
}

/** The status that proxies log for a request whose caller disconnected before the answer. */
const CALLER_GONE = 499

function finalStatus(reply: FastifyReply): number {
  return reply.raw.writableFinished ? reply.statusCode : CALLER_GONE
}

/** One log line and one measurement per request. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const { metrics, services } = request.server
  const status = finalStatus(reply)
  const ms = request.streams_from ?? monotonicMs() - request.started
  const route = request.routeOptions.url ?? 'unknown'
  metrics.in_flight.dec()
  metrics.requests.labels(request.method, route, String(status)).observe(ms / 1000)
  if (request.failure) metrics.failures.labels(request.failure.code).inc()
  const line = {
    request_id: request.id,
    trace_id: request.span?.is_sampled ? request.span.trace_id : undefined,
    method: request.method,
    route,
    params: loggedParams(request),
    status,
    ms: Math.round(ms * 100) / 100,
    address: request.ip,
    merchant_id: request.identity?.merchant_id,
    key_id: request.identity?.key_id ?? undefined,
    user_id: request.identity?.user_id,
    code: request.failure?.code,
    ...(services.environment === 'sandbox' ? sandboxFacts(request) : {}),
  }
  services.log[status >= 500 ? 'error' : 'info'](line, 'request')
  recordRequest(request, status)
}

/** After the answer, so the caller does not wait for it. */
function recordRequest(request: FastifyRequest, status: number): void {
  const { logged, answer_text, server } = request
  if (logged === undefined || !isLogged(request)) return
  server.request_log?.add(() => toRequestRow(request, logged, status, answer_text))
}

/** Developers read a sandbox's log; messages and ids may quote caller input, so production logs neither. */
function sandboxFacts(request: FastifyRequest) {
  const { failure, object_id } = request
  const isSafe = object_id !== null && isId(object_id) && !CARD_LIKE.test(object_id)
  const message = failure && withoutSecrets(failure.message, request).slice(0, MAX_MESSAGE)
  return { object_id: isSafe ? object_id : undefined, message: message ?? undefined }
}

const MAX_MESSAGE = 200
const SECRETS = /\d(?:[ -]?\d){11,}|\b(?:pk_)?(?:snd|prd)_\w+/g
/** A path part that is long enough for a credential. */
const LONG_PART = /(?<=\/)[^/ ]{16,}/g

function withoutSecrets(message: string, { params, is404 }: FastifyRequest): string {
  let text = message.replaceAll(SECRETS, REDACTED)
  // An unknown URL has no parameters: a credential may be anywhere in it.
  if (is404) text = text.replaceAll(LONG_PART, REDACTED)
  for (const [name, value] of Object.entries((params ?? {}) as Record<string, string>)) {
    if (isRedacted(name) && value !== '') text = text.replaceAll(value, REDACTED)
  }
  return text
}

/** As many digits as a card number has. */
const CARD_LIKE = /\d{12}/

/** The ids in the URL. Anything else may be a secret that was sent by mistake. */
function loggedParams(request: FastifyRequest): Record<string, string> | undefined {
  const entries = Object.entries(withoutRedacted(request.params))
  if (entries.length === 0) return undefined
  const isSafe = (value: string) => isId(value) && !CARD_LIKE.test(value)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, isSafe(value) ? value : REDACTED]),
  )
}

/** All routes, to distinguish a wrong method from a wrong URL. */
class UrlBook {
  private readonly patterns: { url: string; methods: string[]; shape: RegExp }[] = []

  add(route: { method: string | string[]; url: string }): void {
    const shape = route.url.replaceAll(/:[a-z_]+/g, '[^/]+').replaceAll('*', '.*')
    // Every GET route has a HEAD route, and some have preflights; the error message omits both.
    const methods = [route.method].flat().filter((method) => !/^(HEAD|OPTIONS)$/.test(method))
    this.patterns.push({ url: route.url, methods, shape: new RegExp(`^${shape}$`) })
  }

  refusal(method: string, path: string): Failure {
    const found = this.patterns.filter(({ shape }) => shape.test(path))
    const methods = new Set(found.flatMap((pattern) => pattern.methods))
    if (methods.size === 0) return new Failure('IR_02', `There is no such URL: ${path}`)
    const allow = [...methods].join(', ')
    const list = `${path}/list`
    const isListed = method === 'GET' && this.patterns.some(({ url }) => url === list)
    const hint = isListed ? ` To list, use GET ${list}.` : ''
    return new Failure('IR_03', `This URL does not support ${method}; use ${allow}.${hint}`, {
      headers: { Allow: allow },
    })
  }
}

async function refuseUrl(book: UrlBook, request: FastifyRequest, reply: FastifyReply) {
  await countAddress(request, reply)
  throw book.refusal(request.method, request.url.split('?')[0] ?? '')
}
