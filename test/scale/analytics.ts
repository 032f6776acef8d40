// A merchant with a million payments in 30 days, and one with ten thousand. The same query, 30 days by day and
// currency, is answered from the sums for both, and once more by a plain GROUP BY over the large one's payments.
//
// npm run scale:analytics -- --rows 1000000 --repeats 40
//
// With --zones: a year by day in several time zones, instead.
//
// Then the same for an organization with many small merchants, and for one with the large merchant alone.
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import type { Answer, Client } from '#testing/client.ts'
import { harness, type Shop } from '#testing/harness.ts'
import { quantile } from '../../bench/load.ts'
import { measureOrganization } from './analytics_organization.ts'
import { measureZones } from './analytics_zones.ts'
import { type Day, daysOf, groupBy, query, run, seed, timed } from './analytics_rows.ts'

const SMALL = 10_000

export interface Measured {
  readonly rows: number
  readonly small_rows: number
  readonly seeded_ms: number
  readonly counted_ms: number
  /** Sum rows that the query reads. */
  readonly sums: readonly [large: number, small: number]
  readonly raw_ms: readonly number[]
  readonly large_ms: readonly number[]
  readonly small_ms: readonly number[]
  /** True if the large merchant's answer equals the GROUP BY. */
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
  await seed([ids[0]], rows)
  await seed([ids[1]], small_rows)
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

async function sumsOf(merchant_id: string): Promise<number> {
  const [row] = await run<{ n: number }>(
    `select count(*)::int as n from analytics_rollups where merchant_id = $1 and level = 'day' and kind = 'payment'`,
    [merchant_id],
  )
  return row?.n ?? 0
}

/** In turn, so that all meet the same machine. */
async function compare(shop: Shop, small: Client, repeats: number) {
  const { merchant_id } = shop.merchant
  const times = { raw_ms: [] as number[], large_ms: [] as number[], small_ms: [] as number[] }
  for (let n = 0; n < 5; n++) await Promise.all([query(shop), query(small)])
  let raw: Day[] = []
  let answer: Answer | undefined
  for (let n = 0; n < repeats; n++) {
    if (n % 8 === 0) raw = await timed(times.raw_ms, () => groupBy([merchant_id]))
    answer = await timed(times.large_ms, () => query(shop))
    await timed(times.small_ms, () => query(small))
  }
  const got = answer === undefined ? [] : daysOf(answer)
  return { ...times, is_equal: JSON.stringify(got) === JSON.stringify(raw) }
}

async function printZones(rows: number, repeats: number): Promise<void> {
  for (const { zone, ms, raw_ms, is_equal } of await measureZones(rows, repeats)) {
    const [asked, raw] = [ms, raw_ms].map((times) => quantile([...times], 0.5).toFixed(1))
    const line = `${zone}: request ${asked} ms, GROUP BY ${raw} ms, equal: ${is_equal}`
    process.stdout.write(`${line}\n`)
    if (!is_equal) process.exitCode = 1
  }
}

async function printAll(values: {
  rows: string
  repeats: string
  merchants: string
}): Promise<void> {
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
  const { whole, alone, ...org } = await measureOrganization(
    Number(values.merchants),
    1_000,
    Number(values.repeats),
  )
  const [many, one, own] = [median(whole.ms), median(alone.org_ms), median(alone.merchant_ms)]
  const ofOrganization = [
    `an organization of ${org.merchants} merchants with ${org.rows} payments each: ${many.toFixed(1)} ms, ${whole.sums} sums, equal to the GROUP BY: ${whole.is_equal}`,
    `of one merchant with ${org.merchants * org.rows} payments: ${one.toFixed(2)} ms, ${alone.org_pages} pages; with the scope merchant ${own.toFixed(2)} ms, ${alone.merchant_pages} pages`,
    `ratio of the times ${(one / own).toFixed(2)}, of the pages ${(alone.org_pages / alone.merchant_pages).toFixed(2)}`,
  ]
  process.stdout.write(`${ofOrganization.join('\n')}\n`)
  process.exitCode = done.is_equal && whole.is_equal ? 0 : 1
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      zones: { type: 'boolean', default: false },
      rows: { type: 'string', default: '1000000' },
      repeats: { type: 'string', default: '40' },
      merchants: { type: 'string', default: '100' },
    },
  })
  await (values.zones ? printZones(Number(values.rows), Number(values.repeats)) : printAll(values))
}
