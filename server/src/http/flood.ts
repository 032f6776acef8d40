// A publishable key is public, so anyone can send a flood with it. Requests above the rate for one key and address
// are refused here, before the framework runs, without their own log line: a refusal must cost much less than a
// server's request that waits behind it. The rest starts at a bounded rate, because bursts from many addresses
// together would still make servers wait. Each process counts for itself; admit.ts has the shared count.
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monotonicMs } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { subscriberNetwork } from '#kernel/networks.ts'
import { errors, Failure } from '#errors.ts'
import { currentVersion } from './admit.ts'
import { CORS } from './cors.ts'
import { errorBody } from './failures.ts'
import { SECURITY_HEADERS } from './security_headers.ts'

const MINUTE_MS = 60_000
/** Requests that a page may send at once. */
const BURST = 20
const MAX_SOURCES = 50_000

interface Bucket {
  tokens: number
  at: number
}

/** A token bucket per source: the limit per minute, spread over the minute, after a burst. */
class Buckets {
  private readonly buckets = new Map<string, Bucket>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** The time since the bucket became empty does not matter: a flood stays refused, and a pause refills. */
  take(source: string): boolean {
    const now = monotonicMs()
    const size = Math.min(BURST, this.limit)
    const bucket = this.buckets.get(source) ?? { tokens: size, at: now }
    const refilled = bucket.tokens + ((now - bucket.at) / MINUTE_MS) * this.limit
    bucket.tokens = Math.min(size, refilled)
    bucket.at = now
    if (this.buckets.size >= MAX_SOURCES) this.buckets.clear()
    this.buckets.set(source, bucket)
    if (bucket.tokens < 1) return false
    bucket.tokens -= 1
    return true
  }
}

/** A process can serve more than twice as many requests a second. */
const STARTS_PER_S = 300
/** A turn that comes late, because the process is busy, starts no more: others run in between. */
const STARTS_AT_ONCE = 1
const DRAIN_MS = 3
/** Ten seconds' worth of starts, which is as long as a page waits. */
const MAX_WAITING = 10 * STARTS_PER_S

type Start = () => void

/** Starts requests in arrival order, at a bounded rate. */
export class Pacer {
  private waiting: Start[] = []
  private tokens = STARTS_AT_ONCE
  private at: number
  private timer: NodeJS.Timeout | undefined
  private readonly now: () => number

  constructor(now: () => number = monotonicMs) {
    this.now = now
    this.at = now()
  }

  /** False when too many wait already. */
  start(start: Start): boolean {
    if (this.waiting.length >= MAX_WAITING) return false
    this.waiting.push(start)
    if (this.timer === undefined) this.drain()
    return true
  }

  private drain(): void {
    const now = this.now()
    const refilled = this.tokens + ((now - this.at) / 1000) * STARTS_PER_S
    this.tokens = Math.min(STARTS_AT_ONCE, refilled)
    this.at = now
    const started = this.waiting.splice(0, Math.floor(this.tokens))
    this.tokens -= started.length
    const isEmpty = this.waiting.length === 0
    this.timer = isEmpty ? undefined : setTimeout(() => this.drain(), DRAIN_MS)
    for (const start of started) start()
  }
}

/** Starts a request with a publishable key now or soon, or refuses it. */
export function floodGuard(
  app: FastifyInstance,
  trust_proxy: number,
): (request: IncomingMessage, response: ServerResponse, start: Start) => void {
  const { gate, services, metrics } = app
  const buckets = new Buckets(gate.limits.publishable)
  const pacer = new Pacer()
  const refusal = new Refusal(app)
  const refused = metrics.failures.labels('RL_01')
  const logged = new Set<string>()
  let minute = 0
  return (request, response, start) => {
    const source = subscriberNetwork(clientAddress(request, trust_proxy))
    const isWithin = buckets.take(`${String(request.headers['api-key'])} ${source}`)
    // The caller may leave while its request waits.
    if (isWithin && pacer.start(() => request.destroyed || start())) return
    refused.inc()
    const now = services.clock.now().getTime()
    refusal.send(request, response, now)
    if (minute !== Math.floor(now / MINUTE_MS)) logged.clear()
    minute = Math.floor(now / MINUTE_MS)
    if (logged.has(source) || logged.size >= MAX_SOURCES) return
    logged.add(source)
    services.log.warn(
      { address: source, key_prefix: String(request.headers['api-key']).slice(0, 12) },
      'rate limit: requests with a publishable key exceed their rate and are refused',
    )
  }
}

/** As the framework finds it: the first address that is not one of our proxies. */
function clientAddress({ socket, headers }: IncomingMessage, trust_proxy: number): string {
  const remote = socket.remoteAddress ?? ''
  if (trust_proxy === 0) return remote
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const path = [remote, ...forwarded.map((text) => text.trim()).toReversed()].filter(Boolean)
  return path[Math.min(trust_proxy, path.length - 1)] ?? remote
}

/** Placeholder for a request id. */
const ID = 'req_id'

/** Identical responses, except for the request id and the end of the minute. */
class Refusal {
  private readonly headers: Readonly<Record<string, string | number>>
  private readonly services: FastifyInstance['services']
  private parts: readonly string[] | undefined

  constructor({ gate, services }: FastifyInstance) {
    this.services = services
    this.headers = {
      ...CORS,
      ...SECURITY_HEADERS[services.environment],
      'Content-Type': 'application/json; charset=utf-8',
      'X-Api-Version': currentVersion,
      'X-RateLimit-Limit': gate.limits.publishable,
      'X-RateLimit-Remaining': 0,
      'Retry-After': 1,
    }
  }

  /**
   * The body before and behind the id. An error for each refusal would record a stack for each. It is made at the first
   * refusal, because the public URL is not known before the server listens.
   */
  private get body(): readonly string[] {
    const { public_url } = this.services
    this.parts ??= JSON.stringify(errorBody(new Failure('RL_01'), ID, public_url)).split(ID)
    return this.parts
  }

  send(request: IncomingMessage, response: ServerResponse, now: number): void {
    const id = newId('req')
    const body = this.body.join(id)
    // The rest of the body is discarded, so that the connection can be used again.
    request.resume()
    response.writeHead(errors.RL_01.status, {
      ...this.headers,
      'X-Request-Id': id,
      'X-RateLimit-Reset': (Math.floor(now / MINUTE_MS) + 1) * 60,
      'Content-Length': Buffer.byteLength(body),
    })
    response.end(body)
  }
}
