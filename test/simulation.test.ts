import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWell, report } from '../server/src/doctor/report.ts'
import { simulate } from './simulation.ts'

const SEED = 1

test('a thousand mixed operations on a bank with every fault: in the end all invariants hold', async (t) => {
  const done = await simulate(SEED, 1_000)

  t.diagnostic(JSON.stringify(done.answers))
  t.diagnostic(JSON.stringify(done.disputes))
  t.diagnostic(`played ${done.played_ms} ms, settled ${done.settled_ms} ms`)
  assert.deepEqual(done.problems, [])
  assert.ok(isWell(done.books), report(done.books))
  assert.ok(done.books.payments > 100, 'the dice made payments')
  assert.ok(done.books.payouts > 40, 'the dice made payouts')
})
