// Builds the HTTP server from the route table. The hooks stand in the order in which a request is
// judged: key, rate limit, scope, version; then the body; then the idempotency key; then the verb.
import type { Socket } from 'node:net'
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import { monotonicMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { isId, newId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { type Admission, countAddress, type Gate } from './admit.ts'
import { LARGEST_BODY, parseBody } from './bodies.ts'
import type { CommitRecord } from './commit_record.ts'
import { answerFailure, refuseSocket } from './failures.ts'
import type { Reservation } from './idempotency.ts'
import { Metrics } from './metrics.ts'
import { register } from './register.ts'
import type { Route } from './route.ts'
import type { Upload } from './upload.ts'
import { currentVersion } from './versions.ts'

declare module 'fastify' {
  interface FastifyInstance {
    services: Services
    metrics: Metrics
    gate: Gate
  }
  interface FastifyRequest {
    now: Date
    started: number
    admission: Admission | null
    reservation: Reservation | null
    failure: Failure | null
    /** What the verb has written; null before it runs. */
    commits: CommitRecord | null
    bytes: Buffer | null
    upload: Upload | null
  }
}

export interface ServerOptions {
  readonly services: Services
  readonly gate: Gate
  readonly routes: readonly Route[]
  readonly trust_proxy: number
}

export function createServer(options: ServerOptions): FastifyInstance {
  const { services, gate } = options
  const app = fastify({
    bodyLimit: LARGEST_BODY,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: 5_000 },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    trustProxy: (_, hop) => hop < options.trust_proxy,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    logger: false,
    // Node bounds the request line by 16 KiB. An id that is too long is refused after authentication.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => void refuseBadUrl(error, request, reply),
    clientErrorHandler: refuseSocket,
  })
  app.decorate('services', services)
  app.decorate('metrics', new Metrics(services.commit_stats))
  app.decorate('gate', gate)
  app.decorateRequest('now')
  app.decorateRequest('started', 0)
  app.decorateRequest('admission', null)
  app.decorateRequest('reservation', null)
  app.decorateRequest('failure', null)
  app.decorateRequest('commits', null)
  app.decorateRequest('bytes', null)
  app.decorateRequest('upload', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.bytes = bytes
      return parseBody(bytes)
    },
  )
  const book = new UrlBook()
  app.addHook('onRoute', (route) => book.add(route))
  app.addHook('onRequest', async (request, reply) => {
    greet(request, reply)
    // Before the body is looked at: an unknown URL comes first in the order of precedence.
    if (request.is404) await refuseUrl(book, request, reply)
  })
  app.setErrorHandler(answerFailure)
  letGoOfSilent(app)
  for (const row of options.routes) register(app, row)
  return app
}

/**
 * Connections that would keep a server from closing: one that never brought a request counts as busy for
 * ever, and one whose answer ends after the others were closed would wait for its next request.
 */
function letGoOfSilent(app: FastifyInstance): void {
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

function requestId(sent: string | string[] | undefined): string {
  return typeof sent === 'string' && isId(sent) ? sent : newId('req')
}

/** What the framework refuses before any hook runs is greeted, answered and noted all the same. */
async function refuseBadUrl(error: Error, request: FastifyRequest, reply: FastifyReply) {
  greet(request, reply)
  await countAddress(request, reply).catch(() => undefined)
  await answerFailure(error, request, reply)
}

function greet(request: FastifyRequest, reply: FastifyReply): void {
  request.now = request.server.services.clock.now()
  request.started = monotonicMs()
  request.server.metrics.in_flight.inc()
  // Comes once for every request, also for one whose caller has gone before the answer.
  reply.raw.once('close', () => note(request, reply))
  reply.header('X-Request-Id', request.id).header('X-Api-Version', currentVersion)
  // Clients of a process that is about to stop look for another one.
  if (request.server.gate.draining) reply.header('Connection', 'close')
}

/** What others call the status of a request whose caller did not wait for the answer. */
const CALLER_GONE = 499

/** One line and one measurement a request. */
function note(request: FastifyRequest, reply: FastifyReply): void {
  const { metrics, services } = request.server
  const status = reply.raw.writableFinished ? reply.statusCode : CALLER_GONE
  const ms = monotonicMs() - request.started
  const route = request.routeOptions.url ?? 'unknown'
  metrics.in_flight.dec()
  metrics.requests.labels(request.method, route, String(status)).observe(ms / 1000)
  if (request.failure) metrics.failures.labels(request.failure.code).inc()
  services.log.info(
    {
      request_id: request.id,
      method: request.method,
      route,
      status,
      ms: Math.round(ms * 100) / 100,
      merchant_id: request.admission?.merchant_id,
      key_id: request.admission?.key_id ?? undefined,
      code: request.failure?.code,
    },
    'request',
  )
}

/** Knows every route there is, so that a wrong method is told from a wrong URL. */
class UrlBook {
  private readonly patterns: { methods: string[]; shape: RegExp }[] = []

  add(route: { method: string | string[]; url: string }): void {
    const shape = route.url.replaceAll(/:[a-z_]+/g, '[^/]+').replaceAll('*', '.*')
    // Every GET has its HEAD; naming it would only be noise.
    const methods = [route.method].flat().filter((method) => method !== 'HEAD')
    this.patterns.push({ methods, shape: new RegExp(`^${shape}$`) })
  }

  refusal(method: string, path: string): Failure {
    const found = this.patterns.filter(({ shape }) => shape.test(path))
    const methods = new Set(found.flatMap((pattern) => pattern.methods))
    if (methods.size === 0) return new Failure('IR_02', `There is no such URL: ${path}`)
    const allow = [...methods].join(', ')
    return new Failure('IR_03', `This URL does not support ${method}; use ${allow}.`, {
      headers: { Allow: allow },
    })
  }
}

async function refuseUrl(book: UrlBook, request: FastifyRequest, reply: FastifyReply) {
  await countAddress(request, reply)
  throw book.refusal(request.method, request.url.split('?')[0] ?? '')
}
