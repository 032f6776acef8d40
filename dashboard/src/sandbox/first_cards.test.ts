import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testCards } from '../api/generated/test_cards.ts'
import { firstCards } from './first_cards.ts'

test('each of the first test cards is one of the sandbox bank', () => {
  const known = new Set<string>(testCards.map(({ number }) => number))
  assert.deepEqual(
    firstCards.filter(([number]) => !known.has(number)),
    [],
  )
})
