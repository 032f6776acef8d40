// Analytics with the scope org: metrics over all merchants in an organization.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { finishRebuild, startRebuild } from '#resources/reporting/analytics/rebuild.ts'
import { delayBank } from '#testing/bank.ts'
import { catchUp } from '#testing/analytics.ts'
import type { Answer, Client } from '#testing/client.ts'
import { ADMIN_KEY, type Shop } from '#testing/harness.ts'
import { signedInAs } from '#testing/team.ts'
import { countedShop } from '../support/analytics.ts'
import { DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, pay } from '../support/paying.ts'

delayBank(DISPUTE_DELAY_MS)

const path = (scope: string, kind = 'payments') => `/analytics/v1/${scope}/metrics/${kind}`

interface Branch {
  readonly client: Client
  readonly merchant_id: string
  readonly profile_id: string
}

let shop: Shop
/** The shop's merchant, and another one in its organization. */
let branches: readonly [Branch, Branch]
/** In another organization. */
let stranger: Branch
/** An organization key. */
let whole: Client
let timeRange: { startTime: string; endTime: string }

async function newBranch(body: object = {}): Promise<Branch> {
  const made = await shop.with(ADMIN_KEY).post('/accounts', { merchant_name: 'Branch', ...body })
  assert.equal(made.status, 201, made.text)
  const { merchant_id, profile_id, api_key } = made.body
  return { client: shop.with(api_key), merchant_id, profile_id }
}

async function keyOfOrganization(): Promise<Client> {
  const admin = await signedInAs(shop, 'org_admin')
  const body = { name: 'Reports', scopes: ['analytics:read'], organization: true }
  const made = await admin.post(`/api_keys/${shop.merchant.merchant_id}`, body)
  assert.equal(made.status, 201, made.text)
  return shop.with(made.body.api_key)
}

before(async () => {
  const counted = await countedShop()
  ;({ shop } = counted)
  const { merchant_id, profile_id, organization_id } = shop.merchant
  const second = await newBranch({ organization_id })
  branches = [{ client: shop, merchant_id, profile_id }, second]
  stranger = await newBranch()
  whole = await keyOfOrganization()
  await pay(second.client, APPROVED, { amount: 4_000, currency: 'EUR' })
  await pay(second.client, DECLINED, { amount: 100, currency: 'EUR' })
  const paid = await pay(second.client, APPROVED, { amount: 900, currency: 'JPY' })
  await second.client.post('/refunds', { payment_id: paid.body.payment_id, amount: 250 })
  const merchant = { merchant_id: second.merchant_id, profile_id: second.profile_id }
  await disputed(Object.assign(shop.with(second.client.api_key), { merchant }) as never)
  await disputed(shop, undefined, { currency: 'USD' })
  await pay(stranger.client, APPROVED, { amount: 777, currency: 'GBP' })
  await catchUp(shop.services)
  const endTime = new Date(shop.clock.now().getTime() + 60_000).toISOString()
  timeRange = { startTime: counted.start.toISOString(), endTime }
})

after(() => shop.app.close())

async function ask(client: Client, url: string, body: object): Promise<Answer> {
  const answer = await client.post(url, { timeRange, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

type Row = Record<string, unknown>

/** Adds up rows from several answers that agree in `names`; every other field is a number. */
function added(answers: readonly Answer[], names: readonly string[]): Row[] {
  const sums = new Map<string, Row>()
  for (const row of answers.flatMap(({ body }) => body.queryData as Row[])) {
    const key = JSON.stringify(names.map((name) => row[name]))
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { ...row })
    else {
      for (const [name, value] of Object.entries(row)) {
        if (typeof value === 'number') sum[name] = Number(sum[name]) + value
      }
    }
  }
  return [...sums.values()]
}

function sorted(rows: readonly Row[]): string[] {
  const names = (row: Row) => Object.keys(row).toSorted((a, b) => (a < b ? -1 : 1))
  return rows
    .map((row) => JSON.stringify(names(row).map((name) => [name, row[name]])))
    .toSorted((a, b) => (a < b ? -1 : 1))
}

const COUNTS: Readonly<Record<string, readonly string[]>> = {
  payments: [
    'payment_count',
    'payment_success_count',
    'payment_failed_count',
    'payment_processed_amount',
    'retries_count',
  ],
  refunds: ['refund_count', 'refund_success_count', 'refund_processed_amount'],
  disputes: ['dispute_count', 'total_amount_disputed', 'total_dispute_lost_amount'],
}

const QUERIES: readonly (readonly [what: string, names: readonly string[], query: object])[] = [
  ['by currency', ['currency'], {}],
  ['by profile', ['currency', 'profile_id'], { groupByNames: ['profile_id', 'currency'] }],
  [
    'over time, with the difference to the time before',
    ['currency', 'time_bucket'],
    { groupByNames: ['currency'], timeSeries: { granularity: 'G_FIFTEEN_MIN' }, delta: true },
  ],
  ['of one currency', [], { filters: { currency: ['EUR'] } }],
]

for (const source of ['BATCH', 'LIVE']) {
  for (const [kind, metrics] of Object.entries(COUNTS)) {
    for (const [what, names, query] of QUERIES) {
      test(`${kind} ${what} are the sum of both merchants, with the source ${source}`, async () => {
        const body = { metrics, source, ...query }
        const each = await Promise.all(
          branches.map(({ client }) => ask(client, path('merchant', kind), body)),
        )

        const { queryData, metaData } = (await ask(whole, path('org', kind), body)).body

        // A time series has rows for both merchants' currencies: one merchant's are 0 for the other.
        const isThere = (row: Row) => metrics.some((name) => row[name] !== 0)
        assert.deepEqual(
          sorted((queryData as Row[]).filter(isThere)),
          sorted(added(each, names).filter(isThere)),
        )
        assert.ok(queryData.some(isThere))
        const totals = each.map((answer) => answer.body.metaData[0][`total_${metrics[0]}`])
        assert.equal(metaData[0][`total_${metrics[0]}`], totals[0] + totals[1])
        assert.deepEqual([metaData[0].is_complete, metaData[0].lag_seconds], [true, 0])
      })
    }
  }
}

describe('merchant_id', () => {
  const metrics = ['payment_count', 'payment_success_rate', 'payment_processed_amount']

  test('is a group: its rows are those of each merchant', async () => {
    const each = await Promise.all(
      branches.map(async ({ client, merchant_id }) => {
        const { body } = await ask(client, path('merchant'), { metrics })
        return (body.queryData as Row[]).map((row) => ({ merchant_id, ...row }))
      }),
    )

    for (const source of ['BATCH', 'LIVE']) {
      const body = { metrics, source, groupByNames: ['merchant_id'] }
      const { queryData } = (await ask(whole, path('org'), body)).body
      assert.deepEqual(sorted(queryData), sorted(each.flat()))
    }
  })

  test("is a filter: one merchant's result equals that of its own key", async () => {
    const [first, second] = branches
    const own = await ask(second.client, path('merchant'), { metrics })

    const filters = { merchant_id: [second.merchant_id] }
    const found = await ask(whole, path('org'), { metrics, filters })
    const both = { merchant_id: [second.merchant_id, first.merchant_id] }

    assert.deepEqual(found.body.queryData, own.body.queryData)
    assert.deepEqual(
      (await ask(whole, path('org'), { metrics, filters: both })).body.queryData,
      (await ask(whole, path('org'), { metrics })).body.queryData,
    )
  })

  test('of another organization does not exist, and neither does the name in other scopes', async () => {
    const body = (filters: object) => ({ timeRange, metrics, filters })
    const foreign = body({ merchant_id: [branches[0].merchant_id, stranger.merchant_id] })
    assertRefused(await whole.post(path('org'), foreign), 404, 'IR_05')
    const own = body({ merchant_id: [branches[0].merchant_id] })
    assertRefused(await whole.post(path('merchant'), own), 400, 'IR_04', 'filters.merchant_id')
    const grouped = { timeRange, metrics, groupByNames: ['merchant_id'] }
    assertRefused(await whole.post(path('merchant'), grouped), 400, 'IR_04', 'groupByNames')
  })

  test('splits the payments that dispute_rate divides by', async () => {
    const { queryData, metaData } = (
      await ask(whole, path('org', 'disputes'), {
        metrics: ['dispute_count', 'dispute_rate'],
        groupByNames: ['merchant_id'],
      })
    ).body

    const rates = branches.map(async ({ client, merchant_id }) => {
      const { body } = await ask(client, path('merchant', 'disputes'), {
        metrics: ['dispute_count', 'dispute_rate'],
      })
      return { merchant_id, ...body.queryData[0] }
    })
    assert.deepEqual(sorted(queryData), sorted(await Promise.all(rates)))
    // Two disputes, and four and three payments that succeeded.
    assert.equal(metaData[0].total_dispute_rate, 0.2857)
  })
})

describe('the scope', () => {
  const body = { metrics: ['payment_count', 'payment_processed_amount'] }

  test('never includes a merchant of another organization', async () => {
    const { metaData } = (await ask(whole, path('org'), { ...body, source: 'LIVE' })).body

    assert.deepEqual(Object.keys(metaData[0].total_payment_processed_amount).toSorted(), [
      'EUR',
      'JPY',
      'USD',
    ])
    const filters = { profile_id: [stranger.profile_id] }
    const foreign = (await ask(whole, path('org'), { ...body, filters })).body
    assert.deepEqual(foreign.queryData, [])
  })

  test('accepts a filter by a profile of any of the merchants', async () => {
    const [, { client, profile_id }] = branches
    const filters = { profile_id: [profile_id] }

    const found = await ask(whole, path('org'), { ...body, filters })

    assert.deepEqual(
      found.body.queryData,
      (await ask(client, path('merchant'), { ...body, filters })).body.queryData,
    )
  })

  test('counts the payments of one customer_id at every merchant', async () => {
    for (const { client, profile_id } of branches) {
      await client.post('/customers', { customer_id: 'ada' })
      await pay(client, APPROVED, { customer_id: 'ada', profile_id, currency: 'CHF' })
    }
    await catchUp(shop.services)
    const filters = { customer_id: ['ada'] }

    const { queryData } = (await ask(whole, path('org'), { metrics: ['payment_count'], filters }))
      .body

    assert.deepEqual(queryData, [{ payment_count: 2 }])
  })

  test('is refused to every other key and role, of the same merchant too', async () => {
    const [first, second] = branches
    const plain = [first.client, second.client, await signedInAs(shop, 'merchant_admin')]
    for (const client of plain) {
      assertRefused(await client.post(path('org'), { timeRange, ...body }), 403, 'AU_03')
    }
    const { publishable_key } = shop.merchant
    assertRefused(await shop.with(publishable_key).post(path('org'), {}), 403, 'AU_03')
  })

  test('is open to an admin of the organization who has signed in', async () => {
    const admin = await signedInAs(shop, 'org_admin')

    assert.deepEqual(
      (await ask(admin, path('org'), body)).body.queryData,
      (await ask(whole, path('org'), body)).body.queryData,
    )
  })

  test('gives the rows as CSV', async () => {
    const headers = { Accept: 'text/csv' }
    const grouped = { timeRange, ...body, groupByNames: ['merchant_id'] }

    const { text } = await whole.post(path('org'), grouped, { headers })

    const [head, ...lines] = text.trim().split('\r\n')
    assert.equal(head, 'merchant_id,currency,payment_count,payment_processed_amount')
    const ids = new Set(lines.map((line) => line.split(',')[0]))
    assert.deepEqual(ids, new Set(branches.map(({ merchant_id }) => merchant_id)))
  })

  test('is not complete while the sums of one merchant are rebuilt', async () => {
    const [, { merchant_id }] = branches
    const before = await ask(whole, path('org'), body)
    await startRebuild(shop.services, merchant_id)
    assert.equal((await ask(whole, path('org'), body)).body.metaData[0].is_complete, false)

    await finishRebuild(shop.services, merchant_id, () => undefined)

    const rebuilt = await ask(whole, path('org'), body)
    assert.equal(rebuilt.body.metaData[0].is_complete, true)
    assert.deepEqual(rebuilt.body.queryData, before.body.queryData)
  })

  test('lags as long as the oldest change of any of the merchants', async () => {
    const [, { client }] = branches
    await pay(client, APPROVED, { currency: 'EUR' })
    await shop.services.db.run(
      `insert into analytics_queue (merchant_id, kind, object_id, is_bulk, queued_at)
       values ($1, 'payment', 'pay_none', false, clock_timestamp() - interval '1 hour'),
         ($2, 'payment', 'pay_none', false, clock_timestamp())`,
      [branches[1].merchant_id, branches[0].merchant_id],
    )

    const { lag_seconds } = (await ask(whole, path('org'), body)).body.metaData[0]

    assert.ok(lag_seconds >= 3_600, String(lag_seconds))
    const own = await ask(shop, path('merchant'), body)
    assert.ok(own.body.metaData[0].lag_seconds < 3_600)
    await catchUp(shop.services)
  })

  test('counts a suspended merchant', async () => {
    const [, { merchant_id }] = branches
    const operator = shop.with(ADMIN_KEY)
    const before = await ask(whole, path('org'), body)

    await operator.post(`/accounts/${merchant_id}`, { status: 'suspended' })

    assert.deepEqual((await ask(whole, path('org'), body)).body.queryData, before.body.queryData)
    await operator.post(`/accounts/${merchant_id}`, { status: 'active' })
  })

  test('without endTime ends at the clock of the merchant that the key belongs to', async () => {
    const [, { client }] = branches
    const { startTime } = timeRange
    const moved = await client.post('/sandbox/clock', { advance: '1d' })
    assert.equal(moved.status, 200, moved.text)
    await pay(client, APPROVED, { currency: 'SEK' })
    await catchUp(shop.services)
    const count = async (range: object) => {
      const filters = { currency: ['SEK'] }
      const query = { timeRange: range, metrics: ['payment_count'], filters }
      return (await ask(whole, path('org'), query)).body.queryData[0].payment_count
    }
    const endTime = new Date(shop.clock.now().getTime() + 2 * 86_400_000).toISOString()

    assert.equal(await count({ startTime }), 0)
    assert.equal(await count({ startTime, endTime }), 1)
  })
})

describe('an organization', () => {
  const body = { metrics: ['payment_count', 'payment_processed_amount'] }

  test('has a merchant that moves to it, with all that it ever did, and not one that leaves', async () => {
    const operator = shop.with(ADMIN_KEY)
    const { organization_id } = shop.merchant
    const from = (await operator.post('/organizations', { organization_name: 'Other' })).body
    const guest = await newBranch({ organization_id: from.organization_id })
    await pay(guest.client, APPROVED, { amount: 5_000, currency: 'NOK' })
    await catchUp(shop.services)
    const amounts = async () =>
      (await ask(whole, path('org'), body)).body.metaData[0].total_payment_processed_amount.NOK
    const moveTo = (to: string) =>
      operator.post(`/accounts/${guest.merchant_id}`, { organization_id: to })
    assert.equal(await amounts(), undefined)

    await moveTo(organization_id)
    assert.equal(await amounts(), 5_000)

    await moveTo(from.organization_id)
    assert.equal(await amounts(), undefined)
  })

  describe('of many merchants', () => {
    before(async () => {
      await shop.services.db.run(
        `insert into merchants (merchant_id, merchant_name, publishable_key, organization_id, created, modified_at, version)
         select 'mer_many_' || n, 'Branch', 'pk_many_' || n, $1, now(), now(), 1 from generate_series(1, 499) n`,
        [shop.merchant.organization_id],
      )
    })

    /** A year that ends tomorrow. */
    const year = () => {
      const end = shop.clock.now().getTime() + 86_400_000
      const [startTime, endTime] = [end - 360 * 86_400_000, end].map((ms) =>
        new Date(ms).toISOString(),
      )
      return { startTime, endTime }
    }
    const named = (n: number) => {
      const others = Array.from({ length: n - 2 }, (_, i) => `mer_many_${i + 1}`)
      const [first, second] = branches.map(({ merchant_id }) => merchant_id)
      return { merchant_id: [first, ...others, second] }
    }

    test('names some of them if there are more than 500', async () => {
      assertRefused(await whole.post(path('org'), { timeRange, ...body }), 422, 'IR_29')

      const filters = { merchant_id: [branches[0].merchant_id] }
      const one = await ask(whole, path('org'), { ...body, filters })

      const own = await ask(shop, path('merchant'), body)
      assert.deepEqual(one.body.queryData, own.body.queryData)
    })

    for (const source of ['BATCH', 'LIVE']) {
      test(`has the same sums if they are read in parts, with the source ${source}`, async () => {
        const query = {
          timeRange: year(),
          source,
          metrics: [...body.metrics, 'avg_ticket_size'],
          timeSeries: { granularity: source === 'LIVE' ? 'G_ONE_MONTH' : 'G_ONE_DAY' },
        }

        const many = source === 'LIVE' ? 7 : 60
        const parts = await ask(whole, path('org'), { ...query, filters: named(many) })
        const both = await ask(whole, path('org'), { ...query, filters: named(2) })

        assert.deepEqual(parts.body.queryData, both.body.queryData)
        const [totals, expected] = [parts.body.metaData[0], both.body.metaData[0]]
        assert.deepEqual(totals.total_avg_ticket_size, expected.total_avg_ticket_size)
      })
    }

    test('is refused if the parts would be too many', async () => {
      const query = { ...body, timeRange: year(), timeSeries: { granularity: 'G_ONE_DAY' } }
      const filters = named(100)

      assertRefused(await whole.post(path('org'), { ...query, filters, delta: true }), 422, 'IR_29')
      assertRefused(
        await whole.post(path('org'), { ...query, filters, source: 'LIVE' }),
        422,
        'IR_29',
      )
    })
  })
})
