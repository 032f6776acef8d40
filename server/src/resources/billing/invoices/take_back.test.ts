import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CreditEntryRow } from './store.ts'
import { takeBackMoves, takenBack } from './take_back.ts'

test('money that is given back takes as much of the credit that was granted before, and no more than that', () => {
  const granted = [{ amount: 300, given_back: 0 }]

  assert.equal(takenBack(granted, 0), 0)
  assert.equal(takenBack(granted, 200), 200)
  assert.equal(takenBack(granted, 1000), 300)
})

test('money that was given back before a grant takes nothing of it', () => {
  const granted = [{ amount: 700, given_back: 300 }]

  assert.equal(takenBack(granted, 300), 0)
  assert.equal(takenBack(granted, 400), 100)
})

test('each grant loses only money given back after it', () => {
  const granted = [
    { amount: 500, given_back: 400 },
    { amount: 100, given_back: 0 },
  ]

  assert.equal(takenBack(granted, 50), 50)
  assert.equal(takenBack(granted, 400), 100)
  assert.equal(takenBack(granted, 700), 400)
})

const entry = (
  reason: CreditEntryRow['reason'],
  amount: number,
  given_back: number | null = null,
) => ({ reason, amount, given_back }) as CreditEntryRow

test('spent credit is uncollected', () => {
  const entries = [entry('plan_change', 1000, 0), entry('applied', -400)]

  assert.deepEqual(takeBackMoves(entries, 1000, 'refund'), [
    { amount: -1000, reason: 'refund' },
    { amount: 400, reason: 'uncollected' },
  ])
})

test('a second look at the same money takes nothing', () => {
  const entries = [
    entry('plan_change', 1000, 0),
    entry('applied', -400),
    entry('refund', -1000),
    entry('uncollected', 400),
  ]

  assert.deepEqual(takeBackMoves(entries, 1000, 'refund'), [])
})

test('money that comes back returns the credit, after the uncollected amount', () => {
  const entries = [
    entry('cancellation', 1000, 0),
    entry('applied', -400),
    entry('dispute', -1000),
    entry('uncollected', 400),
  ]

  assert.deepEqual(takeBackMoves(entries, 0, 'dispute'), [
    { amount: 1000, reason: 'dispute' },
    { amount: -400, reason: 'uncollected' },
  ])
  assert.deepEqual(takeBackMoves(entries, 700, 'refund'), [
    { amount: 300, reason: 'refund' },
    { amount: -300, reason: 'uncollected' },
  ])
})
