import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createInstant } from './instant.ts'

test('what approves everything is not to be had outside the sandbox', () => {
  assert.throws(() => createInstant({ sandbox: false }), /sandbox/)
})
