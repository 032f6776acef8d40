import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proveRenewals } from './renewals.ts'

test('while PostgreSQL and the workers are killed, 300 subscriptions that are due at once are renewed and charged once each', async (t) => {
  const { problems, ...proved } = await proveRenewals({ subscriptions: 300, timed: 0, kills: 3 })

  t.diagnostic(JSON.stringify(proved))
  assert.ok(proved.postgres_kills > 0)
  assert.ok(proved.worker_kills > 0)
  assert.deepEqual(problems, [])
})
