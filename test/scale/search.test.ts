import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchAmong } from './search.ts'

test('among many payments every search finds what is there, and nothing else, while other merchants pay', async () => {
  const rows = 2_000
  const { searches, indexed, alone, beside } = await searchAmong({
    rows,
    rounds: 1,
    seconds: 2,
    rate: 20,
  })

  assert.ok(searches.length >= 23, `${searches.length} searches`)
  assert.ok(indexed >= 2 * rows)
  assert.equal(alone.length, beside.length)
})
