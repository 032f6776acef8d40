import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { assertNoServerError, decided, tally } from '#testing/contention.ts'
import { harness } from '#testing/harness.ts'

const shop = await harness()
after(() => shop.app.close())

const profile = { 'X-Profile-Id': shop.merchant.profile_id }
const sending = { headers: profile }
const PLANS = '/subscriptions/plans'
const monthly = { amount: 900, currency: 'EUR', interval: 'month' }

test('a plan is found with its prices in the order in which they were sent', async () => {
  const prices = [
    { ...monthly, item_price_id: 'z-monthly' },
    { ...monthly, interval: 'year', amount: 9_000 },
    { ...monthly, item_price_id: 'a-weekly', interval: 'week', interval_count: 2, cycles: 6 },
  ]

  const made = await shop.post(PLANS, { plan_id: 'magazine', name: 'Magazine', prices }, sending)

  assert.equal(made.status, 201, made.text)
  const intervals = made.body.prices.map((price: { interval: string }) => price.interval)
  assert.deepEqual(intervals, ['month', 'year', 'week'])
  assert.deepEqual((await shop.get(`${PLANS}/magazine`, sending)).body, made.body)
})

test('a retry of a request whose answer was lost finds its own plan', async () => {
  const body = { plan_id: 'retried', name: 'Retried', prices: [monthly, monthly] }
  const headers = { ...profile, 'Idempotency-Key': 'retry-plan' }
  const made = await shop.post(PLANS, body, { headers })
  await loseAnswers()

  const again = await shop.post(PLANS, body, { headers })

  assert.equal(again.status, 201, again.text)
  assert.equal(again.headers.get('Idempotent-Replayed'), null)
  assert.deepEqual(again.body, made.body)
})

test('a retry of a request whose answer was lost does not take the plan of another for its own', async () => {
  const body = { plan_id: 'theirs', name: 'Mine', prices: [monthly] }
  const headers = { ...profile, 'Idempotency-Key': 'other-plan' }
  await shop.post(PLANS, { ...body, name: 'Theirs' }, sending)
  await shop.post(PLANS, body, { headers })
  await loseAnswers()

  const again = await shop.post(PLANS, body, { headers })

  assert.equal(again.status, 409, again.text)
  assert.equal((await shop.get(`${PLANS}/theirs`, sending)).body.name, 'Theirs')
})

test('100 concurrent creates with one item_price_id: one 201, the rest 409 HE_01, one plan', async () => {
  const started = performance.now()
  const prices = [monthly, { ...monthly, item_price_id: 'wanted' }]
  const attempts = Array.from({ length: 100 }, (_, n) =>
    shop.post(PLANS, { plan_id: `attempt-${n}`, name: 'Wanted', prices }, sending),
  )

  const answers = await Promise.all(attempts)

  assertNoServerError(tally(answers), performance.now() - started)
  assert.equal(answers.filter((a) => a.status === 201).length, 1)
  const others = decided(answers).filter(({ status }) => status !== 201)
  assert.ok(others.every((a) => a.status === 409 && a.body.error.code === 'HE_01'))
  const listed = await shop.get(`${PLANS}?limit=100`, sending)
  const wanted = listed.body.data.filter(({ name }: { name: string }) => name === 'Wanted')
  assert.equal(wanted.length, 1)
})

/** The state after a process died between the write and storing the answer. */
async function loseAnswers(): Promise<void> {
  await shop.services.db.run(`update idempotency set answer = null, locked_until = 'epoch'`, [])
}
