// The oracle's judgement on every customer that still exists. Requests overlap in a simulation and process clocks
// differ, so where a refund or a dispute was close to something else, either order is accepted.
import { sleep } from '#kernel/clock.ts'
import { judge } from '../billing/oracle.ts'
import { readRecords } from '../billing/read_records.ts'
import { clientOf } from './clients.ts'
import type { Merchant } from './deployment.ts'
import { MAX_SHIFT_MS } from './faults.ts'
import { coupons, prices, profileHeader } from './plan.ts'
import type { Fact, Run } from './run.ts'

const catalogue = {
  prices: new Map(prices.map((price) => [price.item_price_id, price])),
  coupons: new Map(coupons.map((coupon) => [coupon.coupon_code, coupon])),
}

/** Longer than two process clocks differ, and one process is paused. */
const CLOSE_MS = 2 * MAX_SHIFT_MS + 60_000

export async function wrongBilling(run: Run, facts: readonly Fact[]): Promise<string[]> {
  const found: string[] = []
  for (const merchant of run.simulated.merchants) {
    const own = run.customers.filter((customer) => customer.merchant === merchant)
    const certain = own.filter(({ is_deleted, id }) => !is_deleted && !run.uncertain.has(id))
    for (const { id } of certain) found.push(...(await wrongCustomer(run, facts, merchant, id)))
  }
  return found
}

const TRIES = 5
const AGAIN_MS = 1_000

/** Workers go on: what looks wrong is looked at again. */
async function wrongCustomer(
  run: Run,
  facts: readonly Fact[],
  merchant: Merchant,
  customer_id: string,
): Promise<string[]> {
  const client = clientOf(run, () => 0, merchant)
  const headers = profileHeader(merchant)
  const get = (path: string) => client.get(path, { headers })
  const reader = { merchant_id: merchant.merchant_id, get }
  let violations: readonly string[] = []
  for (let n = 0; n < TRIES; n++) {
    const now = new Date((await client.get('/sandbox/clock')).body.now)
    const customers = [await readRecords(reader, customer_id)]
    const journal = { accepted: run.accepted }
    violations = judge({
      customers,
      facts,
      catalogue,
      journal,
      now,
      close_ms: CLOSE_MS,
    }).violations
    if (violations.length === 0) return []
    await sleep(AGAIN_MS)
  }
  return [...violations]
}
