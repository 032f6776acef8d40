// Requests are counted in fixed clock minutes: per merchant, per publishable key and address, and per address
// without a valid key. With Redis all api processes share one count. While Redis
// is unavailable each process counts alone, because a refused payment is worse than a limit that is too high.
import { createRequire } from 'node:module'
import type * as ioredis from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '#kernel/log.ts'
import type { Config } from '#config.ts'

export interface Counted {
  readonly limit: number
  readonly remaining: number
  /** Unix second at which the next minute begins. */
  readonly reset: number
  readonly exceeded: boolean
}

const MINUTE_S = 60
// Longer than a minute, so that a count never expires within its minute.
const TTL_S = 90
const REDIS_TIMEOUT_MS = 100
/** The limiter only counts; the limit belongs to `count`'s caller. */
const POINTS = 1_000_000_000
const MAX_EXCEEDED = 100_000

export class RateLimit {
  private readonly counter: RateLimiterMemory | RateLimiterRedis
  private readonly redis: ioredis.Redis | undefined

  /** Callers over a limit in this minute: refused without asking Redis again. */
  private readonly exceeded = new Set<string>()
  private minute = 0

  constructor(options: { redis_url: string | undefined; log: Log }) {
    const memory = new RateLimiterMemory({ points: POINTS, duration: TTL_S })
    this.redis =
      options.redis_url === undefined ? undefined : connect(options.redis_url, options.log)
    this.counter = this.redis
      ? new RateLimiterRedis({
          storeClient: this.redis,
          keyPrefix: 'florin:rate',
          points: POINTS,
          duration: TTL_S,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory
  }

  async count(who: string, limit: number, now: Date): Promise<Counted> {
    const minute = Math.floor(now.getTime() / 1000 / MINUTE_S)
    const reset = (minute + 1) * MINUTE_S
    if (minute !== this.minute) this.exceeded.clear()
    this.minute = minute
    if (this.exceeded.has(who)) return { limit, remaining: 0, reset, exceeded: true }
    const result = await this.counter.consume(`${who}:${minute}`).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    const exceeded = result.consumedPoints > limit
    if (exceeded && this.exceeded.size < MAX_EXCEEDED) this.exceeded.add(who)
    return { limit, remaining: Math.max(0, limit - result.consumedPoints), reset, exceeded }
  }

  async close(): Promise<void> {
    this.redis?.disconnect()
  }
}

/** Without Redis its client is not loaded. */
function connect(url: string, log: Log): ioredis.Redis {
  const library = createRequire(import.meta.url)('ioredis') as typeof ioredis
  const redis = new library.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: 1_000,
    retryStrategy: (times) => Math.min(times * 100, 2_000),
  })
  let away = false
  redis.on('ready', () => {
    if (away) log.info('rate limit: Redis is available again; processes share their counts')
    away = false
  })
  redis.on('error', (error) => {
    const message = 'rate limit: Redis is unavailable; this process counts alone'
    if (!away) log.warn({ error: error.message }, message)
    away = true
  })
  return redis
}

/** In requests per clock minute. */
export interface RateLimits {
  readonly merchant: number
  readonly publishable: number
  readonly address: number
  readonly page: number
  readonly test_events: number
}

export function toRateLimits(config: Config): RateLimits {
  return {
    merchant: config.rate_limit ?? (config.environment === 'production' ? 6_000 : 1_500),
    publishable: config.publishable_rate_limit,
    address: config.address_rate_limit,
    page: config.page_rate_limit,
    test_events: config.test_event_rate_limit,
  }
}
