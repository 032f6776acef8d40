import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { proveEquality } from './equality.ts'

/** `npm run prove:analytics` runs more. */
const ACTIONS = isFullProof ? 400 : 120

test('for a random history the sums equal the objects, also after repeated events and a rebuild', async (t) => {
  const done = await proveEquality(1, ACTIONS, ACTIONS / 10)

  assert.deepEqual(done.differences.slice(0, 3), [])
  assert.ok(done.objects > 0.375 * ACTIONS, `${done.objects} objects`)
  assert.ok(done.queries > 100 && done.refused < 0.1 * done.queries, JSON.stringify(done))
  t.diagnostic(`${done.queries} queries over ${done.objects} objects`)
})
