import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'

test('no answer is stored by a cache, sniffed, or named in a referrer; production demands TLS', async () => {
  await using sandbox = await harness()
  await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
  for (const shop of [sandbox, production]) {
    for (const path of ['/health', '/payments/none', '/nothing', '/health/live']) {
      const { headers } = await shop.get(path)
      assert.equal(headers.get('Cache-Control'), 'no-store', path)
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff', path)
      assert.equal(headers.get('Referrer-Policy'), 'no-referrer', path)
      const strict = headers.get('Strict-Transport-Security')
      assert.equal(strict, shop === production ? 'max-age=31536000' : null, path)
    }
  }
})
