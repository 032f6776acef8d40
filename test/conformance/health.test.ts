import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventually } from '#testing/eventually.ts'
import { harness } from '#testing/harness.ts'
import { freshMinute, ISO_UTC, assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

test('GET /health gives 200 when the key is valid, and says whose key it is', async () => {
  const answer = await shop.get('/health')

  assert.equal(answer.status, 200)
  const { version, time, ...rest } = answer.body
  assert.deepEqual(rest, {
    status: 'ok',
    environment: 'sandbox',
    merchant_id: shop.merchant.merchant_id,
  })
  assert.match(version, /^\d+\.\d+\.\d+$/)
  assert.match(time, ISO_UTC)
})

test('GET /health with a bad key gives 401 AU_01', async () => {
  const invalid = await shop.with('snd_no').get('/health')
  const missing = await shop.with(undefined).get('/health')

  assertRefused(invalid, 401, 'AU_01')
  assertRefused(missing, 401, 'AU_01')
})

test('GET /health names its environment', async () => {
  await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })

  const answer = await production.get('/health')

  assert.equal(answer.body.environment, 'production')
})

test('GET /health counts like any route', async () => {
  freshMinute(shop)
  const first = await shop.get('/health')

  const second = await shop.get('/health')

  const remaining = [first, second].map((a) => Number(a.headers.get('X-RateLimit-Remaining')))
  assert.equal(remaining[1], (remaining[0] ?? 0) - 1)
})

test('GET /health/live answers without a key', async () => {
  const answer = await shop.with(undefined).get('/health/live')

  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'ok')
})

test('GET /health/ready answers without a key and lists its checks', async () => {
  const answer = await shop.with(undefined).get('/health/ready')

  assert.equal(answer.status, 200)
  assert.equal(answer.body.status, 'ok')
  assert.deepEqual(answer.body.checks, { database: 'ok', queue: 'ok', storage: 'ok', pages: 'ok' })
})

test('GET /health/live and /health/ready do not count', async () => {
  const stranger = shop.with(undefined)
  freshMinute(shop)
  const before = await stranger.get('/nowhere')
  await stranger.get('/health/live')
  await stranger.get('/health/ready')

  const answer = await stranger.get('/nowhere')

  const remaining = [before, answer].map((a) => Number(a.headers.get('X-RateLimit-Remaining')))
  assert.equal(remaining[1], (remaining[0] ?? 0) - 1)
})

test('GET /health/ready gives 503 while the process drains, and requests are still served', async () => {
  await using draining = await harness()
  draining.app.gate.draining = true

  const ready = await draining.get('/health/ready')
  const served = await draining.post('/customers', {})

  assert.equal(ready.status, 503)
  assert.equal(ready.body.status, 'draining')
  assert.equal(served.status, 201)
})

/** The answer is cached for a second. */
function readyWith(status: number) {
  return eventually(`readiness ${status}`, async () => {
    const ready = await shop.with(undefined).get('/health/ready')
    return ready.status === status && ready
  })
}

test('GET /health/ready gives 503 when the database is not migrated, /health/live stays 200', async () => {
  const { db } = shop.services
  await db.run('alter table migrations rename to migrations_gone', [])

  const ready = await readyWith(503)
  const live = await shop.with(undefined).get('/health/live')

  await db.run('alter table migrations_gone rename to migrations', [])
  assert.equal(ready.status, 503)
  assert.deepEqual(ready.body, {
    status: 'unavailable',
    checks: { database: 'not_migrated', queue: 'ok', storage: 'ok', pages: 'ok' },
  })
  assert.equal(live.status, 200)
  await readyWith(200)
})

test('GET /health/ready reports that files cannot be stored, and stays 200: payments go on', async () => {
  await using without = await harness({ env: { FLORIN_FILES_DIR: '/dev/null/no-folder' } })

  const ready = await without.get('/health/ready')

  assert.equal(ready.status, 200)
  assert.deepEqual(ready.body, {
    status: 'ok',
    checks: { database: 'ok', queue: 'ok', storage: 'unreachable', pages: 'ok' },
  })
})

// Runs last: the event stays in these tests' database.
test('GET /health/ready reports events that wait for a worker, and stays 200: payments go on', async () => {
  await using idle = await harness()
  await idle.post('/payments', { amount: 1000, currency: 'EUR' })
  idle.clock.advance(90_000)

  const ready = await idle.get('/health/ready')

  assert.equal(ready.status, 200)
  assert.equal(ready.body.checks.queue, 'delayed')
})
