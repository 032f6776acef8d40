// A publishable key is public, so anybody can send a flood with it. What exceeds the rate of one key and address is
// refused here, before the framework runs, without a log line of its own: a refusal must cost much less than the
// request of a server that waits behind it. Each process counts for itself; admit.ts has the count that all share.
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { monotonicMs } from '#kernel/clock.ts'
import { newId } from '#kernel/ids.ts'
import { sourceOf } from '#kernel/networks.ts'
import { errors, Failure } from '#errors.ts'
import { currentVersion } from './admit.ts'
import { CORS } from './cors.ts'
import { errorBody } from './failures.ts'
import { SECURITY_HEADERS } from './security_headers.ts'

const MINUTE_MS = 60_000
/** What a page may send at once. */
const BURST = 20
const MAX_SOURCES = 50_000

interface Bucket {
  tokens: number
  at: number
}

/** A token bucket for each source: the limit of a minute, spread over the minute, after a burst. */
class Buckets {
  private readonly buckets = new Map<string, Bucket>()
  private readonly limit: number

  constructor(limit: number) {
    this.limit = limit
  }

  /** How long the bucket has been empty does not matter: a flood stays refused, and a pause refills. */
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

/** Whether a request with a publishable key was refused, and answered. */
export function floodGuard(
  app: FastifyInstance,
  trust_proxy: number,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { gate, services, metrics } = app
  const buckets = new Buckets(gate.limits.publishable)
  const refusal = new Refusal(app)
  const logged = new Set<string>()
  let minute = 0
  return (request, response) => {
    const source = sourceOf(addressOf(request, trust_proxy))
    if (buckets.take(`${String(request.headers['api-key'])} ${source}`)) return false
    metrics.failures.labels('RL_01').inc()
    const now = services.clock.now().getTime()
    refusal.send(request, response, now)
    if (minute !== Math.floor(now / MINUTE_MS)) logged.clear()
    minute = Math.floor(now / MINUTE_MS)
    if (logged.has(source) || logged.size >= MAX_SOURCES) return true
    logged.add(source)
    services.log.warn(
      { address: source },
      'rate limit: requests with a publishable key exceed their rate and are refused',
    )
    return true
  }
}

/** As the framework finds it: the first address that is not one of our proxies. */
function addressOf({ socket, headers }: IncomingMessage, trust_proxy: number): string {
  const remote = socket.remoteAddress ?? ''
  if (trust_proxy === 0) return remote
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',')
  const path = [remote, ...forwarded.map((text) => text.trim()).toReversed()].filter(Boolean)
  return path[Math.min(trust_proxy, path.length - 1)] ?? remote
}

/** Always the same but for the id of the request and the end of the minute. */
class Refusal {
  private readonly headers: Readonly<Record<string, string | number>>

  constructor({ gate, services }: FastifyInstance) {
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

  send(request: IncomingMessage, response: ServerResponse, now: number): void {
    const id = newId('req')
    const body = JSON.stringify(errorBody(new Failure('RL_01'), id))
    // What is left of the body is discarded, so that the connection can be used again.
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
