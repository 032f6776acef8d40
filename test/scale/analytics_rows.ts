// The measured analytics: payments over some days, the query by day and currency, and the same as a GROUP BY.
import { withServer } from '#kernel/databases.ts'
import type { Answer, Client } from '#testing/client.ts'
import { testDatabase } from '#testing/database.ts'

const START = '2026-03-01T00:00:00.000Z'

export async function run<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return withServer(
    await testDatabase(),
    async (client) => (await client.query<T>(text, values)).rows,
  )
}

/** For each merchant, evenly over the days, 30 by default: four currencies, three outcomes, three networks, two profiles; some declined for four reasons. */
export async function seed(
  merchant_ids: readonly string[],
  rows: number,
  days = 30,
): Promise<void> {
  const columns: Readonly<Record<string, string>> = {
    merchant_id: 'm.merchant_id',
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
    created: `$3::timestamptz + n * (interval '${days} days' / ($2::int + 1))`,
    modified_at: '$3::timestamptz',
    session_before: '$3::timestamptz',
    transitions: '1',
    version: '1',
  }
  await run(
    `insert into payments (${Object.keys(columns).join(', ')})
     select ${Object.values(columns).join(', ')}
     from unnest($1::text[]) as m (merchant_id), generate_series(1, $2::int) n`,
    [merchant_ids, rows, START],
  )
}

export interface Day {
  readonly day: string
  readonly currency: string
  readonly n: number
  readonly succeeded: number
  readonly amount: string
}

/** The range that is asked for, and the zone in which its days begin. */
export interface Asked {
  readonly days: number
  readonly zone: string
}

const MONTH: Asked = { days: 30, zone: 'UTC' }

function lastMoment({ days }: Asked): string {
  return new Date(Date.parse(START) + days * 86_400_000 - 1).toISOString()
}

export function groupBy(merchant_ids: readonly string[], asked = MONTH): Promise<Day[]> {
  return run<Day>(
    `select to_char(date_trunc('day', created at time zone $4), 'YYYY-MM-DD') as day, currency, count(*)::int as n,
       (count(*) filter (where status = 'succeeded'))::int as succeeded, sum(amount_received)::text as amount
     from payments where merchant_id = any($1) and created between $2 and $3 group by 1, 2 order by 1, 2`,
    [merchant_ids, START, lastMoment(asked), asked.zone],
  )
}

export function query(client: Client, scope = 'merchant', asked = MONTH): Promise<Answer> {
  return client.post(`/analytics/v1/${scope}/metrics/payments`, {
    timeRange: { startTime: START, endTime: lastMoment(asked) },
    metrics: ['payment_count', 'payment_success_count', 'payment_processed_amount'],
    groupByNames: ['currency'],
    timeSeries: { granularity: 'G_ONE_DAY' },
    ...(asked.zone === 'UTC' ? {} : { timeZone: asked.zone }),
  })
}

/** The answer's rows, as the GROUP BY has them. */
export function daysOf({ body }: Answer): Day[] {
  return (body.queryData ?? []).map((row: Record<string, unknown>) => ({
    day: String(row['time_bucket_local'] ?? row['time_bucket']).slice(0, 10),
    currency: row['currency'],
    n: row['payment_count'],
    succeeded: row['payment_success_count'],
    amount: String(row['payment_processed_amount']),
  }))
}

export async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  const done = await work()
  into.push(performance.now() - started)
  return done
}
