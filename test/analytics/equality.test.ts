import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveEquality } from './equality.ts'

test('for a random history the sums equal the objects, even after repeated events and a rebuild', async (t) => {
  const done = await proveEquality(1, 400, 40)

  assert.deepEqual(done.differences.slice(0, 3), [])
  assert.ok(done.objects > 150, `${done.objects} objects`)
  assert.ok(done.queries > 100 && done.refused < 0.1 * done.queries, JSON.stringify(done))
  t.diagnostic(`${done.queries} queries over ${done.objects} objects`)
})
