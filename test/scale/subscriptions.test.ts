import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFullProof } from '#testing/proof.ts'
import { describe, measureSweeps } from './subscriptions.ts'

const FEW = 1_000
const MANY = isFullProof ? 100_000 : 20_000
/** A page of the index or the table for each row, and the way down the index. */
const MOST_PAGES = 150

test(`finding 100 due rows among ${FEW} or ${MANY} subscriptions reads at most ${MOST_PAGES} pages`, async (t) => {
  const growth = await measureSweeps({ few: FEW, many: MANY, rounds: 2 })

  for (const each of growth) {
    t.diagnostic(describe(each))
    assert.ok(Math.max(...each.pages) <= MOST_PAGES, `${each.sweep}: ${each.pages.join(', ')}`)
  }
})
