// GET /analytics/subscriptions: monthly recurring revenue and churn.
import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { type Dice, dice } from '#testing/billing_history.ts'
import type { Answer } from '#testing/client.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, payingShop } from '../support/paying.ts'
import {
  arrange,
  createPrice,
  DECLINED_LATER,
  orderOf,
  confirm,
  pass,
  pathOf,
  ProfileClient,
  subscribed,
} from '../support/subscribing.ts'

const FIGURES = '/analytics/subscriptions'
const shop = await payingShop()
after(() => shop.app.close())

/** A merchant without subscriptions. */
async function newShop() {
  const { client, merchant } = await shop.neighbour()
  return { client, merchant, api: new ProfileClient(client, merchant.profile_id) }
}

const nothing = {
  mrr: 0,
  mrr_unpaid: 0,
  subscriptions: 0,
  in_trial: 0,
  paused: 0,
  at_start: 0,
  churned: 0,
  churn_rate: null,
  mrr_churned: 0,
}

describe('what counts', () => {
  test('every interval counts for a month of the year, less its coupon, and currencies stay apart', async () => {
    const { api } = await newShop()
    await subscribed(api, { amount: 1_000 })
    await subscribed(api, { amount: 12_001, interval: 'year' })
    await subscribed(api, { amount: 700, interval: 'week', interval_count: 2 })
    await subscribed(api, { amount: 100, interval: 'day', interval_count: 3, currency: 'JPY' })
    const coupon_code = `OFF${randomInt(1e9)}`
    const coupon = { coupon_code, percent_off: 25, duration: 'forever' }
    assert.equal((await api.post('/subscriptions/coupons', coupon)).status, 201)
    await subscribed(api, { amount: 999 }, { coupon_code })

    const { body } = await api.get(FIGURES)

    // 1000 + 1000.083 + 1516.667 + 749, and 1013.889.
    assert.equal(body.is_complete, true)
    assert.deepEqual(body.currencies, [
      { ...nothing, currency: 'EUR', mrr: 4_266, subscriptions: 4 },
      { ...nothing, currency: 'JPY', mrr: 1_014, subscriptions: 1 },
    ])
  })

  for (const [status, expected] of [
    ['created', undefined],
    ['failed', undefined],
    ['in_active', undefined],
    ['cancelled', undefined],
    ['trial', { in_trial: 1 }],
    ['paused', { paused: 1 }],
    ['active', { mrr: 1_000, subscriptions: 1 }],
    ['onetime', { mrr: 1_000, subscriptions: 1 }],
    ['unpaid', { mrr: 1_000, mrr_unpaid: 1_000, subscriptions: 1 }],
  ] as const) {
    const figures = expected === undefined ? 'nothing' : JSON.stringify(expected)
    test(`a subscription that is ${status}: ${figures}`, async () => {
      const { api } = await newShop()
      const made = await arrange(shop, api, status)

      const since = new Date(Date.parse(made.body.created) - 1).toISOString()
      const { body } = await api.get(`${FIGURES}?ended_gte=${since}`)

      const row = { ...nothing, currency: 'EUR', ...expected }
      assert.deepEqual(body.currencies, expected === undefined ? [] : [row])
    })
  }

  test('a first payment that is pending does not count; a renewal does', async () => {
    const { api } = await newShop()
    await arrange(shop, api, 'pending')
    assert.deepEqual((await api.get(FIGURES)).body.currencies, [])
  })
})

test('churn is the share of those at the start of a time that ended in it', async () => {
  const { api } = await newShop()
  const made: Answer[] = []
  for (let n = 0; n < 3; n++) made.push(await subscribed(api, { amount: 500 }))
  shop.clock.advance(60_000)
  const since = shop.clock.now().toISOString()
  const late = await subscribed(api, { amount: 900 })
  for (const each of [made[0], late]) {
    if (each) await api.post(`${pathOf(each)}/cancel`, { cancel_option: 'immediately' })
  }
  const until = shop.clock.now().toISOString()
  shop.clock.advance(60_000)

  const within = await api.get(`${FIGURES}?ended_gte=${since}&ended_lte=${until}`)
  const afterwards = await api.get(`${FIGURES}?ended_gte=${shop.clock.now().toISOString()}`)

  const open = { ...nothing, currency: 'EUR', mrr: 1_000, subscriptions: 2 }
  const churn = { at_start: 3, churned: 1, churn_rate: 33.33, mrr_churned: 500 }
  assert.deepEqual(within.body.currencies, [{ ...open, ...churn }])
  assert.deepEqual(afterwards.body.currencies, [{ ...open, at_start: 2, churn_rate: 0 }])
})

test('the prices are counted, the most used first', async () => {
  const { api } = await newShop()
  const one = await subscribed(api)
  const { item_price_id, customer_id } = one.body
  const details = { payment_details: { return_url: 'https://shop.example/' } }
  const again = { customer_id, item_price_id, ...details }
  const other = await subscribed(api, { amount: 300 })
  assert.equal((await confirm(api, await api.post('/subscriptions/create', again))).status, 200)

  const { prices } = (await api.get(FIGURES)).body

  const { plan_id } = one.body
  assert.deepEqual(prices, [
    { item_price_id, plan_id, subscriptions: 2 },
    { item_price_id: other.body.item_price_id, plan_id: other.body.plan_id, subscriptions: 1 },
  ])
})

describe('access', () => {
  test('it is narrowed to profiles, and a bound key sees its own only', async () => {
    const { api, client, merchant } = await newShop()
    const profiles = `/account/${merchant.merchant_id}/business_profile`
    const second: string = (await client.post(profiles, { profile_name: 'B' })).body.profile_id
    await subscribed(api, { amount: 500 })
    await subscribed(new ProfileClient(client, second), { amount: 800 })
    const key = { name: 'Bound', scopes: ['subscriptions:read'], profile_ids: [second] }
    const { api_key } = (await client.post(`/api_keys/${merchant.merchant_id}`, key)).body
    const mrrOf = ({ body }: Answer) => body.currencies[0]?.mrr

    assert.equal(mrrOf(await client.get(FIGURES)), 1_300)
    assert.equal(mrrOf(await client.get(`${FIGURES}?profile_id=${second}`)), 800)
    assert.equal(mrrOf(await client.get(`${FIGURES}?profile_id=${second},pro_none`)), 800)
    assert.equal(mrrOf(await shop.with(api_key).get(FIGURES)), 800)
    const others = await shop.with(api_key).get(`${FIGURES}?profile_id=${merchant.profile_id}`)
    assertRefused(others, 403, 'AU_03', 'profile_id')
  })

  test('a key without subscriptions:read: 403 AU_03; a time that ends before it begins: 400 IR_04', async () => {
    assertRefused(await (await shop.keyWith('payments:read')).get(FIGURES), 403, 'AU_03')
    const reversed = `${FIGURES}?ended_gte=2026-02-01T00:00:00Z&ended_lte=2026-01-01T00:00:00Z`
    assertRefused(await shop.get(reversed), 400, 'IR_04', 'ended_gte')
    assertRefused(await shop.get(`${FIGURES}?ended_gte=soon`), 400, 'IR_04', 'ended_gte')
  })
})

const SUBSCRIPTIONS = 20
/** Another one each time; FLORIN_SEED runs one again. */
const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))

test('of random subscriptions: the figures follow from what their invoices bill', async (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)
  const roll = dice(seed)
  const { api } = await newShop()
  const made: string[] = []
  for (let n = 0; n < SUBSCRIPTIONS; n++) made.push(await subscribeAtRandom(api, roll))
  for (const path of made) await actAtRandom(api, roll, path)
  await pass(shop, 20 + within(roll, 0, 25))
  const since = shop.clock.now()
  shop.clock.advance(60_000)
  for (const path of made) await actAtRandom(api, roll, path)
  await pass(shop, within(roll, 1, 25))

  const { body } = await api.get(`${FIGURES}?ended_gte=${since.toISOString()}`)

  const billed = await Promise.all(made.map((path) => readBilled(api, path)))
  assert.deepEqual(body.currencies, expectedFigures(billed, since))
})

function within(roll: Dice, least: number, most: number): number {
  return least + roll(most - least + 1)
}

function pickOne<T>(roll: Dice, [first, ...rest]: readonly [T, ...T[]]): T {
  return rest[roll(rest.length + 1) - 1] ?? first
}

async function subscribeAtRandom(api: ProfileClient, roll: Dice): Promise<string> {
  const price = {
    amount: within(roll, 1, 50_000),
    currency: pickOne(roll, ['EUR', 'JPY', 'CHF']),
    interval: pickOne(roll, ['day', 'week', 'month', 'month', 'year']),
    interval_count: within(roll, 1, 12),
    ...(within(roll, 0, 3) === 0 ? { trial_period: within(roll, 1, 40) } : {}),
  }
  const coupon = {
    coupon_code: `C${randomInt(1e12)}`,
    ...pickOne(roll, [
      { percent_off: within(roll, 1, 100) },
      { amount_off: within(roll, 1, 60_000), currency: price.currency },
    ]),
    ...pickOne(roll, [
      { duration: 'once' },
      { duration: 'forever' },
      { duration: 'repeating', duration_in_cycles: 2 },
    ]),
  }
  const hasCoupon = within(roll, 0, 2) === 0
  if (hasCoupon) assert.equal((await api.post('/subscriptions/coupons', coupon)).status, 201)
  const order = await orderOf(api, price)
  const { coupon_code } = coupon
  const made = await api.post('/subscriptions/create', {
    ...order,
    ...(hasCoupon ? { coupon_code } : {}),
  })
  assert.equal(made.status, 201, made.text)
  const card = pickOne(roll, [APPROVED, APPROVED, APPROVED, DECLINED_LATER, DECLINED])
  if (within(roll, 0, 9) > 0) await confirm(api, made, card)
  return pathOf(made)
}

/** A refusal is fine: not every action is possible in every state. */
async function actAtRandom(api: ProfileClient, roll: Dice, path: string): Promise<void> {
  const n = within(roll, 0, 9)
  if (n === 0) await api.post(`${path}/cancel`, { cancel_option: 'immediately' })
  if (n === 1) await api.post(`${path}/cancel`, { cancel_option: 'end_of_term' })
  if (n === 2) await api.post(`${path}/pause`, { pause_option: 'immediately' })
  if (n === 3) await api.post(`${path}/resume`, { resume_option: 'immediately' })
  if (n !== 4) return
  const { body } = await api.get(path)
  // With a coupon the lines of a change would have to be priced here once more.
  if (body.coupon_code !== null) return
  const { currency } = body.invoice
  const price = {
    currency,
    amount: within(roll, 1, 50_000),
    interval: pickOne(roll, ['month', 'year']),
  }
  await api.put(`${path}/update`, await createPrice(api, price))
}

interface Billed {
  readonly currency: string
  readonly status: string
  readonly ended_at: string | null
  readonly first: Date | undefined
  /** A month's worth, as a fraction. */
  readonly top: bigint
  readonly bottom: bigint
}

interface Line {
  readonly item_id: string
  readonly item_type: string
  readonly amount: number
  readonly period_start: string
}

interface Read {
  readonly status: string
  readonly reason: string
  readonly line_items: readonly Line[]
}

/** From the invoices: what the newest one that took effect bills for a whole period. */
async function readBilled(api: ProfileClient, path: string): Promise<Billed> {
  const { body } = await api.get(path)
  const invoices: Read[] = (await api.get(`${path}/invoices?limit=100`)).body.data
  const isPaid = ({ status }: Read) => status === 'invoice_paid'
  const took = invoices.filter((each) => each.reason === 'renewal' || isPaid(each))
  const pricing = took.filter(({ line_items }) => line_items.some(isPrice))
  const lines = pricing[0]?.line_items ?? []
  const priced = lines.find(isPrice)
  const first = pricing.at(-1)?.line_items.find(isPrice)?.period_start
  const { currency } = body.invoice
  const common = { currency, status: body.status, ended_at: body.ended_at }
  if (priced === undefined || first === undefined) {
    return { ...common, first: undefined, top: 0n, bottom: 1n }
  }
  const price = await priceOf(api, body.plan_id, priced.item_id)
  const off = lines.find(({ item_type }) => item_type === 'coupon')?.amount ?? 0
  const amount = priced.item_type === 'plan' ? priced.amount + off : price.amount
  const months: Record<string, readonly [bigint, bigint]> = {
    day: [365n, 12n],
    week: [52n, 12n],
    month: [1n, 1n],
    year: [1n, 12n],
  }
  const [times, over] = months[price.interval] ?? [0n, 1n]
  const bottom = over * BigInt(price.interval_count)
  return { ...common, first: new Date(first), top: BigInt(amount) * times, bottom }
}

function isPrice({ item_type }: Line): boolean {
  return item_type === 'plan' || item_type === 'remaining_time'
}

async function priceOf(api: ProfileClient, plan_id: string, item_price_id: string) {
  const { prices } = (await api.get(`/subscriptions/plans/${plan_id}`)).body
  const found = prices.find(
    (each: { item_price_id: string }) => each.item_price_id === item_price_id,
  )
  assert.ok(found, `the price ${item_price_id} of the newest invoice is that of the subscription`)
  return found
}

function expectedFigures(billed: readonly Billed[], since: Date) {
  const rows = [...Map.groupBy(billed, ({ currency }) => currency)].map(([currency, own]) => {
    const inTrial = own.filter(({ status }) => status === 'trial')
    const started = own.filter(({ first }) => first !== undefined)
    const open = started.filter(({ ended_at, status }) => ended_at === null && status !== 'trial')
    const counting = open.filter(({ status }) => status !== 'paused')
    const atStart = started.filter(({ first, ended_at }) => {
      return first && first < since && (ended_at === null || new Date(ended_at) >= since)
    })
    const churned = atStart.filter(({ ended_at }) => ended_at !== null)
    const rate = (100 * churned.length) / atStart.length
    return {
      currency,
      mrr: sumOf(counting),
      mrr_unpaid: sumOf(open.filter(({ status }) => status === 'unpaid')),
      subscriptions: counting.length,
      in_trial: inTrial.length,
      paused: open.length - counting.length,
      at_start: atStart.length,
      churned: churned.length,
      churn_rate: atStart.length === 0 ? null : Number(rate.toFixed(2)),
      mrr_churned: sumOf(churned),
    }
  })
  return rows
    .filter(({ in_trial, paused, subscriptions, at_start }) =>
      [in_trial, paused, subscriptions, at_start].some((n) => n > 0),
    )
    .toSorted((a, b) => a.currency.localeCompare(b.currency))
}

/** All denominators divide this one. */
const COMMON = 12n * 27_720n

function sumOf(billed: readonly Billed[]): number {
  const top = billed.reduce((sum, each) => sum + each.top * (COMMON / each.bottom), 0n)
  const [whole, rest] = [top / COMMON, top % COMMON]
  return Number(2n * rest >= COMMON ? whole + 1n : whole)
}
