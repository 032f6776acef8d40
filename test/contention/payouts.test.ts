import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoServerError, countOf } from '#testing/contention.ts'
import { contendingFulfills, contendingPayouts } from './payouts.ts'

test('a thousand fulfills at once of one payout: one transfer in the bank’s log, the others 409, no 5xx', async (t) => {
  const { answers, transfers, ms } = await contendingFulfills(1, 1_000)

  t.diagnostic(`1000 requests in ${ms} ms: ${JSON.stringify(answers)}`)
  assert.deepEqual(transfers, [1])
  assertNoServerError(answers, ms)
  assert.equal(countOf(answers, 200), 1)
  const late = countOf(answers, 503) + countOf(answers, 408)
  const refused = (answers['409 HE_00'] ?? 0) + (answers['409 IR_16'] ?? 0) + late
  assert.equal(refused, 999)
})

test('fifty payouts at once, each of a tenth of the balance, where the profile refuses more: ten go', async (t) => {
  const { answers, earned, spent, available, ms } = await contendingPayouts(50)

  t.diagnostic(JSON.stringify(answers))
  assert.equal(spent, earned)
  assert.equal(available, 0)
  assert.equal(countOf(answers, 200), 10)
  assertNoServerError(answers, ms)
})
