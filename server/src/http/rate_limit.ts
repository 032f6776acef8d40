// Requests are counted per merchant in fixed clock minutes. With Redis all api processes share one count. While Redis
// is unavailable each process counts alone, because a refused payment is worse than a limit that is too high.
import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '#kernel/log.ts'

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

export class RateLimit {
  private readonly limit: number
  private readonly counter: RateLimiterMemory | RateLimiterRedis
  private readonly redis: Redis | undefined

  constructor(options: { limit: number; redis_url: string | undefined; log: Log }) {
    this.limit = options.limit
    const memory = new RateLimiterMemory({ points: this.limit, duration: TTL_S })
    this.redis =
      options.redis_url === undefined ? undefined : connect(options.redis_url, options.log)
    this.counter = this.redis
      ? new RateLimiterRedis({
          storeClient: this.redis,
          keyPrefix: 'florin:rate',
          points: this.limit,
          duration: TTL_S,
          rejectIfRedisNotReady: true,
          insuranceLimiter: memory,
        })
      : memory
  }

  async count(who: string, now: Date): Promise<Counted> {
    const minute = Math.floor(now.getTime() / 1000 / MINUTE_S)
    const result = await this.counter.consume(`${who}:${minute}`).catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error
      throw error
    })
    return {
      limit: this.limit,
      remaining: Math.max(0, result.remainingPoints),
      reset: (minute + 1) * MINUTE_S,
      exceeded: result.consumedPoints > this.limit,
    }
  }

  async close(): Promise<void> {
    this.redis?.disconnect()
  }
}

function connect(url: string, log: Log): Redis {
  const redis = new Redis(url, {
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
