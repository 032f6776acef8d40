import assert from 'node:assert/strict'
import { test } from 'node:test'
import { floodWithPublishableKey, quantile } from './publishable.ts'

test('a flood with the publishable key from 50 addresses never makes the secret key refused', async (t) => {
  const { alone, beside, secret, flood } = await floodWithPublishableKey({
    requests: 12_000,
    seconds: 8,
  })

  t.diagnostic(
    `p99 ${quantile(alone, 0.99)} ms alone, ${quantile(beside, 0.99)} ms beside the flood`,
  )
  t.diagnostic(JSON.stringify(flood))
  assert.deepEqual(Object.keys(secret), ['200'])
  assert.ok((flood['429'] ?? 0) > 0, 'the limit of the publishable key was never reached')
  assert.deepEqual(
    Object.keys(flood).filter((status) => status.startsWith('5')),
    [],
  )
})
