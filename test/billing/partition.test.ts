// The sandbox clock stops at every due moment on its way, so what happens does not depend on how it is moved.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { type PassTime, runBatch } from './batch.ts'
import { settle, startServer } from './server.ts'
import { visible } from './visible.ts'

const HISTORIES = isFullProof ? 25 : 6

/** FLORIN_SEED runs other histories. */
const seed = Number(process.env['FLORIN_SEED'] ?? 1)

const server = await startServer()
after(() => server[Symbol.asyncDispose]())

const inOneStep: PassTime = async (merchant, until) => {
  await merchant.moveClock((until.getTime() - merchant.now.getTime()) / 1_000)
  await settle(merchant)
}

const inSeveralSteps: PassTime = async (merchant, until, dice) => {
  for (let left = 1; left > 0; ) {
    left = (until.getTime() - merchant.now.getTime()) / 1_000
    const seconds = dice.chance(0.3) ? left : dice.between(1, left)
    if (left > 0) await merchant.moveClock(seconds)
    left -= seconds
  }
  await settle(merchant)
}

test('a history looks the same, in however many steps the clock is moved', async (t) => {
  t.diagnostic(`FLORIN_SEED=${seed}`)

  const one = await runBatch(server, { seed, histories: HISTORIES, pass: inOneStep })
  const several = await runBatch(server, { seed, histories: HISTORIES, pass: inSeveralSteps })

  const again = `FLORIN_SEED=${seed} npm test -- test/billing/partition.test.ts`
  assert.deepEqual([...one.failed, ...several.failed], [], again)
  for (const [n, records] of one.records.entries()) {
    const other = several.records[n]
    assert.ok(other)
    assert.deepEqual(
      visible(other, several.prices),
      visible(records, one.prices),
      `history ${n}: ${again}`,
    )
  }
})
