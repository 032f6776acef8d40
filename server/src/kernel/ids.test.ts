import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedId, isId, newId, newMerchantId } from './ids.ts'

test('100,000 ids are all different, short enough, and sort by the time they were made', async () => {
  const early = Array.from({ length: 100_000 }, () => newId('cus'))
  await new Promise((resolve) => setTimeout(resolve, 2))
  const late = newId('cus')

  assert.equal(new Set(early).size, early.length)
  assert.ok(early.every((id) => id < late))
  assert.ok(early.every((id) => isId(id) && id.length <= 32))
})

test('the same token always gives the same id, and another token or prefix another', () => {
  const now = new Date('2026-01-01T00:00:00Z')

  assert.equal(derivedId('cus', 't', now), derivedId('cus', 't', now))
  assert.notEqual(derivedId('cus', 't', now), derivedId('cus', 'u', now))
  assert.notEqual(derivedId('cus', 't', now).slice(4), derivedId('key', 't', now).slice(4))
})

test("a merchant's id begins with its cell", () => {
  assert.match(newMerchantId('c007'), /^mer_c007_[0-9a-z]{26}$/)
})

test('an id is 1 to 64 letters, digits, _ or -', () => {
  for (const id of ['a', 'A-z_9', 'x'.repeat(64)]) assert.equal(isId(id), true, id)
  for (const id of ['', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n']) assert.equal(isId(id), false, id)
})
