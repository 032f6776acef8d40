import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseDays, toPeriod, unitName } from './period.ts'

const NOW = new Date('2026-11-18T15:30:00Z')

test('a period of days begins at midnight, and the one before it is equally long', () => {
  const { now, before } = toPeriod(7, 'day', NOW, 'UTC')

  assert.equal(now.from.toISOString(), '2026-11-12T00:00:00.000Z')
  assert.equal(now.to, NOW)
  assert.equal(before.from.toISOString(), '2026-11-05T00:00:00.000Z')
  assert.equal(before.to.toISOString(), '2026-11-11T15:30:00.000Z')
})

test('weeks begin on Monday and months on the first, across the turn of the year', () => {
  assert.equal(toPeriod(7, 'week', NOW, 'UTC').now.from.toISOString(), '2026-11-16T00:00:00.000Z')
  const { now, before } = toPeriod(90, 'month', new Date('2026-01-31T23:00:00Z'), 'UTC')
  assert.equal(now.from.toISOString(), '2025-11-01T00:00:00.000Z')
  assert.equal(before.from.toISOString(), '2025-08-01T00:00:00.000Z')
  assert.ok(before.to < now.from)
})

test('a length in the URL that does not exist is 30 days', () => {
  assert.deepEqual(['7d', '365d', '8d', '', undefined].map(parseDays), [7, 365, 30, 30, 30])
})

test('days, weeks and months begin in the time zone, across a change of the clocks', () => {
  const zone = 'America/New_York'
  const late = new Date('2026-11-10T04:30:00Z')
  const { now, before } = toPeriod(7, 'day', late, zone)
  assert.equal(now.from.toISOString(), '2026-11-03T05:00:00.000Z')
  assert.equal(before.from.toISOString(), '2026-10-27T04:00:00.000Z')
  // 23:30 on both days, before and after clocks went back.
  assert.equal(before.to.toISOString(), '2026-11-03T04:30:00.000Z')
  assert.equal(toPeriod(7, 'week', late, zone).now.from.toISOString(), '2026-11-09T05:00:00.000Z')
  const month = toPeriod(30, 'month', new Date('2026-11-01T03:00:00Z'), zone)
  assert.equal(month.now.from.toISOString(), '2026-10-01T04:00:00.000Z')
})

test('a unit is named by its first day in the time zone', () => {
  const start = new Date('2026-11-16T00:00:00Z')
  const names = (['day', 'week', 'month'] as const).map((unit) =>
    unitName(start, unit, { locale: 'en-GB', time_zone: 'UTC' }),
  )
  assert.deepEqual(names, ['16 Nov', 'Week of 16 Nov', 'Nov 2026'])
  const india = { locale: 'en-GB', time_zone: 'Asia/Kolkata' }
  assert.equal(unitName(new Date('2026-11-15T18:30:00Z'), 'day', india), '16 Nov')
})
