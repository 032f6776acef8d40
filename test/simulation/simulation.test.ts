import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { simulate } from './simulation.ts'
import { table } from './table.ts'

/** `npm run simulate` runs as many as it is asked for. */
const OPERATIONS = isFullProof ? 1_000 : 200

/** Another one each time; FLORIN_SEED runs one again. */
const seed = Number(process.env['FLORIN_SEED'] ?? randomInt(1_000_000))

test('while processes, database, clocks and bank fail: every answer and balance agrees with the log of the bank', async (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)

  const done = await simulate(seed, OPERATIONS)

  t.diagnostic(table(done))
  const again = `FLORIN_SEED=${seed} npm test -- test/simulation/simulation.test.ts`
  assert.deepEqual(done.violations, [], again)
  assert.ok(done.books.payments > 0, 'there were payments')
  assert.ok(done.claims > 0, 'there were answers that nothing was changed')
})
