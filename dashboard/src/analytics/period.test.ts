import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDays, toPeriod, unitName } from './period.ts'

const NOW = new Date('2026-11-18T15:30:00Z')

test('a period of days begins at midnight UTC, and the one before it is equally long', () => {
  const { now, before } = toPeriod(7, 'day', NOW)

  assert.equal(now.from.toISOString(), '2026-11-12T00:00:00.000Z')
  assert.equal(now.to, NOW)
  assert.equal(before.from.toISOString(), '2026-11-05T00:00:00.000Z')
  assert.equal(before.to.toISOString(), '2026-11-11T15:30:00.000Z')
})

test('weeks begin on Monday and months on the first, across the turn of the year', () => {
  assert.equal(toPeriod(7, 'week', NOW).now.from.toISOString(), '2026-11-16T00:00:00.000Z')
  const { now, before } = toPeriod(90, 'month', new Date('2026-01-31T23:00:00Z'))
  assert.equal(now.from.toISOString(), '2025-11-01T00:00:00.000Z')
  assert.equal(before.from.toISOString(), '2025-08-01T00:00:00.000Z')
  assert.ok(before.to < now.from)
})

test('a length in the URL that does not exist is 30 days', () => {
  assert.deepEqual(['7d', '365d', '8d', '', undefined].map(parseDays), [7, 365, 30, 30, 30])
})

test('a unit is named by its first day in UTC', () => {
  const start = new Date('2026-11-16T00:00:00Z')
  const names = (['day', 'week', 'month'] as const).map((unit) => unitName(start, unit, 'en-GB'))
  assert.deepEqual(names, ['16 Nov', 'Week of 16 Nov', 'Nov 2026'])
})
