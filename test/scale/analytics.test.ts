import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureAnalytics } from './analytics.ts'

const DAYS = 30
/** Of the payments that are seeded. */
const COMBINATIONS = 72

test('a query reads at most one sum for each day and combination, and equals a GROUP BY over the payments', async () => {
  const { sums, is_equal } = await measureAnalytics(15_000, 1, 5_000)

  assert.ok(is_equal)
  assert.ok(
    sums.every((n) => n > 0 && n <= DAYS * COMBINATIONS),
    sums.join(),
  )
})
