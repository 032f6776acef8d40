import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureDashboard, names } from './dashboard.ts'

test('opening lists makes the same calls, with answers of the same size, for many payments and for few', async () => {
  const { many, few } = await measureDashboard(20_000, 2)

  for (const [n, { calls, bytes, ms }] of many.entries()) {
    const other = few[n]
    assert.ok(other)
    assert.equal(ms.length, names.length)
    assert.ok(calls >= names.length)
    assert.equal(calls, other.calls)
    assert.ok(bytes <= 1.5 * other.bytes, `${bytes} bytes, and ${other.bytes}`)
  }
})
