import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describe, measureSweeps, ratio } from './subscriptions.ts'

const FEW = 1_000
const MANY = 100_000
const MOST_TIMES = 1.5
/** Below this the machine's noise is larger than any growth. */
const NOISE_MS = 2

test(`a round that finds 100 due rows among ${MANY} subscriptions costs at most ${MOST_TIMES} times one among ${FEW}`, async (t) => {
  const growth = await measureSweeps({ few: FEW, many: MANY, rounds: 2 })

  for (const each of growth) {
    t.diagnostic(describe(each))
    const { sweep, find, round } = each
    const isFlat = ratio(find) <= MOST_TIMES || find[1] - find[0] < NOISE_MS
    assert.ok(isFlat, `${sweep}: finding takes ${ratio(find).toFixed(2)} times as long`)
    assert.ok(ratio(round) <= 2 * MOST_TIMES, `${sweep}: ${ratio(round).toFixed(2)} times`)
  }
})
