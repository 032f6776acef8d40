import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { withServer } from '#kernel/databases.ts'
import { testDatabase } from '#testing/database.ts'
import { harness } from '#testing/harness.ts'
import { queueObjects } from '#resources/reporting/search/queue_store.ts'
import { indexQueued } from '#resources/reporting/search/queue.ts'
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

test('a filter without an index is refused if it matches too few of the first entries', async () => {
  const wide = await shop.get('/payments/list?currency=GBP')
  const narrow = await shop.get('/payments/list?currency=GBP&created_lte=2026-01-01T01:00:00Z')

  assert.equal(wide.status, 400)
  assert.equal(wide.body.error.field, 'created_gte')
  assert.deepEqual(idsOf(narrow), ['pay_0000000007'])
  assert.equal(narrow.body.total_count, 1)
  assert.equal(narrow.body.total_count_relation, 'eq')
})

test('the terms of the search find the few entries with the last four digits of a card in a long list', async () => {
  const ids = ['pay_0000024242', 'pay_0000014242', 'pay_0000004242']
  const { merchant_id } = shop.merchant
  const queued = ids.map((object_id) => ({ merchant_id, kind: 'payment' as const, object_id }))
  await queueObjects(shop.services.db, queued)
  await indexQueued(shop.services)
  await addTerm('4242', 'pay_0000005555')

  const whole = await shop.get('/payments/list?last4=4242')
  const second = await shop.get(`/payments/list?last4=4242&limit=1&starting_after=${ids[0]}`)
  const before = await shop.get(`/payments/list?last4=4242&limit=1&ending_before=${ids[2]}`)
  const failed = await shop.get('/payments/list?last4=4242&status=failed')

  assert.deepEqual(idsOf(whole), ids)
  assert.equal(whole.body.total_count_relation, 'eq')
  for (const page of [second, before]) assert.deepEqual(idsOf(page), [ids[1]])
  assert.deepEqual(idsOf(failed), [])
  await addBackfill(merchant_id)
  assert.equal((await shop.get('/payments/list?last4=4242')).status, 400, 'terms are not complete')
})

test('a filter without an index that matches many entries is answered with a lower bound as its count', async () => {
  const { body } = await shop.get('/payments/list?currency=EUR&amount_gte=5000&limit=5')

  assert.equal(body.count, 5)
  assert.equal(body.has_more, true)
  assert.equal(body.total_count_relation, 'gte')
  assert.ok(body.total_count > 5 && body.total_count <= 10_000)
})

/** Lists of the merchant, with the field that names an entry. */
const keys: Readonly<Record<string, string>> = {
  '/customers/list': 'customer_id',
  '/payments/list': 'payment_id',
  '/refunds/list': 'refund_id',
  '/disputes/list': 'dispute_id',
  '/payouts/list': 'payout_id',
  '/payment_link/list': 'payment_link_id',
  '/events/:merchant_id': 'event_id',
  '/customers/:customer_id/payment_methods': 'payment_method_id',
  '/subscriptions/plans': 'plan_id',
  '/subscriptions/coupons': 'coupon_code',
  '/subscriptions/list': 'id',
  '/subscriptions/:subscription_id/invoices': 'id',
  '/invoices/list': 'id',
  '/audit': 'audit_id',
  '/ledger/transfers': 'transfer_id',
  '/requests': 'request_id',
}

test('with order=oldest each list begins with its last entries, and goes on to the newest', async () => {
  const ordered = everyList(routes).filter(({ query }) => query === 'order=oldest')
  assert.deepEqual(ordered.map(({ url }) => url).toSorted(), Object.keys(keys).toSorted())
  for (const { url } of ordered) {
    const list = async (query: string): Promise<{ data: object[]; has_more: boolean }> => {
      const answer = await shop.get(pathOf({ url, query }, merchant_id), sendingOf(shop.merchant))
      assert.equal(answer.status, 200, `${url}?${query}: ${answer.text}`)
      return answer.body
    }
    const idsIn = ({ data }: { data: object[] }) =>
      data.map((entry) => {
        const id: unknown = new Map(Object.entries(entry)).get(keys[url] ?? '')
        return typeof id === 'string' ? id : assert.fail(`${url} has no ${keys[url]}`)
      })
    const oldest = idsIn(await list('order=oldest&limit=9'))
    if (oldest.length < 9) {
      assert.deepEqual(oldest, idsIn(await list('limit=9')).toReversed(), url)
      continue
    }
    const rest = await list(`limit=100&starting_after=${oldest[8]}`)
    const second = await list(`order=oldest&limit=3&starting_after=${oldest[2]}`)
    const back = await list(`order=oldest&limit=3&ending_before=${oldest[6]}`)

    assert.deepEqual(idsIn(rest), oldest.slice(0, 8).toReversed(), url)
    assert.deepEqual([idsIn(second), second.has_more], [oldest.slice(3, 6), true], url)
    assert.deepEqual([idsIn(back), back.has_more], [oldest.slice(3, 6), true], url)
  }
})

test('with order=oldest filters find entries from the oldest on', async () => {
  const list = async (query: string) =>
    idsOf(await shop.get(`/payments/list?order=oldest&${query}`))

  assert.deepEqual(await list('currency=GBP&created_lte=2026-01-01T01:00:00Z'), ['pay_0000000007'])
  assert.deepEqual(
    await list('status=succeeded,failed&limit=8'),
    [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `pay_000000000${n}`),
  )
  assert.deepEqual(await list('created_gte=2026-01-01T00:00:03Z&limit=2'), [
    'pay_0000000003',
    'pay_0000000004',
  ])
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

test('paging backwards with a filter without an index returns every match once, to the start of a long list', async () => {
  const all = Array.from({ length: ROWS }, (_, n) => n + 1).filter((n) => 1000 + (n % 9000) <= 1149)
  const ids = all.map((n) => `pay_${String(n).padStart(10, '0')}`)
  const found = [ids[0]]
  for (let page = 0; page < 20; page++) {
    const answer = await shop.get(
      `/payments/list?amount_lte=1149&limit=100&ending_before=${found.at(-1)}`,
    )
    assert.equal(answer.status, 200, answer.text)
    found.push(...idsOf(answer).toReversed())
    if (answer.body.has_more === false) break
  }
  assert.deepEqual(found, ids)
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

/** As if the payment had had other digits once. */
function addTerm(term: string, payment_id: string) {
  return shop.services.db.run(
    `insert into search_terms (merchant_id, kind, term, created, object_id)
      select merchant_id, 'payment', $2, created, payment_id from payments
      where merchant_id = $1 and payment_id = $3`,
    [shop.merchant.merchant_id, term, payment_id],
  )
}

function addBackfill(merchant_id: string) {
  return shop.services.db.run(
    `insert into search_backfills (merchant_id, kind, after_id, begin_at)
      values ($1, 'payment', '', 'infinity')`,
    [merchant_id],
  )
}
