// GET and POST /invoices/list.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { assertRefused } from '../support/expect.ts'
import { payingShop } from '../support/paying.ts'
import { arrange, pass, ProfileClient, subscribed, withProfile } from '../support/subscribing.ts'

const shop = await payingShop()
after(() => shop.app.close())
const api = withProfile(shop)
const LIST = '/invoices/list'

const profiles = `/account/${shop.merchant.merchant_id}/business_profile`
const second = (await shop.post(profiles, { profile_name: 'Second' })).body.profile_id as string
const elsewhere = new ProfileClient(shop, second)

const dear = await subscribed(api, { amount: 5_000 })
const francs = await subscribed(api, { amount: 700, currency: 'CHF' })
const other = await subscribed(elsewhere)
const unpaid = await arrange(shop, api, 'unpaid')
await pass(shop, 0)

const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id)
const all: Record<string, string>[] = (await shop.get(`${LIST}?limit=100`)).body.data

test('it has the invoices of all profiles, the newest first, as GET /invoices/:invoice_id answers', async () => {
  const { body } = await shop.get(`${LIST}?limit=100`)

  const created = body.data.map((each: { created: string }) => each.created)
  assert.deepEqual(created, created.toSorted().toReversed())
  assert.deepEqual([body.count, body.total_count], [8, 8])
  const subscriptions = new Set(
    body.data.map((each: Record<string, string>) => each['subscription_id']),
  )
  assert.deepEqual(
    subscriptions,
    new Set([dear, francs, other, unpaid].map(({ body: { id } }) => id)),
  )
  for (const entry of body.data) {
    assert.deepEqual(entry, (await shop.get(`/invoices/${entry.id}`)).body)
  }
})

describe('filters', () => {
  const matching: readonly (readonly [string, (invoice: Record<string, unknown>) => boolean])[] = [
    ['status=payment_failed', ({ status }) => status === 'payment_failed'],
    [
      'status=payment_failed,invoice_paid',
      ({ status }) => status === 'payment_failed' || status === 'invoice_paid',
    ],
    [
      `customer_id=${dear.body.customer_id}`,
      ({ customer_id }) => customer_id === dear.body.customer_id,
    ],
    [
      `subscription_id=${francs.body.id}`,
      ({ subscription_id }) => subscription_id === francs.body.id,
    ],
    ['currency=CHF', ({ currency }) => currency === 'CHF'],
    ['amount_gte=1000', ({ amount }) => Number(amount) >= 1_000],
    ['amount_gte=700&amount_lte=1000', ({ amount }) => Number(amount) <= 1_000],
    [`number=${all.at(-1)?.['number']}`, ({ id }) => id === all.at(-1)?.['id']],
    [`profile_id=${second}`, ({ profile_id }) => profile_id === second],
    [
      `created_gte=${all[1]?.['created']}`,
      ({ created }) => String(created) >= String(all[1]?.['created']),
    ],
    [
      `created_lte=${all[2]?.['created']}`,
      ({ created }) => String(created) <= String(all[2]?.['created']),
    ],
    ['number=2001-000001', () => false],
    [
      `status=invoice_paid&currency=EUR&customer_id=${dear.body.customer_id}`,
      ({ status, customer_id }) =>
        status === 'invoice_paid' && customer_id === dear.body.customer_id,
    ],
  ]
  for (const [query, matches] of matching) {
    test(query, async () => {
      const expected = all.filter(matches).map(({ id }) => id)
      const sent = Object.fromEntries(new URLSearchParams(query))
      const amounts = Object.entries(sent).filter(([name]) => name.startsWith('amount'))
      const body = { ...sent, ...Object.fromEntries(amounts.map(([name, n]) => [name, Number(n)])) }

      const read = await shop.get(`${LIST}?${query}&limit=100`)
      const searched = await shop.post(LIST, { ...body, limit: 100 })

      assert.equal(read.status, 200, read.text)
      assert.deepEqual(idsOf(read), expected)
      assert.equal(read.body.total_count, expected.length)
      assert.equal(searched.status, 200, searched.text)
      assert.deepEqual(searched.body, read.body)
    })
  }

  for (const [query, field] of [
    ['status=lost', 'status'],
    ['currency=eur', 'currency'],
    ['amount_gte=-1', 'amount_gte'],
    ['limit=101', 'limit'],
    ['surprise=1', 'surprise'],
    ['starting_after=inv_none', 'starting_after'],
  ] as const) {
    test(`${query}: 400 IR_04`, async () => {
      assertRefused(await shop.get(`${LIST}?${query}`), 400, 'IR_04', field)
    })
  }
})

test('pages follow one another in both directions', async () => {
  const ids = all.map(({ id }) => id)

  const first = await shop.get(`${LIST}?limit=3`)
  const next = await shop.get(`${LIST}?limit=3&starting_after=${ids[2]}`)
  const back = await shop.get(`${LIST}?limit=3&ending_before=${ids[3]}`)

  assert.deepEqual(idsOf(first), ids.slice(0, 3))
  assert.deepEqual(idsOf(next), ids.slice(3, 6))
  assert.deepEqual(idsOf(back), ids.slice(0, 3))
  assert.deepEqual(
    [first.body.has_more, next.body.has_more, back.body.has_more],
    [true, true, false],
  )
})

describe('access', () => {
  test('a key that is bound to a profile sees the invoices of this profile only', async () => {
    const made = await shop.post(`/api_keys/${shop.merchant.merchant_id}`, {
      name: 'Bound',
      scopes: ['subscriptions:read'],
      profile_ids: [second],
    })
    assert.equal(made.status, 201, made.text)
    const bound = shop.with(made.body.api_key)

    const own = all.filter(({ profile_id }) => profile_id === second)
    assert.deepEqual(
      idsOf(await bound.get(LIST)),
      own.map(({ id }) => id),
    )
    const named = await bound.get(`${LIST}?profile_id=${shop.merchant.profile_id}`)
    assertRefused(named, 403, 'AU_03', 'profile_id')
  })

  test('a key without subscriptions:read: 403 AU_03; without a key: 401 AU_01', async () => {
    assertRefused(await (await shop.keyWith('payments:read')).get(LIST), 403, 'AU_03')
    assertRefused(await shop.with(undefined).get(LIST), 401, 'AU_01')
  })

  test('another merchant finds none of them', async () => {
    const { client } = await shop.neighbour()
    assert.deepEqual((await client.get(LIST)).body.data, [])
    assertRefused(
      await client.get(`${LIST}?starting_after=${all[0]?.['id']}`),
      400,
      'IR_04',
      'starting_after',
    )
  })
})
