import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startRedis } from '#roles/sandbox/redis.ts'
import { startApi } from '#testing/api_process.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness } from '#testing/harness.ts'

const left = (answer: Answer) => Number(answer.headers.get('X-RateLimit-Remaining'))
const window = (answer: Answer) => answer.headers.get('X-RateLimit-Reset')

/** Two answers in the same clock minute; retried if the minute changed between them. */
async function inOneMinute(first: Client, second: Client): Promise<[Answer, Answer]> {
  for (;;) {
    const answers: [Answer, Answer] = [await first.get('/health'), await second.get('/health')]
    if (window(answers[0]) === window(answers[1])) return answers
  }
}

test('two api processes on one Redis share one count, and keep serving when Redis is killed', async () => {
  await using shop = await harness()
  const folder = await mkdtemp(join(tmpdir(), 'florin-redis-'))
  const redis = await startRedis(folder)
  assert.ok(redis, 'redis-server is needed: run scripts/setup')
  const env = { REDIS_URL: redis.url, FLORIN_RATE_LIMIT: '1000' }
  await using one = await startApi(env)
  await using two = await startApi(env)
  const first = one.client(shop.merchant.api_key)
  const second = two.client(shop.merchant.api_key)
  await first.get('/health')

  const [here, there] = await inOneMinute(first, second)
  assert.equal(left(there), left(here) - 1)

  process.kill(redis.pid, 'SIGKILL')
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => (n % 2 === 0 ? first : second).get('/health')),
  )
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]))
  const [mine, yours] = await inOneMinute(first, second)
  assert.ok(left(mine) < 1000 && left(yours) < 1000, 'each process counts for itself')
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a merchant over its limit does not slow another merchant down', async () => {
  await using shop = await harness({ env: { FLORIN_RATE_LIMIT: '3' } })
  const { client } = await shop.neighbour()
  const answers: Answer[] = []
  do {
    answers.length = 0
    for (let n = 0; n < 4; n++) answers.push(await shop.get('/health'))
  } while (new Set(answers.map(window)).size > 1)

  assert.deepEqual(answers.map((answer) => answer.status).slice(-1), [429])
  assert.equal((await client.get('/health')).status, 200)
})
