// `amount_refundable` of a payment is the bound of POST /refunds in every state of payment, refunds and disputes.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { arrangements, disputed, FRAUDULENT } from '../support/disputing.ts'
import { until } from '../support/expect.ts'
import { APPROVED, arrange, pay, payingShop, statuses } from '../support/paying.ts'

const SLOW_REFUNDS = '4000000000007726'
const RETURNED_REFUNDS = '4000000000005126'

const shop = await payingShop()
after(() => shop.app.close())
const { profile_id } = shop.merchant

async function refundable(payment_id: string): Promise<number> {
  return (await shop.get(`/payments/${payment_id}`)).body.amount_refundable
}

/** One more is refused, this amount is accepted, and afterwards nothing is left. */
async function assertBound(payment_id: string): Promise<void> {
  const amount = await refundable(payment_id)
  const refused = await shop.post('/refunds', { payment_id, amount: amount + 1 })
  assert.ok(refused.status >= 400, refused.text)
  assert.equal(await refundable(payment_id), amount)
  if (amount === 0) return
  const accepted = await shop.post('/refunds', { payment_id, amount })
  assert.equal(accepted.status, 201, accepted.text)
  assert.equal(await refundable(payment_id), 0)
}

async function paid(card = APPROVED): Promise<string> {
  return (await pay(shop, card, { profile_id })).body.payment_id
}

const captured: Readonly<Record<string, number>> = {
  succeeded: 1000,
  partially_captured: 400,
  partially_captured_and_capturable: 400,
}

for (const status of statuses) {
  test(`a payment that is ${status} is refunded up to amount_refundable`, async () => {
    const { body } = await arrange(shop, status, { profile_id })

    assert.equal(body.amount_refundable, captured[status] ?? 0)
    await assertBound(body.payment_id)
  })
}

for (const [status, bring] of Object.entries(arrangements)) {
  test(`a payment whose dispute is ${status} is refunded up to amount_refundable`, async () => {
    const { body } = await bring(shop)

    const isFree = status === 'dispute_won' || status === 'dispute_cancelled'
    assert.equal(await refundable(body.payment_id), isFree ? 1000 : 0)
    await assertBound(body.payment_id)
  })
}

test('a refund in part, a pending one and a scheduled one lower amount_refundable at once', async () => {
  for (const [card, refund_type] of [
    [APPROVED, 'Instant'],
    [SLOW_REFUNDS, 'Instant'],
    [APPROVED, 'Scheduled'],
  ] as const) {
    const payment_id = await paid(card)
    await shop.post('/refunds', { payment_id, amount: 250, refund_type })

    assert.equal(await refundable(payment_id), 750)
    await assertBound(payment_id)
  }
})

test('a refund that fails returns its share to amount_refundable', async () => {
  const payment_id = await paid(RETURNED_REFUNDS)
  await shop.post('/refunds', { payment_id, amount: 250 })

  await until(async () => (await refundable(payment_id)) === 1000)
  await assertBound(payment_id)
})

test('a payment that was refunded in part and is then disputed refunds nothing more', async () => {
  const { body } = await pay(shop, FRAUDULENT, { profile_id })
  await shop.post('/refunds', { payment_id: body.payment_id, amount: 250 })
  const path = `/disputes/list?payment_id=${body.payment_id}`
  await until(async () => (await shop.get(path)).body.count > 0)

  assert.equal(await refundable(body.payment_id), 0)
  await assertBound(body.payment_id)
})

test('lists, expanded payments and events show the same amount_refundable', async () => {
  const { body: dispute } = await disputed(shop)
  const payment_id = await paid()

  const { data } = (await shop.get(`/payments/list?payment_id=${payment_id}`)).body
  const expanded = await shop.get(`/payments/${dispute.payment_id}?expand=disputes,refunds`)
  const events = await shop.services.db.run(
    "select body::jsonb->'content'->'object'->'amount_refundable' as amount from events where object_id = $1 and merchant_id = $2",
    [payment_id, shop.merchant.merchant_id],
  )

  assert.equal(data[0].amount_refundable, 1000)
  assert.equal(expanded.body.amount_refundable, 0)
  assert.equal(expanded.body.disputes[0].dispute_id, dispute.dispute_id)
  assert.deepEqual(events, [{ amount: 1000 }])
})
