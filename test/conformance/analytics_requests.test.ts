// Analytics: who may query what, and which queries are refused.
import { after, before, describe, test } from 'node:test'
import assert from 'node:assert/strict'
import { withServer } from '#kernel/databases.ts'
import { testDatabase } from '#testing/database.ts'
import type { Shop } from '#testing/harness.ts'
import { countedShop, PAYMENTS } from '../support/analytics.ts'
import { assertRefused } from '../support/expect.ts'

let shop: Shop
let start: Date
let second_profile: string

const range = () => ({ startTime: start.toISOString() })

before(async () => {
  ;({ shop, start, second_profile } = await countedShop())
})

after(() => shop.app.close())

describe('scopes', () => {
  const body = () => ({ timeRange: range(), metrics: ['payment_count'] })
  const of = (scope: string) => `/analytics/v1/${scope}/metrics/payments`

  test('profile needs X-Profile-Id, and counts that profile alone', async () => {
    assertRefused(await shop.post(of('profile'), body()), 400, 'IR_01', 'X-Profile-Id')
    const headers = { 'X-Profile-Id': second_profile }

    const answer = await shop.post(of('profile'), body(), { headers })

    assert.deepEqual(answer.body.queryData, [{ payment_count: 1 }])
    const unknown = { headers: { 'X-Profile-Id': 'pro_unknown' } }
    assertRefused(await shop.post(of('profile'), body(), unknown), 404, 'IR_05')
    const other = { ...body(), filters: { profile_id: [shop.merchant.profile_id] } }
    assertRefused(await shop.post(of('profile'), other, { headers }), 404, 'IR_05')
  })

  test('one Idempotency-Key cannot be used for two profiles', async () => {
    const key = { 'Idempotency-Key': 'analytics-1' }
    const first = { headers: { ...key, 'X-Profile-Id': second_profile } }
    const second = { headers: { ...key, 'X-Profile-Id': shop.merchant.profile_id } }
    assert.equal((await shop.post(of('profile'), body(), first)).status, 200)

    assertRefused(await shop.post(of('profile'), body(), second), 422, 'IR_29')
  })

  test('org is for keys of an organization, and other scopes do not exist', async () => {
    assertRefused(await shop.post(of('org'), body()), 403, 'AU_03')
    assertRefused(await shop.post(of('world'), body()), 400, 'IR_04', 'scope')
  })

  test('a key needs analytics:read', async () => {
    const client = await shop.keyWith('payments:read')
    assertRefused(await client.post(PAYMENTS, body()), 403, 'AU_03')
    const reader = await shop.keyWith('analytics:read')
    assert.equal((await reader.post(PAYMENTS, body())).status, 200)
  })

  test('a key that is bound to a profile counts that profile alone', async () => {
    const made = await shop.post(`/api_keys/${shop.merchant.merchant_id}`, {
      name: 'bound',
      scopes: ['analytics:read'],
      profile_ids: [second_profile],
    })
    const client = shop.with(made.body.api_key)

    const answer = await client.post(PAYMENTS, body())

    assert.deepEqual(answer.body.queryData, [{ payment_count: 1 }])
    const other = { ...body(), filters: { profile_id: [shop.merchant.profile_id] } }
    assertRefused(await client.post(PAYMENTS, other), 403, 'AU_03')
  })
})

describe('refusals', () => {
  const ok = () => ({ timeRange: range(), metrics: ['payment_count'] })
  const long = { startTime: '2024-01-01', endTime: '2025-06-01' }

  for (const [what, change, code, field] of [
    ['no time range', { timeRange: undefined }, 'IR_01', 'timeRange'],
    ['no start', { timeRange: {} }, 'IR_01', 'timeRange.startTime'],
    ['no metrics', { metrics: undefined }, 'IR_01', 'metrics'],
    ['an empty list of metrics', { metrics: [] }, 'IR_04', 'metrics'],
    ['an unknown metric', { metrics: ['refund_count'] }, 'IR_04', 'metrics'],
    ['an unknown group', { groupByNames: ['reason'] }, 'IR_04', 'groupByNames'],
    ['an unknown filter', { filters: { reason: ['x'] } }, 'IR_04', 'filters.reason'],
    ['an unknown value', { filters: { status: ['paid'] } }, 'IR_04', 'filters.status'],
    ['an unknown field', { granularity: 'G_ONE_DAY' }, 'IR_04', 'granularity'],
    ['an unknown source', { source: 'CACHE' }, 'IR_04', 'source'],
    ['a range of more than 366 days', { timeRange: long }, 'IR_04', 'timeRange'],
    [
      'a start after the end',
      { timeRange: { startTime: '2026-02-01', endTime: '2026-01-01' } },
      'IR_04',
      'timeRange.startTime',
    ],
    [
      'more than 2000 buckets',
      {
        timeRange: { startTime: '2026-01-01', endTime: '2026-01-03' },
        timeSeries: { granularity: 'G_ONE_MIN' },
      },
      'IR_04',
      'timeSeries.granularity',
    ],
    [
      'an unknown granularity',
      { timeSeries: { granularity: 'G_ONE_YEAR' } },
      'IR_04',
      'timeSeries.granularity',
    ],
  ] as const) {
    test(`${what} is refused, even in a list`, async () => {
      assertRefused(await shop.post(PAYMENTS, { ...ok(), ...change }), 400, code, field)
      const second = await shop.post(PAYMENTS, [ok(), { ...ok(), ...change }])
      assertRefused(second, 400, code, `1.${field}`)
    })
  }

  test('the message names the unknown value', async () => {
    const answer = await shop.post(PAYMENTS, { ...ok(), metrics: ['no_such_metric'] })
    assert.match(answer.body.error.message, /no_such_metric/)
  })

  test('a list has 1 to 10 queries', async () => {
    assertRefused(await shop.post(PAYMENTS, []), 400, 'IR_04')
    const eleven = Array.from({ length: 11 }, ok)
    assertRefused(await shop.post(PAYMENTS, eleven), 400, 'IR_04')
    assert.equal((await shop.post(PAYMENTS, eleven.slice(1))).status, 200)
  })

  test('a query that takes too long is refused with a hint', async () => {
    await withServer(await testDatabase(), async (client) => {
      await client.query('begin; lock table refunds in access exclusive mode')
      const body = { timeRange: range(), metrics: ['refund_count'], source: 'LIVE' }

      const answer = await shop.post('/analytics/v1/merchant/metrics/refunds', body)

      await client.query('rollback')
      assertRefused(answer, 400, 'IR_04', 'timeRange')
      assert.match(answer.body.error.message, /shorter time range/)
    })
  })
})
