import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeTotal } from './page.ts'

test('the total of a list never contradicts the page beside it, though rows are added between the two reads', () => {
  const first = { limit: 10, offset: 0 }
  // The last page counts itself: a row that came later is in neither, a row that went is in neither.
  assert.equal(computeTotal(first, 1, 2), 1)
  assert.equal(computeTotal(first, 2, 1), 2)
  assert.equal(computeTotal(first, 0, 1), 0)
  assert.equal(computeTotal({ limit: 10, offset: 20 }, 3, 24), 23)
  // A page with more behind it is a lower bound.
  assert.equal(computeTotal(first, 11, 10), 11)
  assert.equal(computeTotal(first, 11, 500), 500)
  // A page behind the end, or after an id, does not know what is before it.
  assert.equal(computeTotal({ limit: 10, offset: 20 }, 0, 7), 7)
  assert.equal(computeTotal({ limit: 10, offset: 0, starting_after: 'pay_1' }, 3, 7), 7)
})
