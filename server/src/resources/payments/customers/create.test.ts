import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoServerError, decided, tally } from '#testing/contention.ts'
import { harness } from '#testing/harness.ts'

test('a customer created with its own id is found under that id', async () => {
  await using shop = await harness()

  const made = await shop.post('/customers', { customer_id: 'ada-1815', name: 'Ada King' })

  assert.equal(made.status, 201)
  const found = await shop.get('/customers/ada-1815')
  assert.equal(found.status, 200)
  assert.deepEqual(found.body, made.body)
})

test('a second customer with the same id is refused and the first stays as it was', async () => {
  await using shop = await harness()
  await shop.post('/customers', { customer_id: 'ada', name: 'Ada' })

  const answer = await shop.post('/customers', { customer_id: 'ada', name: 'Eve' })

  assert.equal(answer.status, 409)
  assert.equal(answer.body.error.code, 'HE_01')
  assert.equal(answer.body.error.details.existing_id, 'ada')
  assert.equal((await shop.get('/customers/ada')).body.name, 'Ada')
})

test('1,000 concurrent creates of one customer_id: one 201, the rest 409 HE_01, no 5xx', async () => {
  await using shop = await harness()
  const started = performance.now()
  const attempts = Array.from({ length: 1_000 }, (_, n) =>
    shop.post('/customers', { customer_id: 'wanted', name: `attempt ${n}` }),
  )

  const answers = await Promise.all(attempts)

  assertNoServerError(tally(answers), performance.now() - started)
  assert.equal(answers.filter((a) => a.status === 201).length, 1)
  const others = decided(answers).filter(({ status }) => status !== 201)
  assert.ok(others.every((a) => a.status === 409 && a.body.error.code === 'HE_01'))
})
