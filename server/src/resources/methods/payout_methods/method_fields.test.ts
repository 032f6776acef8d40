import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lastFour } from './method_fields.ts'

const digits = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${length}}$`), { size: 'max' })

test('a masked number shows its last four digits at most, and never more than half of it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 34 }).chain((length) => digits(length)),
      (number) => {
        const masked = lastFour(number)
        const displayed = masked.replaceAll('*', '')
        assert.equal(masked.length, number.length)
        assert.ok(number.endsWith(displayed))
        assert.ok(displayed.length <= 4 && displayed.length <= number.length / 2)
        if (number.length >= 8) assert.equal(displayed.length, 4)
      },
    ),
  )
})
