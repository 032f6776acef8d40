import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contendingCaptures, contendingCreates, contendingRefunds } from './payments.ts'

const IDS = 3
const EACH = 1_000

test('a thousand creates at once under one payment_id: one charge at the bank, the others 409 HE_01, no 5xx', async (t) => {
  const { answers, charges, ms } = await contendingCreates(IDS, EACH)

  t.diagnostic(`${IDS * EACH} requests in ${ms} ms`)
  assert.deepEqual(answers, { '200 succeeded': IDS, '409 HE_01': IDS * (EACH - 1) })
  assert.deepEqual(
    charges,
    Array.from({ length: IDS }, () => 1),
  )
})

test('fifty captures of one payment at once never take more than was authorized', async (t) => {
  const { answers, authorized, captured, received } = await contendingCaptures(50)

  t.diagnostic(JSON.stringify(answers))
  assert.equal(captured, authorized)
  assert.equal(received, authorized)
  assert.deepEqual(
    Object.keys(answers).filter((answer) => answer.startsWith('5')),
    [],
  )
})

test('two hundred refunds of one payment at once, twice as much as was captured: the accepted ones are exactly what was captured', async (t) => {
  const { answers, captured, accepted, refunded, ms } = await contendingRefunds(200)

  t.diagnostic(`200 requests in ${ms} ms`)
  assert.deepEqual(answers, { '201 succeeded': 100, '400 IR_13': 100 })
  assert.equal(accepted, captured)
  assert.equal(refunded, captured)
})
