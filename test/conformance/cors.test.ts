// Pages on other origins may call the routes that a publishable key opens, and no others.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { routes } from '#app.ts'
import { harness } from '#testing/harness.ts'
import { assertRefused } from '../support/expect.ts'

const shop = await harness()
after(() => shop.app.close())

const page = shop.with(shop.merchant.publishable_key)
const Origin = 'https://shop.example'
const pathOf = (url: string) => url.replaceAll(/:[a-z_]+/g, 'some_id')
const isOpen = (url: string) => routes.some((row) => row.url === url && row.publishable)
const corsOf = (headers: Headers) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'))

/** A script contains no personal data: a module on any page may load it. */
const SCRIPT = '/florin.js'

test(`${SCRIPT} can be loaded by a module of any page`, async () => {
  const answer = await shop.with(undefined).get(SCRIPT)

  assert.equal(answer.headers.get('access-control-allow-origin'), '*')
  assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=600')
  const headers = { 'If-None-Match': answer.headers.get('etag') ?? '' }
  const again = await shop.with(undefined).send('GET', SCRIPT, undefined, { headers })
  assert.equal(again.status, 304)
})

for (const url of new Set(routes.map((row) => row.url).filter((each) => each !== SCRIPT))) {
  const preflight = (method: string) =>
    shop.with(undefined).send('OPTIONS', pathOf(url), undefined, {
      headers: {
        Origin,
        'Access-Control-Request-Method': method,
        'Access-Control-Request-Headers': 'api-key,content-type,x-client-secret',
      },
    })

  if (!isOpen(url)) {
    test(`${url} is closed to pages of other origins`, async () => {
      const asked = await preflight('POST')
      assertRefused(asked, 405, 'IR_03')
      assert.deepEqual(corsOf(asked.headers), [])
      for (const { method } of routes.filter((row) => row.url === url)) {
        const answer = await page.send(method, pathOf(url), undefined, { headers: { Origin } })
        assert.deepEqual(corsOf(answer.headers), [], method)
      }
    })
    continue
  }

  test(`${url} answers pages of other origins, with errors too, and without credentials`, async () => {
    const open = routes.filter((row) => row.url === url && row.publishable)

    const asked = await preflight(open[0]?.method ?? '')

    assert.equal(asked.status, 204)
    assert.equal(asked.headers.get('Access-Control-Allow-Origin'), '*')
    assert.equal(asked.headers.get('Access-Control-Allow-Credentials'), null)
    const allowed = asked.headers.get('Access-Control-Allow-Headers')?.toLowerCase() ?? ''
    for (const name of [
      'api-key',
      'content-type',
      'idempotency-key',
      'x-client-secret',
      'x-profile-id',
    ]) {
      assert.ok(allowed.split(', ').includes(name), name)
    }
    for (const { method } of open) {
      assert.ok(asked.headers.get('Access-Control-Allow-Methods')?.includes(method))
      const answer = await page.send(method, pathOf(url), undefined, { headers: { Origin } })
      assert.ok(answer.status >= 400)
      assert.equal(answer.headers.get('Access-Control-Allow-Origin'), '*')
      const exposed = answer.headers.get('Access-Control-Expose-Headers')?.split(', ') ?? []
      for (const name of ['X-Request-Id', 'Retry-After', 'X-RateLimit-Remaining']) {
        assert.ok(exposed.includes(name), name)
      }
    }
  })
}

test('pages outside the route table have no CORS headers', async () => {
  for (const path of ['/health/live', '/openapi.json', '/docs/', '/nothing']) {
    const answer = await page.get(path, { headers: { Origin } })
    assert.deepEqual(corsOf(answer.headers), [], path)
  }
})
