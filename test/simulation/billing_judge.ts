// The oracle's judgement of every customer that still exists. Requests overlap in a simulation, so where a refund or a
// dispute was close to something else, any order of the two is accepted.
import { sleep } from '#kernel/clock.ts'
import { judge } from '../billing/oracle.ts'
import { readRecords } from '../billing/read_records.ts'
import type { CustomerRecords, GiveBack } from '../billing/records.ts'
import { clientOf } from './clients.ts'
import type { Merchant } from './deployment.ts'
import { coupons, prices, profileHeader } from './plan.ts'
import type { Fact, Run } from './run.ts'

const catalogue = {
  prices: new Map(prices.map((price) => [price.item_price_id, price])),
  coupons: new Map(coupons.map((coupon) => [coupon.coupon_code, coupon])),
}

/** Longer than a process is paused. */
const CLOSE_MS = 60_000
const MAX_ORDERS = 64

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
    const records = await readRecords(reader, customer_id)
    violations = wrongRecords(run, facts, records, now)
    if (violations.length === 0) return []
    await sleep(AGAIN_MS)
  }
  return [...violations]
}

/** None if some order of what was close together explains the records. */
function wrongRecords(
  { accepted }: Run,
  facts: readonly Fact[],
  records: CustomerRecords,
  now: Date,
): readonly string[] {
  const journal = { accepted }
  const judged = ordersOf(records).map(
    (give_backs) =>
      judge({
        customers: [{ ...records, give_backs }],
        facts,
        catalogue,
        journal,
        now,
        is_ordered: false,
      }).violations,
  )
  return judged.some(({ length }) => length === 0) ? [] : (judged[0] ?? [])
}

type Place = readonly [from_ms: number, until_ms: number]

/** Where it was, earlier, later, or on both sides of something that happened while it lasted. */
const PLACES: readonly Place[] = [
  [0, 0],
  [-CLOSE_MS, -CLOSE_MS],
  [CLOSE_MS, CLOSE_MS],
  [-CLOSE_MS, CLOSE_MS],
]
const NOWHERE = PLACES.slice(0, 1)

function ordersOf(records: CustomerRecords): (readonly GiveBack[])[] {
  let orders: (readonly GiveBack[])[] = [[]]
  for (const back of records.give_backs) {
    const isClose = orders.length < MAX_ORDERS && hasNeighbour(back, records)
    const places = isClose ? PLACES : NOWHERE
    orders = places.flatMap((place) => orders.map((order) => [...order, moved(back, ...place)]))
  }
  return orders
}

function hasNeighbour(
  { spans }: GiveBack,
  { entries, invoices, subscriptions }: CustomerRecords,
): boolean {
  const moments = [
    ...entries.map(({ created }) => created),
    ...invoices.flatMap(({ created, period_start }) => [created, period_start]),
    ...subscriptions.flatMap(({ ended_at }) => ended_at ?? []),
  ].map((moment) => moment.getTime())
  const own = spans.flatMap(({ from, until }) => [from, until ?? from])
  return own.some((at) => moments.some((other) => Math.abs(at.getTime() - other) < CLOSE_MS))
}

function moved(back: GiveBack, from_ms: number, until_ms: number): GiveBack {
  const by = (moment: Date, ms: number) => new Date(moment.getTime() + ms)
  const spans = back.spans.map(({ from, until }) => ({
    from: by(from, from_ms),
    until: until && by(until, until_ms),
  }))
  return { ...back, spans }
}
