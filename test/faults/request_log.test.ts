// The request log never slows down or fails a request: with a full queue, without a partition, and with a database that
// refuses, hangs or dies for the log alone.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withServer } from '#kernel/databases.ts'
import { Database } from '#kernel/db.ts'
import { createLog } from '#kernel/log.ts'
import { RequestLog } from '#http/request_log.ts'
import type { RequestRow } from '#http/request_row.ts'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { paymentBody } from '#testing/payment_body.ts'
import { untilLogged } from '../support/request_log.ts'

const env = { FLORIN_PROVIDER: 'instant', FLORIN_REQUEST_LOG: 'yes' }
const confirmed = paymentBody({ confirm: true })

function row(more: Partial<RequestRow> = {}): RequestRow {
  const nothing = { sent_request_id: null, error_code: null, key_id: null, user_id: null }
  const none = { ...nothing, address: null, user_agent: null, profile_ids: [], object_ids: ['o'] }
  const what = { method: 'GET', route: '/x', path: '/x', status: 200, duration_ms: 1 }
  const bodies = { request_body: null, response_body: 'x'.repeat(100) }
  const ids = { merchant_id: 'mer_log', request_id: newId('req'), created: new Date() }
  return { ...ids, ...what, ...none, ...bodies, ...more }
}

function openLog(url: string, more: object = {}): RequestLog {
  const log = createLog('silent')
  const db = new Database({ url, connections: 1, log, is_lazy: true, statement_timeout_ms: 500 })
  return new RequestLog({ db, log, ...more })
}

test('payments succeed while the table of the log refuses every row, and the lost rows are counted', async () => {
  await using shop = await harness({ env })
  const url = await testDatabase()
  await withServer(url, (client) => client.query('alter table requests rename to requests_gone'))
  try {
    for (let n = 0; n < 5; n++) {
      const { body } = await shop.post('/payments', confirmed)
      assert.equal(body.status, 'succeeded')
    }
    await shop.app.request_log?.drained()
    assert.deepEqual(shop.app.request_log?.stats, { written: 0, dropped: 5 })
    const lines = shop.log.filter((line) => line.includes('request log: rows were dropped'))
    assert.equal(lines.length, 1)
  } finally {
    await withServer(url, (client) => client.query('alter table requests_gone rename to requests'))
  }

  const { body } = await shop.post('/payments', confirmed)
  await untilLogged(shop, `object_id=${body.payment_id}`)
})

test('payments succeed while the log waits for a lock, and are in it afterwards', async () => {
  await using shop = await harness({ env })
  const url = await testDatabase()
  await withServer(url, async (client) => {
    await client.query('begin; lock table requests in access exclusive mode')
    for (let n = 0; n < 20; n++) {
      const { body } = await shop.post('/payments', confirmed)
      assert.equal(body.status, 'succeeded')
    }
    assert.equal(shop.app.request_log?.stats.written, 0)
    await client.query('rollback')
  })

  await untilLogged(shop, 'route=/payments&limit=100', 20)
})

test('a full queue drops rows before it makes them', async () => {
  await using _ = { [Symbol.asyncDispose]: () => log.close() }
  const log = openLog('postgresql://127.0.0.1:1/nowhere', { max_rows: 3 })
  let made = 0

  for (let n = 0; n < 10; n++) log.add(() => (made++, row()))

  assert.equal(made, 3)
  assert.deepEqual(log.stats, { written: 0, dropped: 7 })
})

test('a queue with too many bytes is full', async () => {
  await using _ = { [Symbol.asyncDispose]: () => log.close() }
  const log = openLog('postgresql://127.0.0.1:1/nowhere', { max_bytes: 250 })

  for (let n = 0; n < 10; n++) log.add(() => row())

  assert.equal(log.stats.dropped, 7)
})

test('rows that wait for a dead database are given up at the stop, within a bound', async () => {
  const log = openLog('postgresql://127.0.0.1:1/nowhere')
  for (let n = 0; n < 10; n++) log.add(() => row())

  const stopped_at = performance.now()
  await log.close()

  assert.ok(performance.now() - stopped_at < 10_000)
  assert.deepEqual(log.stats, { written: 0, dropped: 10 })
})

test('a stop writes what waits, in batches of every size', async () => {
  const url = await testDatabase()
  const log = openLog(url)
  const merchant_id = newId('mer')
  for (let n = 0; n < 150; n++) log.add(() => row({ merchant_id }))

  await log.close()

  assert.deepEqual(log.stats, { written: 150, dropped: 0 })
  const { rows } = await withServer(url, (client) =>
    client.query(
      `select (select count(*) from requests where merchant_id = $1)::int as requests,
        (select count(*) from request_objects where merchant_id = $1)::int as objects`,
      [merchant_id],
    ),
  )
  assert.deepEqual(rows, [{ requests: 150, objects: 150 }])
})

test('a row without a partition is dropped, and later rows are written', async () => {
  const log = openLog(await testDatabase())
  log.add(() => row({ created: new Date('2099-01-01') }))
  await log.drained()
  log.add(() => row())
  await log.close()

  assert.deepEqual(log.stats, { written: 1, dropped: 1 })
})

test('a row that cannot be made loses only itself', async () => {
  const log = openLog(await testDatabase())
  log.add(() => {
    throw new Error('broken')
  })
  log.add(() => row())
  await log.close()

  assert.deepEqual(log.stats, { written: 1, dropped: 1 })
})
