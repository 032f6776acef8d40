import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { withServer } from '#kernel/databases.ts'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { everyList, pathOf, sendingOf } from './list_filters.ts'
import { seedLists } from './list_rows.ts'

// More than one request may scan, so that a filter without an index cannot see the oldest rows.
const ROWS = 30_000

const shop = await harness()
after(() => shop.app.close())
const { merchant_id } = shop.merchant
await seedLists(await testDatabase(), merchant_id, ROWS)

test('every list answers every filter, or says how to narrow it', async () => {
  for (const call of everyList(routes)) {
    const { url, query } = call
    const answer = await shop.get(pathOf(call, merchant_id), sendingOf(shop.merchant))

    if (answer.status === 400) {
      assert.equal(answer.body.error.code, 'IR_04', query)
      assert.match(answer.body.error.message, /`created_gte` and `created_lte`/, query)
    } else {
      assert.equal(answer.status, 200, `${url}?${query}: ${answer.text}`)
    }
  }
})

test('a filter without an index is refused if it matches too few of the newest entries', async () => {
  const wide = await shop.get('/payments/list?currency=GBP')
  const narrow = await shop.get('/payments/list?currency=GBP&created_lte=2026-01-01T01:00:00Z')

  assert.equal(wide.status, 400)
  assert.equal(wide.body.error.field, 'created_gte')
  assert.deepEqual(idsOf(narrow), ['pay_0000000007'])
  assert.equal(narrow.body.total_count, 1)
  assert.equal(narrow.body.total_count_relation, 'eq')
})

test('a filter without an index that matches many entries is answered with a lower bound as its count', async () => {
  const { body } = await shop.get('/payments/list?currency=EUR&amount_gte=5000&limit=5')

  assert.equal(body.count, 5)
  assert.equal(body.has_more, true)
  assert.equal(body.total_count_relation, 'gte')
  assert.ok(body.total_count > 5 && body.total_count <= 10_000)
})

test('a filter with an index finds the oldest entry of a long list', async () => {
  for (const query of ['status=failed', 'status=failed,cancelled', 'status=failed&currency=GBP']) {
    const answer = await shop.get(`/payments/list?${query}`)
    assert.deepEqual(idsOf(answer), ['pay_0000000007'], query)
    assert.equal(answer.body.total_count_relation, 'eq', query)
  }
})

test('paging with a filter returns every match once, to the end of a long list', async () => {
  const found: string[] = []
  let after_id = ''
  for (let page = 0; page < 20; page++) {
    const answer = await shop.get(`/payments/list?amount_lte=1149&limit=100${after_id}`)
    assert.equal(answer.status, 200, answer.text)
    found.push(...idsOf(answer))
    if (answer.body.has_more === false) break
    after_id = `&starting_after=${found.at(-1)}`
  }
  const all = Array.from({ length: ROWS }, (_, n) => n + 1).filter((n) => 1000 + (n % 9000) <= 1149)
  assert.deepEqual(
    found,
    all.toReversed().map((n) => `pay_${String(n).padStart(10, '0')}`),
  )
})

test('two hundred lists at once are all answered', async () => {
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => shop.get('/payments/list?offset=10000&limit=100')),
  )

  for (const { status, text } of answers) assert.equal(status, 200, text)
})

test('while lists wait for the database, other requests do not wait behind them', async () => {
  await withServer(await testDatabase(), async (client) => {
    await client.query('begin')
    await client.query('lock table disputes in access exclusive mode')
    const lists = Array.from({ length: 20 }, () => shop.get('/disputes/list'))

    const answer = await shop.post('/customers', { name: 'Ada' })

    assert.equal(answer.status, 201)
    const waiting = await client.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    assert.ok(waiting.rowCount !== 0, 'the lists were not waiting')
    // Each is ended by its own timeout or answered when the lock is free.
    await client.query('rollback')
    for (const { status } of await Promise.all(lists)) assert.ok(status === 200 || status === 503)
  })
})

function idsOf(answer: { body: { data?: { payment_id: string }[] } }): string[] {
  return (answer.body.data ?? []).map(({ payment_id }) => payment_id)
}
