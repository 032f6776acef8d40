// Customer spend, as GET /customers answers it on request, against the log of the sandbox bank.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type BankFact, delayBank, testBank } from '#testing/bank.ts'
import { withCard } from '#testing/payment_body.ts'
import { arrangements, DISPUTE_DELAY_MS, disputed } from '../support/disputing.ts'
import { assertRefused } from '../support/expect.ts'
import { APPROVED, DECLINED, pay, payingShop } from '../support/paying.ts'
import { create } from '../support/paying_out.ts'
import { toBank } from '../support/recipients.ts'

delayBank(DISPUTE_DELAY_MS)
const shop = await payingShop()
after(() => shop.app.close())

/** The sandbox bank fails refunds of this amount. */
const FAILING_REFUND = 1_077

interface Amount {
  currency: string
  spent: number
  received: number
  refunded: number
  lost: number
}

async function newCustomer(): Promise<string> {
  const answer = await shop.post('/customers', { name: 'Ada King' })
  assert.equal(answer.status, 201, answer.text)
  return answer.body.customer_id
}

async function readSpend(customer_id: string) {
  const answer = await shop.get(`/customers/${customer_id}?expand=spend`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.spend
}

async function paid(body: object): Promise<string> {
  const answer = await pay(shop, APPROVED, body)
  assert.equal(answer.body.status, 'succeeded', answer.text)
  return answer.body.payment_id
}

/** Brings the dispute of a payment by the customer to its end. */
async function disputedBy(customer_id: string, end: 'dispute_lost' | 'dispute_won') {
  const bring = arrangements[end]
  assert.ok(bring)
  // The arrangements make the payment themselves.
  const client = Object.assign(Object.create(shop), {
    post: (path: string, body: object) =>
      shop.post(path, path === '/payments' ? { ...body, customer_id } : body),
  })
  await bring(client)
}

const SIGNS: Readonly<Record<string, number>> = {
  charged: 1,
  captured: 1,
  refunded: -1,
  charged_back: -1,
  restored: 1,
}

/** The money that the bank moved for these payments, by currency, with every operation that followed. */
async function movedAtBank(payment_ids: readonly string[]): Promise<Record<string, number>> {
  const log: BankFact[] = await (await testBank()).log()
  const family = new Set<string>()
  const sums: Record<string, number> = {}
  for (const { operation_id, parent_id, reference, effect, amount, currency } of log) {
    const isOurs = payment_ids.includes(reference) || family.has(parent_id ?? '')
    if (!isOurs && !family.has(operation_id)) continue
    family.add(operation_id)
    sums[currency] = (sums[currency] ?? 0) + (SIGNS[effect] ?? 0) * amount
  }
  return sums
}

test('spend is what the bank moved, in each currency, after refunds and disputes', async () => {
  const customer_id = await newCustomer()
  await paid({ customer_id, amount: 1_000 })
  const refunded = await paid({ customer_id, amount: 5_000 })
  await shop.post('/refunds', { payment_id: refunded, amount: 500 })
  await shop.post('/refunds', { payment_id: refunded, amount: FAILING_REFUND })
  await paid({ customer_id, amount: 700, currency: 'USD' })
  await pay(shop, DECLINED, { customer_id, amount: 9_000 })
  const held = await pay(shop, APPROVED, { customer_id, amount: 4_000, capture_method: 'manual' })
  const { payment_id: part } = held.body
  await shop.post(`/payments/${part}/capture`, { amount_to_capture: 1_500 })
  await pay(shop, APPROVED, { customer_id, amount: 8_000, capture_method: 'manual' })
  await disputedBy(customer_id, 'dispute_lost')
  await disputedBy(customer_id, 'dispute_won')
  const { data } = (await shop.get(`/payments/list?customer_id=${customer_id}&limit=100`)).body

  const spend = await readSpend(customer_id)

  const moved = await movedAtBank(data.map(({ payment_id }: { payment_id: string }) => payment_id))
  const spent = spend.amounts.map(({ currency, spent }: Amount) => [currency, spent])
  assert.deepEqual(Object.fromEntries(spent), moved)
  const parts = { refunded: 500, lost: 1_000, received: 1_000 + 5_000 + 1_500 + 1_000 + 1_000 }
  assert.deepEqual(spend.amounts, [
    { currency: 'EUR', spent: 8_000, ...parts },
    { currency: 'USD', spent: 700, received: 700, refunded: 0, lost: 0 },
  ])
  assert.deepEqual([spend.payment_count, spend.summed, spend.is_complete], [6, 8, true])
})

test('the first and the last payment are of those that brought money', async () => {
  const customer_id = await newCustomer()
  await pay(shop, DECLINED, { customer_id })
  const first = await paid({ customer_id })
  shop.clock.advance(1_000)
  await paid({ customer_id, currency: 'USD' })
  shop.clock.advance(1_000)
  const last = await paid({ customer_id })
  shop.clock.advance(1_000)
  await shop.post('/payments', { customer_id, amount: 1, currency: 'EUR', ...withCard() })

  const { first_payment, last_payment } = await readSpend(customer_id)

  const { created } = (await shop.get(`/payments/${last}`)).body
  assert.deepEqual(last_payment, { payment_id: last, created })
  assert.equal(first_payment.payment_id, first)
})

test('an open dispute takes nothing off until it is lost', async () => {
  const customer_id = await newCustomer()
  const { body } = await disputed(shop, undefined, { customer_id })
  const open = await readSpend(customer_id)

  await shop.post(`/disputes/accept/${body.dispute_id}`)

  assert.equal(open.amounts[0].spent, 1_000)
  assert.deepEqual((await readSpend(customer_id)).amounts[0], {
    currency: 'EUR',
    spent: 0,
    received: 1_000,
    refunded: 0,
    lost: 1_000,
  })
})

test('a customer who never paid has spent nothing', async () => {
  assert.deepEqual(await readSpend(await newCustomer()), {
    amounts: [],
    payment_count: 0,
    last_payment: null,
    first_payment: null,
    summed: 0,
    is_complete: true,
  })
})

test('a list answers the same about each of its customers as each customer alone', async () => {
  const payer = await newCustomer()
  await paid({ customer_id: payer })
  const { body } = await create(shop, { ...toBank() })
  const recipient = body.customer_id
  const ids = `customer_id=${payer},${recipient}`

  const list = await shop.get(`/customers/list?${ids}&expand=spend,has_payouts`)

  for (const { customer_id, spend, has_payouts } of list.body.data) {
    const alone = await shop.get(`/customers/${customer_id}?expand=has_payouts,spend`)
    assert.deepEqual([spend, has_payouts], [alone.body.spend, alone.body.has_payouts])
    assert.equal(has_payouts, customer_id === recipient)
    assert.equal(spend.payment_count, customer_id === payer ? 1 : 0)
  }
  const plain = (await shop.get(`/customers/list?${ids}`)).body.data
  assert.ok(plain.every((entry: object) => !('spend' in entry || 'has_payouts' in entry)))
})

test('each part takes its own scope, and an unknown part is refused', async () => {
  const customer_id = await newCustomer()
  const reader = await shop.keyWith('customers:read')
  const payments = await shop.keyWith('customers:read', 'payments:read')

  for (const path of [`/customers/${customer_id}`, '/customers/list']) {
    assertRefused(await reader.get(`${path}?expand=spend`), 403, 'AU_03')
    assertRefused(await payments.get(`${path}?expand=spend,has_payouts`), 403, 'AU_03')
    assertRefused(await shop.get(`${path}?expand=fortune`), 400, 'IR_04', 'expand')
    assert.equal((await payments.get(`${path}?expand=spend`)).status, 200)
  }
})

test('of a customer with more than 10,000 payments the newest are summed, and the answer says so', async () => {
  const customer_id = await newCustomer()
  const newest = await paid({ customer_id, amount: 3 })
  await shop.services.db.run(
    `insert into payments select copy.* from payments p
      cross join generate_series(1, 10000) as n
      cross join lateral jsonb_populate_record(p, jsonb_build_object(
        'payment_id', 'copy_' || n, 'created', p.created - n * interval '1 second')) as copy
      where p.merchant_id = $1 and p.payment_id = $2`,
    [shop.merchant.merchant_id, newest],
  )

  const spend = await readSpend(customer_id)

  const { amounts, last_payment, ...rest } = spend
  assert.deepEqual(rest, {
    payment_count: 10_000,
    first_payment: null,
    summed: 10_000,
    is_complete: false,
  })
  assert.equal(amounts[0].spent, 30_000)
  assert.equal(last_payment.payment_id, newest)
})
