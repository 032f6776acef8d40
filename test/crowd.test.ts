import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crowdOfCaptures, crowdOfCreates } from './crowd.ts'

const IDS = 3
const EACH = 1_000

test('a thousand creates at once under one payment_id: one charge at the bank, the others 409 HE_01, no 5xx', async (t) => {
  const { answers, charges, ms } = await crowdOfCreates(IDS, EACH)

  t.diagnostic(`${IDS * EACH} requests in ${ms} ms`)
  assert.deepEqual(answers, { '200 succeeded': IDS, '409 HE_01': IDS * (EACH - 1) })
  assert.deepEqual(
    charges,
    Array.from({ length: IDS }, () => 1),
  )
})

test('fifty captures of one payment at once never take more than was authorized', async (t) => {
  const { answers, authorized, captured, received } = await crowdOfCaptures(50)

  t.diagnostic(JSON.stringify(answers))
  assert.equal(captured, authorized)
  assert.equal(received, authorized)
  assert.deepEqual(
    Object.keys(answers).filter((answer) => answer.startsWith('5')),
    [],
  )
})
