import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { harness } from '#testing/harness.ts'

const shop = await harness()
after(() => shop.app.close())

const profile = { 'X-Profile-Id': shop.merchant.profile_id }
const sending = { headers: profile }
const PLANS = '/subscriptions/plans'
const monthly = { amount: 900, currency: 'EUR', interval: 'month' }

async function newPlan(plan_id: string): Promise<string> {
  const body = { plan_id, name: 'Magazine', description: 'Monthly', prices: [monthly] }
  const made = await shop.post(PLANS, body, sending)
  assert.equal(made.status, 201, made.text)
  return `${PLANS}/${plan_id}`
}

test('prices are added behind the existing ones, which stay as they were', async () => {
  const path = await newPlan('grows')
  const [first] = (await shop.get(path, sending)).body.prices

  const answer = await shop.post(path, { prices: [{ ...monthly, amount: 1_000 }] }, sending)

  assert.equal(answer.status, 200, answer.text)
  const { prices, name, description } = answer.body
  assert.deepEqual(prices[0], first)
  assert.deepEqual([prices.length, prices[1].amount], [2, 1_000])
  assert.deepEqual([name, description], ['Magazine', 'Monthly'])
  assert.deepEqual((await shop.get(path, sending)).body, answer.body)
})

test('a price id of any plan is refused, and nothing of the update is written', async () => {
  const path = await newPlan('refused')
  const { prices } = (await shop.get(await newPlan('owner'), sending)).body
  const { item_price_id } = prices[0]

  const body = { name: 'Other', prices: [monthly, { ...monthly, item_price_id }] }
  const answer = await shop.post(path, body, sending)

  assert.equal(answer.status, 409, answer.text)
  assert.equal(answer.body.error.field, 'prices.1.item_price_id')
  assert.equal(answer.body.error.details.existing_id, item_price_id)
  const plan = (await shop.get(path, sending)).body
  assert.deepEqual([plan.name, plan.prices.length], ['Magazine', 1])
})

test('a retry of an update whose answer was lost adds its prices once', async () => {
  const path = await newPlan('once')
  const headers = { ...profile, 'Idempotency-Key': 'add-once' }
  const body = {
    prices: [
      { ...monthly, amount: 1 },
      { ...monthly, item_price_id: 'once-2' },
    ],
  }
  const first = await shop.post(path, body, { headers })
  await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])

  const retry = await shop.post(path, body, { headers })

  assert.equal(retry.status, 200, retry.text)
  assert.deepEqual(retry.body.prices, first.body.prices)
  assert.equal(retry.body.prices.length, 3)
})

test('concurrent updates add all their prices, each at its own position', async () => {
  const path = await newPlan('busy')

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      shop.post(path, { prices: [{ ...monthly, amount: n + 1 }] }, sending),
    ),
  )

  for (const { status, text } of answers) assert.equal(status, 200, text)
  const { prices } = (await shop.get(path, sending)).body
  const amounts = prices.slice(1).map((price: { amount: number }) => price.amount)
  assert.deepEqual(amounts.toSorted(), [1, 2, 3, 4, 5, 6, 7, 8])
})

test('a plan has 100 prices at most', async () => {
  const path = await newPlan('full')
  const twenty = Array.from({ length: 20 }, () => monthly)
  for (let n = 0; n < 4; n++) await shop.post(path, { prices: twenty }, sending)

  const above = await shop.post(path, { prices: twenty }, sending)
  const rest = await shop.post(path, { prices: twenty.slice(1) }, sending)

  assert.deepEqual([above.status, above.body.error.code], [422, 'IR_29'])
  assert.deepEqual([rest.status, rest.body.prices.length], [200, 100])
  assert.equal((await shop.delete(path, sending)).body.deleted, true)
})
