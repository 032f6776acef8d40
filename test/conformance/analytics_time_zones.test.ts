// Analytics by the days of a time zone, against an oracle that groups the raw payments by Intl's clock.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import type { Answer } from '#testing/client.ts'
import type { Shop } from '#testing/harness.ts'
import { PAYMENTS } from '../support/analytics.ts'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { run } from '../scale/analytics_rows.ts'

interface Paid {
  readonly created: string
  readonly amount: number
  readonly currency: string
}

/** Local midnight in each zone, as a moment in UTC; New York's are before and after both changes of its clock. */
const midnights: readonly (readonly [zone: string, midnight: string])[] = [
  ['Asia/Kolkata', '2026-05-31T18:30:00Z'],
  ['Asia/Kathmandu', '2026-05-31T18:15:00Z'],
  ['America/New_York', '2026-03-08T05:00:00Z'],
  ['America/New_York', '2026-03-09T04:00:00Z'],
  ['America/New_York', '2026-11-01T04:00:00Z'],
  ['America/New_York', '2026-11-02T05:00:00Z'],
  ['UTC', '2026-06-01T00:00:00Z'],
]

/** A second before and at each midnight, and some in every other hour of the year. */
const paid: readonly Paid[] = [
  ...midnights.flatMap(([, midnight], n) =>
    [-1, 0].map((second) => ({
      created: new Date(Date.parse(midnight) + second * 1_000).toISOString(),
      amount: 1_000 + 10 * n + second,
      currency: 'EUR',
    })),
  ),
  ...Array.from({ length: 900 }, (_, n) => ({
    created: new Date(Date.UTC(2026, 0, 1) + n * 9.7 * 3_600_000 + n * 61_000).toISOString(),
    amount: 500 + n,
    currency: n % 3 === 0 ? 'USD' : 'EUR',
  })),
]

const YEAR = { startTime: '2026-01-01T12:00:00Z', endTime: '2026-12-31T09:29:59.999Z' }

let shop: Shop

before(async () => {
  shop = await payingShop()
  const { merchant_id, profile_id } = shop.merchant
  await run(
    `insert into payments (merchant_id, payment_id, profile_id, status, amount, amount_authorized, amount_received,
       amount_capturable, currency, capture_method, off_session, metadata, attempt_count, created, modified_at,
       session_before, transitions, version)
     select $1, 'pay_zone_' || n, $2, 'succeeded', amount, amount, amount, 0, currency, 'automatic', false, '{}', 1,
       created, created, created, 1, 1
     from unnest($3::timestamptz[], $4::bigint[], $5::text[]) with ordinality as p (created, amount, currency, n)`,
    [
      merchant_id,
      profile_id,
      paid.map(({ created }) => created),
      paid.map(({ amount }) => amount),
      paid.map(({ currency }) => currency),
    ],
  )
  await startRebuild(shop.services, merchant_id)
  await finishRebuild(shop.services, merchant_id, () => undefined)
})

after(() => shop.app.close())

type Unit = 'day' | 'week' | 'month'
const granularities = { day: 'G_ONE_DAY', week: 'G_ONE_WEEK', month: 'G_ONE_MONTH' } as const

interface Sent {
  zone?: string
  unit?: Unit
  source?: string
  timeRange?: object
}

async function ask({ zone, unit = 'day', source = 'BATCH', timeRange = YEAR }: Sent) {
  const answer = await shop.post(PAYMENTS, {
    timeRange,
    metrics: ['payment_count', 'payment_processed_amount'],
    groupByNames: ['currency'],
    timeSeries: { granularity: granularities[unit] },
    source,
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

/** `2026-05-31 EUR 2 1998` for each unit with payments, by the date that Intl shows for the moment. */
function expected(zone: string, unit: Unit): string[] {
  const date = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
  const sums = new Map<string, [n: number, amount: number]>()
  for (const { created, amount, currency } of paid) {
    if (created < YEAR.startTime || Date.parse(created) > Date.parse(YEAR.endTime)) continue
    const key = `${unitOf(date.format(new Date(created)), unit)} ${currency}`
    const [n, sum] = sums.get(key) ?? [0, 0]
    sums.set(key, [n + 1, sum + amount])
  }
  return [...sums].map(([key, [n, amount]]) => `${key} ${n} ${amount}`).toSorted()
}

function unitOf(date: string, unit: Unit): string {
  if (unit === 'month') return date.slice(0, 7)
  const monday = new Date(date)
  if (unit === 'week') monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7))
  return monday.toISOString().slice(0, 10)
}

function got({ body }: Answer, zone: string, unit: Unit): string[] {
  const date = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
  return body.queryData
    .filter((row: Record<string, unknown>) => row['payment_count'] !== 0)
    .map((row: Record<string, unknown>) => {
      const start = date.format(new Date(String(row['time_bucket'])))
      const { currency, payment_count, payment_processed_amount } = row
      const values = [currency, payment_count, payment_processed_amount].map(String)
      return [unitOf(start, unit), ...values].join(' ')
    })
    .toSorted()
}

/** The lengths of a range's days in hours. */
function hours({ body }: Answer): number[] {
  const starts: number[] = body.queryData.map((row: Record<string, unknown>) =>
    Date.parse(String(row['time_bucket'])),
  )
  const all = [...new Set(starts)]
  return all.slice(1).map((start, n) => (start - (all[n] ?? 0)) / 3_600_000)
}

const ZONES = [...new Set(midnights.map(([zone]) => zone)), 'Pacific/Auckland', 'Europe/Berlin']

describe('a series in a time zone', () => {
  for (const zone of ZONES) {
    test(`counts each payment on its day, week and month in ${zone}, from sums and from payments`, async () => {
      for (const unit of ['day', 'week', 'month'] as const) {
        const wanted = expected(zone, unit)
        assert.ok(wanted.length > 11)
        assert.deepEqual(got(await ask({ zone, unit }), zone, unit), wanted)
        assert.deepEqual(got(await ask({ zone, unit, source: 'LIVE' }), zone, unit), wanted)
      }
    })
  }

  for (const [zone, midnight] of midnights) {
    test(`separates a payment a second before midnight in ${zone} at ${midnight} from one at midnight`, async () => {
      const at = Date.parse(midnight)
      const timeRange = {
        startTime: new Date(at - 60_000).toISOString(),
        endTime: new Date(at + 60_000).toISOString(),
      }
      const { body } = await ask({ zone, timeRange })
      const counts = body.queryData.map((row: Record<string, unknown>) => row['payment_count'])
      assert.deepEqual(counts, [1, 1])
      const local = zone === 'UTC' ? undefined : `T00:00:00`
      assert.equal(body.queryData[1].time_bucket, new Date(at).toISOString())
      assert.equal(body.queryData[1].time_bucket_local?.slice(10, 19), local)
    })
  }

  test("has the 23 and the 25 hours of New York's days on which the clock changes", async () => {
    const zone = 'America/New_York'
    const spring = { startTime: '2026-03-07T05:00:00Z', endTime: '2026-03-10T12:00:00Z' }
    const autumn = { startTime: '2026-10-31T04:00:00Z', endTime: '2026-11-03T12:00:00Z' }

    assert.deepEqual(hours(await ask({ zone, timeRange: spring })), [24, 23, 24])
    assert.deepEqual(hours(await ask({ zone, timeRange: autumn })), [24, 25, 24])
  })

  test('has hours that begin at full hours of a zone whose offset is not whole hours', async () => {
    const { body } = await shop.post(PAYMENTS, {
      timeRange: { startTime: '2026-05-31T17:15:00Z', endTime: '2026-05-31T19:14:59.999Z' },
      metrics: ['payment_count'],
      timeSeries: { granularity: 'G_ONE_HOUR' },
      timeZone: 'Asia/Kathmandu',
    })
    const local = body.queryData.map((row: Record<string, unknown>) => row['time_bucket_local'])
    assert.deepEqual(local, ['2026-05-31T23:00:00+05:45', '2026-06-01T00:00:00+05:45'])
  })
})

describe("the merchant's time zone", () => {
  const settings = () => `/account/${shop.merchant.merchant_id}/settings`

  test('is UTC until it is set; then it decides the days, and a query can name another', async () => {
    const before_it = await ask({})
    assert.deepEqual(got(before_it, 'UTC', 'day'), expected('UTC', 'day'))
    assert.equal(before_it.body.metaData[0].time_zone, 'UTC')
    assert.ok(!('time_bucket_local' in before_it.body.queryData[0]))

    const set = await shop.post(settings(), { time_zone: 'Asia/Kolkata' })
    const { merchant_id } = shop.merchant
    assert.deepEqual([set.status, set.body], [200, { merchant_id, time_zone: 'Asia/Kolkata' }])
    assert.deepEqual((await shop.get(settings())).body, set.body)
    const own = await ask({})
    assert.deepEqual(got(own, 'Asia/Kolkata', 'day'), expected('Asia/Kolkata', 'day'))
    assert.equal(own.body.metaData[0].time_zone, 'Asia/Kolkata')
    const named = await ask({ zone: 'America/New_York' })
    assert.equal(named.body.metaData[0].time_zone, 'America/New_York')
    assert.deepEqual(got(named, 'America/New_York', 'day'), expected('America/New_York', 'day'))

    await shop.post(settings(), { time_zone: 'UTC' })
    assert.deepEqual((await ask({})).body.queryData, before_it.body.queryData)
  })

  test('is in the audit trail when it changes', async () => {
    await shop.post(settings(), { time_zone: 'Asia/Kathmandu' })
    const { body } = await shop.get('/audit?limit=1')
    assert.match(JSON.stringify(body.data[0]), /Asia\/Kathmandu/)
    await shop.post(settings(), { time_zone: 'UTC' })
  })

  test('that does not exist is refused with the form that is expected', async () => {
    const unknown = await shop.post(settings(), { time_zone: 'Mars/Olympus_Mons' })
    assertRefused(unknown, 400, 'IR_04', 'time_zone')
    assert.match(unknown.body.error.message, /no time zone Mars\/Olympus_Mons.*Europe\/Berlin/)
    assertRefused(await shop.post(settings(), { time_zone: '+05:30' }), 400, 'IR_04', 'time_zone')
    const query = { timeRange: YEAR, metrics: ['payment_count'], timeZone: 'Mars/Olympus_Mons' }
    const refused = await shop.post(PAYMENTS, [query])
    assertRefused(refused, 400, 'IR_04', '0.timeZone')
    assert.match(refused.body.error.message, /no time zone Mars\/Olympus_Mons.*Europe\/Berlin/)
  })

  test('is in a CSV next to the moment in UTC', async () => {
    const { text } = await shop.post(
      PAYMENTS,
      {
        timeRange: { startTime: '2026-05-31T18:30:00Z', endTime: '2026-06-01T18:29:59.999Z' },
        metrics: ['payment_count'],
        timeSeries: { granularity: 'G_ONE_DAY' },
        timeZone: 'Asia/Kolkata',
      },
      { headers: { accept: 'text/csv' } },
    )
    assert.match(text, /^payment_count,time_bucket,time_bucket_local,start_time,end_time\r\n/)
    assert.match(text, /,2026-05-31T18:30:00.000Z,2026-06-01T00:00:00\+05:30,/)
  })
})
