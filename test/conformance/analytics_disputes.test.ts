// Analytics: dispute metrics, and the CSV export.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { delayBank } from '#testing/bank.ts'
import { catchUp } from '#testing/analytics.ts'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { arrangements, DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, pay, payingShop } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const DISPUTES = '/analytics/v1/merchant/metrics/disputes'
const PAYMENTS = '/analytics/v1/merchant/metrics/payments'

let shop: Shop
let startTime: string

before(async () => {
  shop = await payingShop()
  startTime = new Date(shop.clock.now().getTime() - 1_000).toISOString()
  await arrangements['dispute_accepted']?.(shop)
  await arrangements['dispute_won']?.(shop)
  await disputed(shop, undefined, { amount: 300, currency: 'USD' })
  await pay(shop, APPROVED, { currency: 'EUR' })
  await pay(shop, APPROVED, { currency: 'EUR' })
  await catchUp(shop.services)
})

after(() => shop.app.close())

async function query(body: object, path = DISPUTES): Promise<Answer> {
  const answer = await shop.post(path, { timeRange: { startTime }, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

describe('metrics of disputes', () => {
  test('amounts are by currency, and the rate divides by succeeded payments', async () => {
    const { body } = await query({
      metrics: [
        'dispute_count',
        'total_amount_disputed',
        'total_dispute_lost_amount',
        'dispute_rate',
      ],
    })

    assert.deepEqual(body.queryData, [
      {
        currency: 'EUR',
        dispute_count: 2,
        total_amount_disputed: 2_000,
        total_dispute_lost_amount: 1_000,
        dispute_rate: 0.5,
      },
      {
        currency: 'USD',
        dispute_count: 1,
        total_amount_disputed: 300,
        total_dispute_lost_amount: 0,
        dispute_rate: 1,
      },
    ])
    const [meta] = body.metaData
    assert.equal(meta.total_dispute_count, 3)
    assert.equal(meta.total_dispute_rate, 0.6)
    assert.deepEqual(meta.total_total_amount_disputed, { EUR: 2_000, USD: 300 })
  })

  test('dispute_status_metric splits the rows by status', async () => {
    const { body } = await query({ metrics: ['dispute_status_metric'] })

    assert.deepEqual(body.queryData, [
      { dispute_status: 'dispute_accepted', dispute_status_metric: 1 },
      { dispute_status: 'dispute_opened', dispute_status_metric: 1 },
      { dispute_status: 'dispute_won', dispute_status_metric: 1 },
    ])
    assert.equal(body.metaData[0].total_dispute_status_metric, 3)
  })

  for (const name of ['dispute_status', 'dispute_stage', 'currency', 'reason', 'profile_id']) {
    test(`${name} groups and filters`, async () => {
      const metrics = ['dispute_count']
      const { body } = await query({ metrics, groupByNames: [name] })

      const [group] = body.queryData
      assert.equal(typeof group[name], 'string')
      const filtered = await query({ metrics, filters: { [name]: [group[name]] } })
      assert.deepEqual(filtered.body.queryData, [{ dispute_count: group.dispute_count }])
    })
  }

  test('LIVE is the same', async () => {
    const all = {
      timeRange: { startTime, endTime: shop.clock.now().toISOString() },
      metrics: ['dispute_count', 'total_dispute_lost_amount', 'dispute_rate'],
      groupByNames: ['dispute_status', 'profile_id'],
      delta: true,
    }
    const batch = await query(all)
    const live = await query({ ...all, source: 'LIVE' })
    assert.deepEqual(live.body.queryData, batch.body.queryData)
  })

  test('a payment metric is unknown here', async () => {
    const answer = await shop.post(DISPUTES, {
      timeRange: { startTime },
      metrics: ['payment_count'],
    })
    assertRefused(answer, 400, 'IR_04', 'metrics')
  })
})

describe('Accept: text/csv', () => {
  const headers = { Accept: 'text/csv' }
  const csv = (body: object, path = PAYMENTS, more: Record<string, string> = {}) =>
    shop.post(path, { timeRange: { startTime }, ...body }, { headers: { ...headers, ...more } })

  test('answers queryData as a file, a line for each row', async () => {
    const body = {
      metrics: ['payment_count', 'payment_processed_amount'],
      groupByNames: ['status', 'unified_code'],
    }
    const answer = await csv(body)

    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('Content-Type'), 'text/csv; charset=utf-8; header=present')
    assert.match(answer.headers.get('Content-Disposition') ?? '', /payment_metrics\.csv/)
    assert.equal(
      answer.text,
      'currency,status,unified_code,payment_count,payment_processed_amount\r\n' +
        'EUR,succeeded,,4,4000\r\nUSD,succeeded,,1,300\r\n',
    )
  })

  test('has the time of each bucket in columns, and the columns of all queries', async () => {
    const one = { timeRange: { startTime }, metrics: ['payment_count'] }
    const two = { ...one, timeSeries: { granularity: 'G_ONE_MONTH' } }
    const answer = await shop.post(PAYMENTS, [one, two], { headers })

    const [names, first, second] = answer.text.split('\r\n')
    assert.equal(names, 'query_index,payment_count,time_bucket,start_time,end_time')
    assert.equal(first, '0,5,,,')
    assert.match(second ?? '', /^1,5,\d{4}-\d\d-01T00:00:00\.000Z,\d{4}-/)
  })

  test('text that a spreadsheet would run as a formula is marked as text', async () => {
    await shop.services.db.run(
      `update disputes set reason = '=cmd|"x",1' where merchant_id = $1 and currency = 'USD'`,
      [shop.merchant.merchant_id],
    )
    await catchUp(shop.services)

    const answer = await csv({ metrics: ['dispute_count'], groupByNames: ['reason'] }, DISPUTES)

    assert.ok(answer.text.includes(`"'=cmd|""x"",1",1\r\n`), answer.text)
  })

  test('an error is JSON, and an Idempotency-Key can be used again', async () => {
    assertRefused(await csv({ metrics: ['nothing'] }), 400, 'IR_04', 'metrics')
    const key = { 'Idempotency-Key': 'csv-1' }
    const first = await csv({ metrics: ['payment_count'] }, PAYMENTS, key)
    const second = await csv({ metrics: ['payment_count'] }, PAYMENTS, key)

    assert.equal(first.text, second.text)
    assert.equal(second.status, 200)
  })
})
