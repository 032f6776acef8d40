import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstant } from './instant.ts'

test('the instant provider is not available outside the sandbox', () => {
  assert.throws(() => createInstant({ sandbox: false }), /sandbox/)
})
