// Analytics: the three metric routes as a caller sees them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { catchUp } from '#testing/analytics.ts'
import type { Answer, Client } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { withCard } from '#testing/payment_body.ts'
import { ISO_UTC, assertRefused } from '../support/expect.ts'
import { countedShop, PAYMENTS, REFUNDS } from '../support/analytics.ts'
import { APPROVED, DECLINED, pay } from '../support/paying.ts'

const DAY_MS = 86_400_000

let shop: Shop
let start: Date

/** The last hours before now, in which everything in this file happens. */
const range = () => ({ startTime: start.toISOString() })

async function query(path: string, body: object, client: Client = shop): Promise<Answer> {
  const answer = await client.post(path, body)
  assert.equal(answer.status, 200, answer.text)
  return answer
}

async function rows(path: string, body: object): Promise<Record<string, unknown>[]> {
  return (await query(path, { timeRange: range(), ...body })).body.queryData
}

before(async () => {
  ;({ shop, start } = await countedShop())
})

after(() => shop.app.close())

describe('the answer', () => {
  test('has queryData and metaData for a query that is an object', async () => {
    const { body } = await query(PAYMENTS, {
      timeRange: range(),
      metrics: ['payment_count', 'payment_success_count', 'payment_failed_count'],
    })

    assert.deepEqual(body.queryData, [
      { payment_count: 6, payment_success_count: 3, payment_failed_count: 1 },
    ])
    const [meta] = body.metaData
    assert.equal(meta.total_payment_count, 6)
    assert.equal(meta.source, 'BATCH')
    assert.equal(meta.is_complete, true)
    assert.equal(meta.lag_seconds, 0)
    assert.equal(meta.current_time_range.start_time, start.toISOString())
    assert.match(meta.current_time_range.end_time, ISO_UTC)
  })

  test('concatenates the rows of several queries, each with its query_index', async () => {
    const one = { timeRange: range(), metrics: ['refund_count'] }
    const { body } = await query(REFUNDS, [one, { ...one, metrics: ['refund_success_count'] }])

    assert.deepEqual(body.queryData, [
      { refund_count: 2, query_index: 0 },
      { refund_success_count: 1, query_index: 1 },
    ])
    assert.equal(body.metaData.length, 2)
    const single = await query(REFUNDS, [one])
    assert.deepEqual(single.body.queryData, [{ refund_count: 2 }])
  })

  test('is the same with the source LIVE', async () => {
    const body = {
      metrics: ['payment_count', 'payment_processed_amount', 'payment_success_rate'],
      groupByNames: ['currency', 'status'],
      timeSeries: { granularity: 'G_FIFTEEN_MIN' },
      delta: true,
    }
    const endTime = shop.clock.now().toISOString()
    const timeRange = { ...range(), endTime }

    const batch = await rows(PAYMENTS, { ...body, timeRange })
    const live = await rows(PAYMENTS, { ...body, timeRange, source: 'LIVE' })

    assert.ok(batch.length > 0)
    assert.deepEqual(live, batch)
  })

  test('names no objects of another merchant', async () => {
    const { client } = await shop.neighbour()

    const { body } = await query(
      PAYMENTS,
      { timeRange: range(), metrics: ['payment_count'] },
      client,
    )

    assert.deepEqual(body.queryData, [{ payment_count: 0 }])
  })
})

describe('metrics of payments', () => {
  test('the rate excludes payments that were never confirmed, and has four decimals', async () => {
    const [row] = await rows(PAYMENTS, { metrics: ['payment_success_rate', 'retries_count'] })
    assert.deepEqual(row, { payment_success_rate: 0.6, retries_count: 0 })

    const [euro] = await rows(PAYMENTS, {
      metrics: ['payment_success_rate'],
      filters: { currency: ['EUR'], status: ['succeeded', 'failed'] },
    })
    assert.deepEqual(euro, { payment_success_rate: 0.6667 })
  })

  test('failure_reasons splits the rows by unified_code', async () => {
    const found = await rows(PAYMENTS, {
      metrics: ['failure_reasons'],
      filters: { status: ['failed'] },
    })

    assert.equal(found.length, 1)
    assert.equal(found[0]?.['failure_reasons'], 1)
    assert.equal(typeof found[0]?.['unified_code'], 'string')
  })

  test('a payment that is confirmed again counts as one, with a retry', async () => {
    const { merchant_id, profile_id } = shop.merchant
    const path = `/account/${merchant_id}/business_profile/${profile_id}`
    await shop.post(path, { is_manual_retry_enabled: true })
    const failed = await pay(shop, DECLINED, { profile_id, currency: 'GBP' })
    const again = await shop.post(`/payments/${failed.body.payment_id}/confirm`, withCard())
    assert.equal(again.body.status, 'succeeded', again.text)
    await catchUp(shop.services)

    const [row] = await rows(PAYMENTS, {
      metrics: ['payment_count', 'payment_failed_count', 'retries_count'],
      filters: { currency: ['GBP'] },
    })

    assert.deepEqual(row, { payment_count: 1, payment_failed_count: 0, retries_count: 1 })
  })
})

describe('amounts', () => {
  test('are always split by currency, and so are their totals', async () => {
    const { body } = await query(PAYMENTS, {
      timeRange: range(),
      metrics: ['payment_processed_amount', 'avg_ticket_size', 'payment_success_count'],
      filters: { currency: ['EUR', 'USD'] },
    })

    assert.deepEqual(body.queryData, [
      {
        currency: 'EUR',
        payment_processed_amount: 3_001,
        avg_ticket_size: 1_501,
        payment_success_count: 2,
      },
      {
        currency: 'USD',
        payment_processed_amount: 500,
        avg_ticket_size: 500,
        payment_success_count: 1,
      },
    ])
    const [meta] = body.metaData
    assert.deepEqual(meta.total_payment_processed_amount, { EUR: 3_001, USD: 500 })
    assert.deepEqual(meta.total_avg_ticket_size, { EUR: 1_501, USD: 500 })
    assert.equal(meta.total_payment_success_count, 3)
  })

  test('of one currency are not split, and their total is a number', async () => {
    const { body } = await query(PAYMENTS, {
      timeRange: range(),
      metrics: ['payment_processed_amount'],
      filters: { currency: ['EUR'] },
    })

    assert.deepEqual(body.queryData, [{ payment_processed_amount: 3_001 }])
    assert.equal(body.metaData[0].total_payment_processed_amount, 3_001)
  })

  test('of refunds count refunds that succeeded', async () => {
    const found = await rows(REFUNDS, {
      metrics: ['refund_count', 'refund_processed_amount', 'refund_success_rate'],
      groupByNames: ['refund_type', 'refund_status'],
    })

    assert.deepEqual(found, [
      {
        currency: 'EUR',
        refund_status: 'pending',
        refund_type: 'Scheduled',
        refund_count: 1,
        refund_processed_amount: 0,
        refund_success_rate: 0,
      },
      {
        currency: 'EUR',
        refund_status: 'succeeded',
        refund_type: 'Instant',
        refund_count: 1,
        refund_processed_amount: 300,
        refund_success_rate: 1,
      },
    ])
  })
})

describe('groups and filters', () => {
  for (const [name, value] of [
    ['currency', 'EUR'],
    ['status', 'succeeded'],
    ['payment_method', 'card'],
    ['payment_method_type', null],
    ['authentication_type', null],
    ['card_network', 'visa'],
    ['profile_id', null],
    ['unified_code', null],
  ] as const) {
    test(`${name} groups and filters`, async () => {
      const metrics = ['payment_count']
      const groups = await rows(PAYMENTS, { metrics, groupByNames: [name] })

      const sum = groups.reduce((n, row) => n + Number(row['payment_count']), 0)
      assert.equal(sum, (await rows(PAYMENTS, { metrics }))[0]?.['payment_count'])
      const wanted = value ?? groups.map((row) => row[name]).find((each) => each !== null)
      if (wanted === undefined) return
      const group = groups.find((row) => row[name] === wanted)
      assert.ok(group, JSON.stringify(groups))
      const [filtered] = await rows(PAYMENTS, { metrics, filters: { [name]: [wanted] } })
      assert.equal(filtered?.['payment_count'], group['payment_count'])
    })
  }

  test('auth_type is authentication_type', async () => {
    const metrics = ['payment_count']
    const found = await rows(PAYMENTS, { metrics, groupByNames: ['auth_type'] })
    assert.deepEqual(
      found,
      await rows(PAYMENTS, { metrics, groupByNames: ['authentication_type'] }),
    )
  })

  test('customer_id filters, and does not group', async () => {
    await shop.post('/customers', { customer_id: 'ada', name: 'Ada' })
    const { profile_id } = shop.merchant
    await pay(shop, APPROVED, { profile_id, currency: 'CHF', customer_id: 'ada' })

    const metrics = ['payment_count']
    const found = await rows(PAYMENTS, { metrics, filters: { customer_id: ['ada'] } })

    assert.deepEqual(found, [{ payment_count: 1 }])
    const grouped = { timeRange: range(), metrics, groupByNames: ['customer_id'] }
    assertRefused(await shop.post(PAYMENTS, grouped), 400, 'IR_04', 'groupByNames')
  })
})

describe('a time series', () => {
  test('has every bucket, also empty ones, with its range', async () => {
    const today = new Date(Math.floor(shop.clock.now().getTime() / DAY_MS) * DAY_MS)
    const from = new Date(today.getTime() - 2 * DAY_MS)
    const found = await rows(PAYMENTS, {
      timeRange: { startTime: from.toISOString() },
      metrics: ['payment_success_count'],
      filters: { currency: ['USD'] },
      timeSeries: { granularity: 'G_ONE_DAY' },
    })

    assert.deepEqual(
      found.map((row) => [row['time_bucket'], row['payment_success_count']]),
      [
        [from.toISOString(), 0],
        [new Date(from.getTime() + DAY_MS).toISOString(), 0],
        [today.toISOString(), 1],
      ],
    )
    assert.deepEqual(found[0]?.['time_range'], {
      start_time: from.toISOString(),
      end_time: new Date(from.getTime() + DAY_MS - 1).toISOString(),
    })
  })

  for (const name of [
    'G_ONE_MIN',
    'G_FIVE_MIN',
    'G_FIFTEEN_MIN',
    'G_THIRTY_MIN',
    'G_ONE_HOUR',
    'G_ONE_DAY',
    'G_ONE_WEEK',
    'G_ONE_MONTH',
  ]) {
    const alias = name.replace(/_([A-Z]+)$/, '$1')
    test(`${name} and ${alias} are the same, and add up to the total`, async () => {
      const endTime = shop.clock.now().toISOString()
      const body = { timeRange: { ...range(), endTime }, metrics: ['payment_count'] }
      const whole = await rows(PAYMENTS, body)

      const found = await rows(PAYMENTS, { ...body, timeSeries: { granularity: name } })

      const sum = found.reduce((n, row) => n + Number(row['payment_count']), 0)
      assert.equal(sum, whole[0]?.['payment_count'])
      const other = await rows(PAYMENTS, { ...body, timeSeries: { granularity: alias } })
      assert.deepEqual(other, found)
    })
  }

  test('a week starts on Monday and a month on its first day', async () => {
    const timeRange = { startTime: '2026-01-14T10:00:00Z', endTime: '2026-02-03T00:00:00Z' }
    const body = { timeRange, metrics: ['payment_count'] }
    const starts = async (granularity: string) =>
      (await rows(PAYMENTS, { ...body, timeSeries: { granularity } })).map((row) =>
        String(row['time_bucket']).slice(0, 10),
      )

    assert.deepEqual(await starts('G_ONE_WEEK'), [
      '2026-01-12',
      '2026-01-19',
      '2026-01-26',
      '2026-02-02',
    ])
    assert.deepEqual(await starts('G_ONE_MONTH'), ['2026-01-01', '2026-02-01'])
  })
})

describe('the time range', () => {
  test('includes both ends, to the millisecond', async () => {
    const { profile_id } = shop.merchant
    const { body } = await pay(shop, APPROVED, { profile_id, currency: 'JPY' })
    await catchUp(shop.services)
    const at = new Date(body.created).getTime()
    const counted = async (from: number, to: number) => {
      const timeRange = { startTime: new Date(from), endTime: new Date(to) }
      const filters = { currency: ['JPY'] }
      return (await rows(PAYMENTS, { timeRange, metrics: ['payment_count'], filters }))[0]
    }

    assert.deepEqual(await counted(at, at), { payment_count: 1 })
    assert.deepEqual(await counted(at + 1, at + 1), { payment_count: 0 })
    assert.deepEqual(await counted(at - 1, at - 1), { payment_count: 0 })
    assert.deepEqual(await counted(at - DAY_MS, at), { payment_count: 1 })
    assert.deepEqual(await counted(at - DAY_MS, at - 1), { payment_count: 0 })
  })

  test('delta compares with the time of equal length just before', async () => {
    const { profile_id } = shop.merchant
    const { body } = await pay(shop, APPROVED, { profile_id, currency: 'SEK', amount: 900 })
    await catchUp(shop.services)
    const at = new Date(body.created).getTime()
    const metrics = ['payment_processed_amount', 'payment_success_rate']
    const filters = { currency: ['SEK'] }
    const later = { startTime: new Date(at + 1), endTime: new Date(at + 1_000) }
    const [row] = await rows(PAYMENTS, { timeRange: later, metrics, filters, delta: true })

    assert.deepEqual(row, {
      payment_processed_amount: 0,
      payment_processed_amount_delta: -900,
      payment_success_rate: 0,
      payment_success_rate_delta: -1,
    })
  })

  test('a refund counts when it was created, not when its payment was', async () => {
    const { profile_id } = shop.merchant
    const { body } = await pay(shop, APPROVED, { profile_id, currency: 'NOK' })
    shop.clock.advance(60_000)
    const refund = await shop.post('/refunds', { payment_id: body.payment_id, amount: 10 })
    assert.equal(refund.status, 201, refund.text)
    await catchUp(shop.services)

    const filters = { currency: ['NOK'] }
    const timeRange = { startTime: new Date(new Date(body.created).getTime() + 30_000) }
    const metrics = ['refund_count']

    assert.deepEqual(await rows(REFUNDS, { timeRange, metrics, filters }), [{ refund_count: 1 }])
    const payments = await rows(PAYMENTS, { timeRange, metrics: ['payment_count'], filters })
    assert.deepEqual(payments, [{ payment_count: 0 }])
  })
})

describe('freshness', () => {
  test('a change that is not counted yet is in LIVE, and its age in lag_seconds', async () => {
    const { payment_id } = (await pay(shop, APPROVED, { profile_id: shop.merchant.profile_id }))
      .body
    const made = await shop.post('/refunds', { payment_id, amount: 1, refund_type: 'Scheduled' })
    assert.equal(made.status, 201, made.text)
    const since = { startTime: made.body.created }
    const body = { timeRange: since, metrics: ['refund_count'] }
    // A full quarter of an hour is read from the sums.
    const quarter = new Date(Math.floor(new Date(made.body.created).getTime() / 900_000) * 900_000)
    const endTime = new Date(quarter.getTime() + 900_000 - 1)
    const timeRange = { startTime: quarter, endTime }

    const stale = await query(REFUNDS, { ...body, timeRange })
    const live = await query(REFUNDS, { ...body, timeRange, source: 'LIVE' })
    await catchUp(shop.services)
    const fresh = await query(REFUNDS, { ...body, timeRange })

    assert.ok(stale.body.metaData[0].lag_seconds > 0, stale.text)
    assert.equal(live.body.metaData[0].lag_seconds, 0)
    const counted = ({ body: { queryData } }: Answer) => queryData[0].refund_count
    assert.equal(counted(stale), counted(live) - 1)
    assert.equal(counted(fresh), counted(live))
    assert.equal(fresh.body.metaData[0].lag_seconds, 0)
  })

  test('the default end is the time of the merchant in the sandbox', async () => {
    const { client, merchant } = await shop.neighbour()
    const ahead = await client.post('/sandbox/clock', { advance: '40d' })
    assert.equal(ahead.status, 200, ahead.text)
    const { profile_id } = merchant
    const paid = await pay(client, APPROVED, { profile_id })
    await catchUp(shop.services)

    const startTime = new Date(new Date(paid.body.created).getTime() - 1_000)
    const body = { timeRange: { startTime }, metrics: ['payment_count'] }

    const answer = await query(PAYMENTS, body, client)
    assert.deepEqual(answer.body.queryData, [{ payment_count: 1 }])
  })
})
