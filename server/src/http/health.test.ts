import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { testDatabase } from '#testing/database.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'

const TIMEOUT = { timeout: 60_000 }

async function stage(statement_timeout_ms: number, env: Record<string, string> = {}) {
  const proxy = await DatabaseProxy.start(await testDatabase())
  const shop = await harness({
    env: {
      DATABASE_URL: proxy.url,
      FLORIN_STATEMENT_TIMEOUT_MS: String(statement_timeout_ms),
      FLORIN_DATABASE_CONNECTIONS: '2',
      ...env,
    },
  })
  const dispose = async () => {
    proxy.thaw()
    await shop[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  }
  // The answer is cached for a second.
  const ready = (status: number) =>
    eventually(`readiness ${status}`, async () => {
      const answer = await shop.get('/health/ready')
      return answer.status === status && answer
    })
  return { proxy, shop, ready, [Symbol.asyncDispose]: dispose }
}

test(
  'while the database does not answer, readiness says 503 in time, and 200 afterwards',
  TIMEOUT,
  async () => {
    // Longer than the test: readiness has its own timeout.
    await using it = await stage(60_000)
    await it.ready(200)

    it.proxy.freezeAll('both', { new_ones: true })
    const frozen = await it.ready(503)
    it.proxy.thaw()

    assert.equal(frozen.body.checks.database, 'unreachable')
    await it.ready(200)
  },
)

test(
  'half-open connections are replaced: 503 until then, and requests are served again',
  TIMEOUT,
  async () => {
    await using it = await stage(500)
    const customer = await it.shop.post('/customers', { name: 'Ada' })
    const path = `/customers/${customer.body.customer_id}`
    it.proxy.freezeAll()

    await it.ready(503)
    const statuses: number[] = []
    while (statuses.at(-1) !== 200 && statuses.length < 20) {
      statuses.push((await it.shop.get(path)).status)
    }

    assert.equal(statuses.at(-1), 200, statuses.join())
    await it.ready(200)
  },
)

test(
  'a statement that waits long for its answer makes readiness 503, though others are answered',
  TIMEOUT,
  async () => {
    await using it = await stage(4_000)
    const { db } = it.shop.services
    const pids = new Set<unknown>()
    while (pids.size < 2) {
      const both = [1, 2].map(() => db.run('select pg_backend_pid() as pid', []))
      for (const [row] of await Promise.all(both)) pids.add(row?.['pid'])
    }
    const slow = Promise.allSettled([db.run('select pg_sleep(3.9)', [])])
    await it.ready(200)
    while (db.oldestInFlightMs() <= 2_000) await sleep(20)

    const stalled = await it.ready(503)
    await slow

    assert.equal(stalled.body.checks.database, 'stalled')
    await it.ready(200)
  },
)

test('readiness is checked once a second at most, however often it is asked', async () => {
  await using shop = await harness()
  const { db } = shop.services
  let checks = 0
  const run = db.run.bind(db)
  db.run = (text, values) => {
    if (text.includes('migrations')) checks++
    return run(text, values)
  }
  const started = performance.now()

  for (let n = 0; n < 200; n++) assert.equal((await shop.get('/health/ready')).status, 200)

  const seconds = Math.ceil((performance.now() - started) / 1000)
  assert.ok(checks <= seconds + 1, `${checks} checks in ${seconds} s`)
})

test(
  'an outage is one line in the log when it begins and one when it ends, however many requests fail',
  TIMEOUT,
  async () => {
    await using it = await stage(2_000)
    await it.shop.post('/customers', { name: 'Ada' })
    const before = it.shop.log.length
    it.proxy.refuse(true)
    it.proxy.cutAll()
    const failed = await Promise.all(
      Array.from({ length: 50 }, () => it.shop.get('/customers/nobody')),
    )
    it.proxy.refuse(false)
    await eventually('served again', async () => {
      return (await it.shop.get('/customers/nobody')).status === 404
    })

    const lines = it.shop.log.slice(before).map((line) => JSON.parse(line))
    const others = lines.filter(({ msg }) => msg !== 'request')
    assert.ok(failed.some(({ status }) => status === 503))
    for (const answer of failed.filter(({ status }) => status === 503)) {
      assert.equal(answer.headers.get('Retry-After'), '5')
    }
    assert.deepEqual(
      others.map(({ level, msg }) => `${level} ${msg}`),
      [
        'warn database: connection lost or refused; reconnecting with backoff',
        'info database: connected again',
      ],
    )
  },
)

test(
  'a key that cannot be looked up, because the database is away, does not count as an invalid one',
  TIMEOUT,
  async () => {
    await using it = await stage(2_000, { FLORIN_ADDRESS_RATE_LIMIT: '3' })
    // Not looked up before, so no process remembers it.
    const { client } = await it.shop.neighbour()
    it.proxy.refuse(true)
    it.proxy.cutAll()

    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/health')))
    it.proxy.refuse(false)

    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]))
  },
)
