import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findAmong } from './requests.ts'

test('a request is found by the id of an object that it touched, among 20,000', async () => {
  const { lists_ms, requests_ms } = await findAmong(20_000, 10)

  assert.equal(lists_ms.length, 10)
  assert.equal(requests_ms.length, 10)
})
