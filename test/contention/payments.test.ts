import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNoServerError, countOf } from '#testing/contention.ts'
import { isFullProof } from '#testing/proof.ts'
import {
  contendingCaptures,
  contendingCreates,
  contendingRefunds,
  contendingSaves,
} from './payments.ts'

const IDS = isFullProof ? 3 : 1
const EACH = 1_000

test('a thousand creates at once under one payment_id: one charge at the bank, the others 409 HE_01, no 5xx', async (t) => {
  const { answers, charges, ms } = await contendingCreates(IDS, EACH)

  t.diagnostic(`${IDS * EACH} requests in ${ms} ms: ${JSON.stringify(answers)}`)
  assertNoServerError(answers, ms / IDS)
  assert.equal(countOf(answers, 200), IDS)
  const refused = (answers['409 HE_01'] ?? 0) + countOf(answers, 503) + countOf(answers, 408)
  assert.equal(refused, IDS * (EACH - 1))
  assert.deepEqual(
    charges,
    Array.from({ length: IDS }, () => 1),
  )
})

test('fifty captures of one payment at once never take more than was authorized', async (t) => {
  const { answers, authorized, captured, received, ms } = await contendingCaptures(50)

  t.diagnostic(JSON.stringify(answers))
  assert.equal(captured, authorized)
  assert.equal(received, authorized)
  assertNoServerError(answers, ms)
})

test('two hundred concurrent refunds for twice the captured amount: exactly the captured amount is accepted', async (t) => {
  const { answers, captured, accepted, refunded, ms } = await contendingRefunds(200)

  t.diagnostic(`200 requests in ${ms} ms`)
  assert.deepEqual(answers, { '201 succeeded': 100, '400 IR_13': 100 })
  assert.equal(accepted, captured)
  assert.equal(refunded, captured)
})

test('three hundred payments at once that save a card for one customer all succeed, each with its card', async () => {
  const { answers, saved, has_default } = await contendingSaves(300)

  assert.deepEqual(answers, { '200 succeeded': 300 })
  assert.equal(saved, 300)
  assert.equal(has_default, true)
})
