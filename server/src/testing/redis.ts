import { Redis } from 'ioredis'

/** Every key in a Redis, with its value as Redis would write it to a disk. */
export async function dumpRedis(url: string): Promise<Map<string, Buffer>> {
  const redis = new Redis(url)
  try {
    const keys = await redis.keys('*')
    const values = await Promise.all(keys.map((key) => redis.dumpBuffer(key)))
    return new Map(keys.map((key, n) => [key, values[n] ?? Buffer.of()]))
  } finally {
    redis.disconnect()
  }
}
