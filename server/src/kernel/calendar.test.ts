import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addIntervals, type Interval } from './calendar.ts'
import { DAY_MS } from './clock.ts'

function after(anchor: string, interval: Interval, count: number): string {
  return addIntervals(new Date(anchor), interval, count).toISOString()
}

test('days and weeks have a fixed length in UTC, also where local clocks change', () => {
  assert.equal(after('2026-03-28T23:30:00.125Z', 'day', 2), '2026-03-30T23:30:00.125Z')
  assert.equal(after('2026-10-24T00:00:00.000Z', 'week', 1), '2026-10-31T00:00:00.000Z')
})

test('a day that a month does not have becomes its last day, and the next month has it again', () => {
  const months = [0, 1, 2, 3, 4].map((count) => after('2026-01-31T10:00:00.000Z', 'month', count))

  assert.deepEqual(months, [
    '2026-01-31T10:00:00.000Z',
    '2026-02-28T10:00:00.000Z',
    '2026-03-31T10:00:00.000Z',
    '2026-04-30T10:00:00.000Z',
    '2026-05-31T10:00:00.000Z',
  ])
})

test('29 February is the last day of February in other years', () => {
  assert.equal(after('2028-01-31T00:00:00.000Z', 'month', 1), '2028-02-29T00:00:00.000Z')
  assert.equal(after('2028-02-29T00:00:00.000Z', 'year', 1), '2029-02-28T00:00:00.000Z')
  assert.equal(after('2028-02-29T00:00:00.000Z', 'year', 4), '2032-02-29T00:00:00.000Z')
  assert.equal(after('2100-01-31T00:00:00.000Z', 'month', 1), '2100-02-28T00:00:00.000Z')
})

test('intervals can be counted back', () => {
  assert.equal(after('2026-03-31T12:00:00.000Z', 'month', -1), '2026-02-28T12:00:00.000Z')
})

test('periods from one anchor follow one another without gap, and keep the time of day', () => {
  const intervals = fc.constantFrom<Interval>('day', 'week', 'month', 'year')
  const anchors = fc.date({
    min: new Date('2000-01-01T00:00:00Z'),
    max: new Date('2200-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  const longest = { day: 1, week: 7, month: 31, year: 366 }
  fc.assert(
    fc.property(anchors, intervals, fc.nat(1_200), (anchor, interval, count) => {
      const start = addIntervals(anchor, interval, count)
      const end = addIntervals(anchor, interval, count + 1)
      const length_ms = end.getTime() - start.getTime()
      assert.ok(length_ms > 0 && length_ms <= longest[interval] * DAY_MS)
      assert.equal((start.getTime() - anchor.getTime()) % DAY_MS, 0)
    }),
  )
})
