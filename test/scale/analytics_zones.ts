// A year by day and currency in several time zones, for a merchant with payments in every quarter hour: from the sums,
// compared with a GROUP BY in which PostgreSQL computes the days.
//
// npm run scale:analytics -- --zones --rows 300000
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { harness } from '#testing/harness.ts'
import { daysOf, groupBy, query, run, seed, timed } from './analytics_rows.ts'

const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']

export interface MeasuredZone {
  readonly zone: string
  readonly ms: readonly number[]
  readonly raw_ms: readonly number[]
  /** True if the answer equals the GROUP BY. */
  readonly is_equal: boolean
}

export async function measureZones(
  rows: number,
  repeats: number,
  days = 365,
): Promise<MeasuredZone[]> {
  await using shop = await harness({ env: { FLORIN_PROVIDER: 'instant' } })
  const { merchant_id } = shop.merchant
  await seed([merchant_id], rows, days)
  await run('vacuum analyze payments')
  await startRebuild(shop.services, merchant_id)
  await finishRebuild(shop.services, merchant_id, () => undefined)
  await run('vacuum analyze analytics_rollups')
  const measured: MeasuredZone[] = []
  for (const zone of zones) {
    const asked = { days, zone }
    const times = { ms: [] as number[], raw_ms: [] as number[] }
    const raw = await timed(times.raw_ms, () => groupBy([merchant_id], asked))
    let answer = await query(shop, 'merchant', asked)
    for (let n = 0; n < repeats; n++) {
      answer = await timed(times.ms, () => query(shop, 'merchant', asked))
    }
    const is_equal = JSON.stringify(daysOf(answer)) === JSON.stringify(raw)
    measured.push({ zone, ...times, is_equal })
  }
  return measured
}
