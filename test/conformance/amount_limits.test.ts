// API keys with amount limits: the most that their calls move, each alone and in a day.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Answer, Client } from '#testing/client.ts'
import { withCard } from '#testing/payment_body.ts'
import { agentOf } from '../support/agents.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, facts, pay, paymentCount, payingShop } from '../support/paying.ts'

const shop = await payingShop()
after(() => shop.app.close())

const KEYS = `/api_keys/${shop.merchant.merchant_id}`
const SCOPES = [
  'payments:write',
  'refunds:write',
  'payouts:write',
  'payment_links:write',
  'customers:write',
]

interface Limit {
  readonly currency: string
  readonly per_call?: number
  readonly per_day?: number
}

interface Limited {
  readonly key: Client
  readonly key_id: string
}

async function limited(...amount_limits: Limit[]): Promise<Limited> {
  const made = await shop.post(KEYS, { name: 'Limited', scopes: SCOPES, amount_limits })
  assert.equal(made.status, 201, made.text)
  return { key: shop.with(made.body.api_key), key_id: made.body.key_id }
}

const daily = (per_day: number) => limited({ currency: 'EUR', per_day })

async function daysOf(key_id: string): Promise<{ amount: number; currency: string }[]> {
  const statement =
    'select currency, amount from api_key_days where merchant_id = $1 and key_id = $2'
  return shop.services.db.run(statement, [shop.merchant.merchant_id, key_id])
}

async function usedOf({ key_id }: Limited): Promise<number> {
  return (await daysOf(key_id)).reduce((sum, { amount }) => sum + amount, 0)
}

const statuses = (answers: readonly Answer[]) =>
  Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, of]) => [
    Number(status),
    of?.length,
  ])

function assertOverDay(answer: Answer, amount_used: number): void {
  assertRefused(answer, 403, 'AU_03', 'amount')
  assert.equal(answer.body.error.details.amount_limit.amount_used, amount_used)
}

describe('a limit per day', () => {
  test('is shared by ten payments at once: the bank has charged no more', async () => {
    const { key } = await daily(5000)

    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(key, APPROVED)))

    assert.deepEqual(statuses(answers), [
      [200, 5],
      [403, 5],
    ])
    const paid = answers.filter(({ status }) => status === 200)
    const charged = await Promise.all(paid.map(({ body }) => facts(body.payment_id)))
    assert.deepEqual(
      charged.flat().map(([, amount]) => amount),
      [1000, 1000, 1000, 1000, 1000],
    )
  })

  test('is shared by ten refunds at once: the ledger has returned no more', async () => {
    const { key } = await daily(500)
    const ids = await Promise.all(
      Array.from({ length: 10 }, async () => (await pay(shop, APPROVED)).body.payment_id),
    )

    const answers = await Promise.all(
      ids.map((payment_id) => key.post('/refunds', { payment_id, amount: 100 })),
    )

    assert.deepEqual(statuses(answers), [
      [201, 5],
      [403, 5],
    ])
    const payments = await Promise.all(ids.map((id) => shop.get(`/payments/${id}`)))
    const returned = payments.map(({ body }) => body.amount_received - body.amount_refundable)
    assert.equal(
      returned.reduce((sum, amount) => sum + amount, 0),
      500,
    )
  })

  test('counts payments, refunds, links and payouts together', async () => {
    const { key } = await daily(2500)
    const { payment_id } = (await pay(key, APPROVED)).body
    await key.post('/refunds', { payment_id, amount: 600 })
    const link = await key.post('/payment_link', {
      amount: 700,
      currency: 'EUR',
      link_type: 'one_time',
    })
    assert.equal(link.status, 201, link.text)

    assertOverDay(await key.post('/payouts/create', { amount: 201, currency: 'EUR' }), 2300)
    const payout = await key.post('/payouts/create', { amount: 200, currency: 'EUR' })
    assert.ok(payout.status < 300, payout.text)
    assertOverDay(await pay(key, APPROVED, { amount: 1 }), 2500)
  })

  test('counts an object once: creating, changing, confirming and capturing it', async () => {
    const of = await daily(3000)
    const made = await of.key.post('/payments', {
      amount: 800,
      currency: 'EUR',
      capture_method: 'manual',
    })
    const path = `/payments/${made.body.payment_id}`
    await of.key.post(path, { amount: 1000 })
    await of.key.post(`${path}/confirm`, withCard(APPROVED))
    const captured = await of.key.post(`${path}/capture`, {})

    assert.equal(captured.body.status, 'succeeded', captured.text)
    assert.equal(await usedOf(of), 1000)
  })

  test('counts captures of a payment that another key has authorized', async () => {
    const of = await daily(700)
    const held = await pay(shop, APPROVED, { capture_method: 'manual_multiple' })
    const path = `/payments/${held.body.payment_id}/capture`

    assert.equal((await of.key.post(path, { amount_to_capture: 400 })).status, 200)
    assertOverDay(await of.key.post(path, { amount_to_capture: 400 }), 400)
    assert.equal((await of.key.post(path, { amount_to_capture: 300 })).status, 200)
    assert.equal(await usedOf(of), 700)
  })

  test('counts a confirmation of a payment that another key has created', async () => {
    const of = await daily(999)
    const made = await shop.post('/payments', { amount: 1000, currency: 'EUR' })
    const path = `/payments/${made.body.payment_id}`

    assertOverDay(await of.key.post(`${path}/confirm`, withCard(APPROVED)), 0)
    assert.equal((await shop.get(path)).body.status, 'requires_payment_method')
    assert.deepEqual(await facts(made.body.payment_id), [])
  })

  test('is not used up by a repeated request, and is by a declined one', async () => {
    const of = await daily(2000)
    const sent = { headers: { 'Idempotency-Key': 'once' } }
    const body = { amount: 1000, currency: 'EUR', confirm: true, ...withCard(APPROVED) }
    const [first, second] = [
      await of.key.post('/payments', body, sent),
      await of.key.post('/payments', body, sent),
    ]
    assert.equal(first.body.payment_id, second.body.payment_id)
    assert.equal(await usedOf(of), 1000)

    await pay(of.key, DECLINED)
    assertOverDay(await pay(of.key, APPROVED), 2000)
  })

  test('begins again with the day of the database, and not with the test clock', async () => {
    const of = await daily(1000)
    await pay(of.key, APPROVED)
    assert.equal((await shop.post('/sandbox/clock', { advance: '2d' })).status, 200)
    assertOverDay(await pay(of.key, APPROVED), 1000)

    const { merchant_id } = shop.merchant
    await shop.services.db.run(
      'update api_key_days set day = day - 1 where merchant_id = $1 and key_id = $2',
      [merchant_id, of.key_id],
    )

    assert.equal((await pay(of.key, APPROVED)).status, 200)
  })

  test('that is raised applies to the next call, with what was moved before', async () => {
    const of = await daily(1000)
    await pay(of.key, APPROVED)
    assertOverDay(await pay(of.key, APPROVED), 1000)

    await shop.post(`${KEYS}/${of.key_id}`, { amount_limits: [{ currency: 'EUR', per_day: 2000 }] })

    assert.equal((await pay(of.key, APPROVED)).status, 200)
    assertOverDay(await pay(of.key, APPROVED, { amount: 1 }), 2000)
  })

  test('is shared by calls of agents and programs', async () => {
    const { key } = await daily(1500)
    const { payment_id } = (await pay(shop, APPROVED, { amount: 5000 })).body
    await using agent = await agentOf(key, 'refunds.create', 'payments.create')

    const [one, two] = await Promise.all([
      agent.call('refunds_create', { payment_id, amount: 1000 }),
      key.post('/refunds', { payment_id, amount: 1000 }),
    ])

    assert.equal([one.isError, two.status === 403].filter(Boolean).length, 1)
    const over = await agent.call('payments_create', { amount: 501, currency: 'EUR' })
    assert.equal(over.data.error.code, 'AU_03')
  })
})

describe('a limit per call', () => {
  test('refuses a larger amount before anything is written', async () => {
    const of = await limited({ currency: 'EUR', per_call: 1000 })
    const before = await paymentCount(shop)

    const above = await pay(of.key, APPROVED, { amount: 1001 })

    assertRefused(above, 403, 'AU_03', 'amount')
    assert.equal(above.body.error.details.amount_limit.per_call, 1000)
    assert.equal(await paymentCount(shop), before)
    assert.equal((await pay(of.key, APPROVED)).status, 200)
    assert.deepEqual(await daysOf(of.key_id), [])
  })

  test('holds for the whole amount of a payment that is raised', async () => {
    const { key } = await limited({ currency: 'EUR', per_call: 1000 })
    const { payment_id } = (await key.post('/payments', { amount: 1000, currency: 'EUR' })).body
    assertRefused(
      await key.post(`/payments/${payment_id}`, { amount: 1001 }),
      403,
      'AU_03',
      'amount',
    )
    assertRefused(
      await key.post(`/payments/${payment_id}`, { currency: 'USD' }),
      403,
      'AU_03',
      'amount',
    )
  })

  test('refuses currencies that it does not name, and links without a largest amount', async () => {
    const { key } = await limited({ currency: 'EUR', per_call: 1000 })
    assertRefused(await pay(key, APPROVED, { amount: 1, currency: 'USD' }), 403, 'AU_03', 'amount')
    const link = { currency: 'EUR', link_type: 'donation' }
    assertRefused(await key.post('/payment_link', link), 403, 'AU_03', 'amount')
    assertRefused(await key.post('/payment_link', { ...link, max_amount: 1001 }), 403, 'AU_03')
    assert.equal((await key.post('/payment_link', { ...link, max_amount: 1000 })).status, 201)
  })
})

describe('the limits of a key', () => {
  test('are shown, can be changed and removed, and are in the audit trail', async () => {
    const { key_id } = await daily(1000)
    const path = `${KEYS}/${key_id}`
    const euros = [{ currency: 'EUR', per_call: null, per_day: 1000 }]
    assert.deepEqual((await shop.get(path)).body.amount_limits, euros)

    const changed = await shop.post(path, { amount_limits: [{ currency: 'JPY', per_call: 5 }] })
    const same = await shop.post(path, { description: 'The same' })
    const removed = await shop.post(path, { amount_limits: null })

    assert.deepEqual(changed.body.amount_limits, [{ currency: 'JPY', per_call: 5, per_day: null }])
    assert.deepEqual(same.body.amount_limits, changed.body.amount_limits)
    assert.equal(removed.body.amount_limits, null)
    const { data } = (await shop.get(`/audit?object_id=${key_id}`)).body
    assert.deepEqual(data.at(-2).changes.amount_limits.from, euros)
  })

  test('are refused with scopes that could shed them, twice in a currency, and for a publishable key', async () => {
    const amount_limits = [{ currency: 'EUR', per_day: 1000 }]
    const make = (body: object) => shop.post(KEYS, { name: 'Refused', amount_limits, ...body })
    assertRefused(await make({}), 400, 'IR_04', 'scopes')
    assertRefused(await make({ scopes: ['api_keys:write'] }), 400, 'IR_04', 'scopes')
    assertRefused(await make({ scopes: ['users:write'] }), 400, 'IR_04', 'scopes')
    assertRefused(await make({ type: 'publishable' }), 400, 'IR_04', 'amount_limits')
    const twice = { scopes: SCOPES, amount_limits: [...amount_limits, ...amount_limits] }
    assertRefused(await make(twice), 400, 'IR_04', 'amount_limits.1.currency')
    const empty = { scopes: SCOPES, amount_limits: [{ currency: 'EUR' }] }
    assertRefused(await make(empty), 400, 'IR_04', 'amount_limits.0')

    const { key_id } = await daily(1000)
    assertRefused(await shop.post(`${KEYS}/${key_id}`, { scopes: ['*'] }), 400, 'IR_04', 'scopes')
  })

  test('go with the key that replaces it', async () => {
    const { key_id } = await daily(1000)
    const rolled = await shop.post(`${KEYS}/${key_id}/roll`, {})
    assert.equal(rolled.body.amount_limits[0].per_day, 1000)
    const key = shop.with(rolled.body.api_key)
    assertRefused(await pay(key, APPROVED, { amount: 1001 }), 403, 'AU_03', 'amount')
  })

  test('cost a key without limits nothing: no row is written for it', async () => {
    const made = await shop.post(KEYS, { name: 'Open', scopes: SCOPES })
    assert.equal((await pay(shop.with(made.body.api_key), APPROVED)).status, 200)
    assert.equal(made.body.amount_limits, null)
    assert.deepEqual(await daysOf(made.body.key_id), [])
  })
})
