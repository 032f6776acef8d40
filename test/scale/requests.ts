// Finds requests by an object's id in a log with a million rows over seven days: the list as the dashboard reads it, and
// one request with its bodies.
//
//   npm run scale:requests -- --rows 1000000 --reads 200
import assert from 'node:assert/strict'
import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { addMs, DAY_MS, systemClock } from '#kernel/clock.ts'
import { withServer } from '#kernel/databases.ts'
import { maintainPartitions, partitioned } from '#kernel/partitions.ts'
import { startApi } from '#testing/api_process.ts'
import { testDatabase } from '#testing/database.ts'
import { ADMIN_KEY } from '#testing/harness.ts'
import { quantile } from '../../bench/load.ts'
import { newMerchant } from './beside.ts'

const DAYS = 7

export interface Found {
  readonly lists_ms: readonly number[]
  readonly requests_ms: readonly number[]
}

export async function findAmong(rows: number, reads: number): Promise<Found> {
  await using api = await startApi({ FLORIN_PROVIDER: 'instant', FLORIN_RATE_LIMIT: '10000000' })
  const { merchant_id, client } = await newMerchant(api.client(ADMIN_KEY))
  await seed(merchant_id, rows)
  const found = { lists_ms: [] as number[], requests_ms: [] as number[] }
  for (let n = 0; n < reads; n++) {
    const payment = `pay_${Math.floor((n * rows) / reads)}`
    const listed_at = performance.now()
    const { status, body, text } = await client.get(`/requests?object_id=${payment}`)
    found.lists_ms.push(performance.now() - listed_at)
    assert.equal(status, 200, text)
    assert.equal(body.total_count, 1, text)
    const read_at = performance.now()
    const one = await client.get(`/requests/${body.data[0].request_id}`)
    found.requests_ms.push(performance.now() - read_at)
    assert.ok(one.body.object_ids.includes(payment), one.text)
  }
  return found
}

/** One payment in each request, one customer in a thousand requests, and one failed request in a hundred. */
async function seed(merchant_id: string, rows: number): Promise<void> {
  await withServer(await testDatabase(), async (client) => {
    const run = (text: string, values: readonly unknown[]) => client.query(text, [...values])
    const first = addMs(systemClock.now(), -(DAYS - 1) * DAY_MS)
    // As if a worker had run all the time.
    await maintainPartitions(run, partitioned, first)
    await run(
      `insert into requests (merchant_id, request_id, created, method, route, path, status, duration_ms,
          profile_ids, object_ids, request_body, response_body)
        select $1, 'req_' || lpad(n::text, 10, '0'), $2::timestamptz + n * (interval '6 days' / $3::int), 'POST', '/payments',
          '/payments', case when n % 100 = 0 then 402 else 200 end, 12, '{pro_1}',
          array['pay_' || n, 'cus_' || n % 1000], repeat('x', 300), repeat('y', 900)
        from generate_series(0, $3 - 1) as n`,
      [merchant_id, first, rows],
    )
    await run(
      `insert into request_objects select merchant_id, unnest(object_ids), created, request_id from requests
        where merchant_id = $1`,
      [merchant_id],
    )
    await client.query('vacuum analyze requests, request_objects')
  })
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      reads: { type: 'string', default: '200' },
    },
  })
  const found = await findAmong(Number(values.rows), Number(values.reads))
  for (const [what, ms] of Object.entries(found)) {
    const at = (share: number) => quantile(ms as readonly number[], share).toFixed(1)
    process.stdout.write(
      `${what}: median ${at(0.5)} ms, 99 % ${at(0.99)} ms, longest ${at(1)} ms\n`,
    )
  }
  process.stdout.write(`${values.rows} rows; load average ${loadavg()[0]?.toFixed(1)}\n`)
}
