import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guessPassword } from './guesses.ts'

test('600 guesses from 100 addresses fail, the right password among them, and the owner is never locked out', async (t) => {
  const { statuses, right, owner, new_device } = await guessPassword({
    guesses: 600,
    addresses: 100,
  })

  t.diagnostic(JSON.stringify({ statuses, right, owner, new_device }))
  assert.ok(right > 10)
  assert.deepEqual(statuses, { 401: 50, 429: 550 })
  assert.deepEqual(Object.keys(owner), ['200'])
  assert.deepEqual(new_device, { before: 429, after: 200 })
})
