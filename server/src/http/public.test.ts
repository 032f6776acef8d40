import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'

test('the OpenAPI document and the reference page need no key, and the page may call this server only', async () => {
  await using shop = await harness()
  const stranger = shop.with(undefined)

  const document = await stranger.get('/openapi.json')
  const page = await stranger.get('/docs/api/')
  const script = await stranger.get('/docs/api/js/scalar.js')

  assert.equal(document.body.openapi, '3.1.0')
  assert.ok(document.body.paths['/customers/{customer_id}'].delete)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('Content-Security-Policy') ?? '', /^default-src 'self';/)
  assert.doesNotMatch(page.text, /https?:\/\//)
  assert.equal(script.status, 200)
})
