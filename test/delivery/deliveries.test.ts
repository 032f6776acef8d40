import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWell, report } from '#roles/doctor/run.ts'
import { proveDeliveries } from './deliveries.ts'

test('with receivers that fail half of all attempts, every event is delivered with identical bytes', async (t) => {
  const done = await proveDeliveries(1, 200)

  assert.deepEqual(done.problems, [])
  assert.ok(isWell(done.books), report(done.books))
  assert.equal(done.events, 360)
  assert.ok(done.attempts > 1.5 * done.events, `${done.attempts} attempts`)
  t.diagnostic(`${done.attempts} attempts for ${done.events} events`)
})
