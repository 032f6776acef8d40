// A merchant with a million payments in 30 days, and one with ten thousand. The same query, 30 days by day and currency,
// is answered from the sums for both, and once more by a plain GROUP BY over the payments of the large one.
//
//   npm run scale:analytics -- --rows 1000000 --repeats 40
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { withServer } from '#kernel/databases.ts'
import { finishRebuild, startRebuild } from '#resources/analytics/rebuild.ts'
import type { Answer, Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { quantile } from '../../bench/load.ts'

const START = '2026-03-01T00:00:00.000Z'
const END = '2026-03-30T23:59:59.999Z'
const SMALL = 10_000

export interface Measured {
  readonly rows: number
  readonly small_rows: number
  readonly seeded_ms: number
  readonly counted_ms: number
  /** Rows of the sums that the query reads. */
  readonly sums: readonly [large: number, small: number]
  readonly raw_ms: readonly number[]
  readonly large_ms: readonly number[]
  readonly small_ms: readonly number[]
  /** Whether the answer for the large merchant equals the GROUP BY. */
  readonly is_equal: boolean
}

export async function measureAnalytics(
  rows: number,
  repeats: number,
  small_rows = SMALL,
): Promise<Measured> {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const small = await shop.neighbour()
  const ids = [shop.merchant.merchant_id, small.merchant.merchant_id] as const
  const started = performance.now()
  await seed(ids[0], rows)
  await seed(ids[1], small_rows)
  await run('vacuum analyze payments')
  const seeded = performance.now()
  for (const id of ids) {
    await startRebuild(shop.services, id)
    await finishRebuild(shop.services, id, () => undefined)
  }
  const counted = performance.now()
  await run('vacuum analyze analytics_rollups')
  const times = await compare(shop, small.client, repeats)
  return {
    rows,
    small_rows,
    seeded_ms: seeded - started,
    counted_ms: counted - seeded,
    sums: [await sumsOf(ids[0]), await sumsOf(ids[1])],
    ...times,
  }
}

async function run<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return withServer(
    await testDatabase(),
    async (client) => (await client.query<T>(text, values)).rows,
  )
}

/** Evenly over 30 days: four currencies, three outcomes, three networks, two profiles; some declined for four reasons. */
async function seed(merchant_id: string, rows: number): Promise<void> {
  const columns: Readonly<Record<string, string>> = {
    merchant_id: '$1',
    payment_id: `'pay_' || lpad(n::text, 10, '0')`,
    profile_id: `'pro_' || n % 2`,
    status: `(array['succeeded', 'succeeded', 'succeeded', 'failed', 'cancelled'])[1 + n / 7 % 5]`,
    amount: '1000 + n % 9000',
    amount_authorized: '1000 + n % 9000',
    amount_received: `case when n / 7 % 5 < 3 then 1000 + n % 9000 else 0 end`,
    amount_capturable: '0',
    currency: `(array['EUR', 'USD', 'GBP', 'JPY'])[1 + n % 4]`,
    capture_method: `'automatic'`,
    payment_method: `'card'`,
    payment_method_type: `'credit'`,
    payment_method_data: `jsonb_build_object('card', jsonb_build_object('brand',
      (array['visa', 'mastercard', 'amex'])[1 + n / 3 % 3], 'last4', '4242'))`,
    unified_code: `case when n / 7 % 5 = 3 then 'UE_' || n / 11 % 4 end`,
    off_session: 'false',
    metadata: `'{}'`,
    attempt_count: '1',
    created: `$3::timestamptz + n * (interval '30 days' / ($2::int + 1))`,
    modified_at: '$3::timestamptz',
    session_before: '$3::timestamptz',
    transitions: '1',
    version: '1',
  }
  await run(
    `insert into payments (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')} from generate_series(1, $2::int) n`,
    [merchant_id, rows, START],
  )
}

async function sumsOf(merchant_id: string): Promise<number> {
  const [row] = await run<{ n: number }>(
    `select count(*)::int as n from analytics_rollups where merchant_id = $1 and level = 'day' and kind = 'payment'`,
    [merchant_id],
  )
  return row?.n ?? 0
}

interface Day {
  readonly day: string
  readonly currency: string
  readonly n: number
  readonly succeeded: number
  readonly amount: string
}

function groupBy(merchant_id: string): Promise<Day[]> {
  return run<Day>(
    `select to_char(date_trunc('day', created at time zone 'UTC'), 'YYYY-MM-DD') as day, currency, count(*)::int as n,
       (count(*) filter (where status = 'succeeded'))::int as succeeded, sum(amount_received)::text as amount
     from payments where merchant_id = $1 and created between $2 and $3 group by 1, 2 order by 1, 2`,
    [merchant_id, START, END],
  )
}

function query(client: Client): Promise<Answer> {
  return client.post('/analytics/v1/merchant/metrics/payments', {
    timeRange: { startTime: START, endTime: END },
    metrics: ['payment_count', 'payment_success_count', 'payment_processed_amount'],
    groupByNames: ['currency'],
    timeSeries: { granularity: 'G_ONE_DAY' },
  })
}

/** In turn, so that all meet the same machine. */
async function compare(shop: Shop, small: Client, repeats: number) {
  const { merchant_id } = shop.merchant
  const times = { raw_ms: [] as number[], large_ms: [] as number[], small_ms: [] as number[] }
  const timed = async <T>(into: number[], work: () => Promise<T>) => {
    const started = performance.now()
    const done = await work()
    into.push(performance.now() - started)
    return done
  }
  for (let n = 0; n < 5; n++) await Promise.all([query(shop), query(small)])
  let raw: Day[] = []
  let answer: Answer | undefined
  for (let n = 0; n < repeats; n++) {
    if (n % 8 === 0) raw = await timed(times.raw_ms, () => groupBy(merchant_id))
    answer = await timed(times.large_ms, () => query(shop))
    await timed(times.small_ms, () => query(small))
  }
  const got = (answer?.body.queryData ?? []).map((row: Record<string, unknown>) => ({
    day: String(row['time_bucket']).slice(0, 10),
    currency: row['currency'],
    n: row['payment_count'],
    succeeded: row['payment_success_count'],
    amount: String(row['payment_processed_amount']),
  }))
  return { ...times, is_equal: JSON.stringify(got) === JSON.stringify(raw) }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      repeats: { type: 'string', default: '40' },
    },
  })
  const done = await measureAnalytics(Number(values.rows), Number(values.repeats))
  const median = (of: readonly number[]) => quantile([...of], 0.5)
  const [raw, large, small] = [median(done.raw_ms), median(done.large_ms), median(done.small_ms)]
  const lines = [
    `${done.rows} payments and ${done.small_rows}, on ${cpus().length} cores (${cpus()[0]?.model})`,
    `seeded in ${Math.round(done.seeded_ms)} ms, counted in ${Math.round(done.counted_ms)} ms`,
    `sums read: ${done.sums.join(' and ')}; equal to the GROUP BY: ${done.is_equal}`,
    `GROUP BY ${raw.toFixed(1)} ms, request ${large.toFixed(2)} ms, of the small merchant ${small.toFixed(2)} ms`,
    `ratio to the GROUP BY ${(large / raw).toFixed(5)}, to the small merchant ${(large / small).toFixed(2)}`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = done.is_equal ? 0 : 1
}
