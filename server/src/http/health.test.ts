import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sleep } from '#kernel/clock.ts'
import { testDatabase } from '#testing/database.ts'
import { DatabaseProxy } from '#testing/database_proxy.ts'
import { harness } from '#testing/harness.ts'

const TIMEOUT = { timeout: 60_000 }

async function stage(statement_timeout_ms: number) {
  const proxy = await DatabaseProxy.start(await testDatabase())
  const shop = await harness({
    env: {
      DATABASE_URL: proxy.url,
      FLORIN_STATEMENT_TIMEOUT_MS: String(statement_timeout_ms),
      FLORIN_DATABASE_CONNECTIONS: '2',
    },
  })
  const dispose = async () => {
    proxy.thaw()
    await shop[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
  }
  return { proxy, shop, ready: () => shop.get('/health/ready'), [Symbol.asyncDispose]: dispose }
}

test(
  'while the database does not answer, readiness says 503 in time, and 200 afterwards',
  TIMEOUT,
  async () => {
    // Longer than the test: readiness has its own timeout.
    await using it = await stage(60_000)
    assert.equal((await it.ready()).status, 200)

    it.proxy.freezeAll('both', { new_ones: true })
    const frozen = await it.ready()
    it.proxy.thaw()

    assert.equal(frozen.status, 503)
    assert.equal(frozen.body.checks.database, 'unreachable')
    assert.equal((await it.ready()).status, 200)
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

    const frozen = await it.ready()
    const statuses: number[] = []
    while (statuses.at(-1) !== 200 && statuses.length < 20) {
      statuses.push((await it.shop.get(path)).status)
    }

    assert.equal(frozen.status, 503)
    assert.equal(statuses.at(-1), 200, statuses.join())
    assert.equal((await it.ready()).status, 200)
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
    assert.equal((await it.ready()).status, 200)
    while (db.oldestInFlightMs() <= 2_000) await sleep(20)

    const stalled = await it.ready()
    await slow

    assert.equal(stalled.status, 503)
    assert.equal(stalled.body.checks.database, 'stalled')
    assert.equal((await it.ready()).status, 200)
  },
)
