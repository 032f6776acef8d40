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

const BRIEF = 150

test('with accounts at the bank and at Stripe, whose webhooks are late, repeated and lost: both logs and the books agree', async (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)

  const done = await simulate(seed, isFullProof ? OPERATIONS : BRIEF, undefined, true)

  t.diagnostic(table(done))
  assert.deepEqual(done.violations, [], `npm run simulate -- --seed ${seed} --accounts`)
  assert.ok(Number(done.accounts?.at_stripe) > 0, 'Stripe moved money')
  assert.ok(done.books.payments > 0, 'there were payments')
})

test('while processes, database, clocks and bank fail: every answer and balance agrees with the log of the bank', async (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)

  const done = await simulate(seed, OPERATIONS)

  t.diagnostic(table(done))
  const again = `FLORIN_SEED=${seed} npm test -- test/simulation/simulation.test.ts`
  assert.deepEqual(done.violations, [], again)
  assert.ok(done.books.payments > 0, 'there were payments')
  assert.ok(done.claims > 0, 'there were answers that nothing was changed')
})
