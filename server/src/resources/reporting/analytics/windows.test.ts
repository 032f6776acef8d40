import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitBuckets, granularities, MAX_BUCKETS, splitPieces } from './windows.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 1)

const window = fc
  .tuple(fc.integer({ min: 0, max: 300 * DAY_MS }), fc.integer({ min: 1, max: 60 * DAY_MS }))
  .map(([from, length]) => ({ from: START + from, to: START + from + length }))

test('the pieces of a window cover it without a gap or an overlap, and sums only whole', () => {
  fc.assert(
    fc.property(window, (whole) => {
      const pieces = splitPieces([whole])
      let at = whole.from
      for (const { from, to, level } of pieces) {
        assert.equal(from, at)
        assert.ok(from < to)
        const unit = { day: DAY_MS, quarter: 900_000, object: 1 }[level]
        assert.equal(from % unit, 0)
        assert.equal(to % unit, 0)
        at = to
      }
      assert.equal(at, whole.to)
      const objects = pieces.filter(({ level }) => level === 'object')
      assert.ok(objects.every(({ from, to }) => to - from < 2 * 900_000))
    }),
  )
})

test('buckets cover a window without a gap, and there are never too many', () => {
  fc.assert(
    fc.property(window, fc.constantFrom(...granularities), (whole, granularity) => {
      const buckets = splitBuckets(whole, granularity)
      if (buckets === undefined) return
      assert.ok(buckets.length <= MAX_BUCKETS)
      let at = whole.from
      for (const { start, from, to } of buckets) {
        assert.ok(start <= from)
        assert.equal(from, at)
        at = to
      }
      assert.equal(at, whole.to)
    }),
  )
})
