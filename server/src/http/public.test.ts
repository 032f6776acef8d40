import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import { gunzipSync, brotliDecompressSync } from 'node:zlib'
import { harness, type Shop } from '#testing/harness.ts'
import { freshMinute } from '../../../test/support/expect.ts'

function scriptOf(html: string): string {
  const [, path = 'none'] = /src="(js\/scalar[^"]*\.js)"/.exec(html) ?? []
  return `/docs/api/${path}`
}

interface Bytes {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

/** As it is on the wire: fetch would decompress it. */
async function download(
  shop: Shop,
  path: string,
  headers: Record<string, string> = {},
): Promise<Bytes> {
  const sent = request(shop.base_url + path, { headers }).end()
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const body = Buffer.concat(await answer.toArray())
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

test('the OpenAPI document and the reference page need no key, and the page may call this server only', async () => {
  await using shop = await harness()
  const stranger = shop.with(undefined)

  const document = await stranger.get('/openapi.json')
  const page = await stranger.get('/docs/api/')
  const script = await stranger.get(scriptOf(page.text))

  assert.equal(document.body.openapi, '3.1.0')
  assert.ok(document.body.paths['/customers/{customer_id}'].delete)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('Content-Security-Policy') ?? '', /^default-src 'self';/)
  assert.doesNotMatch(page.text, /https?:\/\//)
  assert.equal(script.status, 200)
})

test('the OpenAPI document and the pages are compressed as the caller accepts, and sent once', async () => {
  await using shop = await harness()
  for (const path of ['/openapi.json', '/docs/errors']) {
    const plain = await download(shop, path)
    const gzip = await download(shop, path, { 'Accept-Encoding': 'gzip, br;q=0' })
    const brotli = await download(shop, path, { 'Accept-Encoding': 'gzip, deflate, br' })

    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(gzip.headers['content-encoding'], 'gzip')
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.ok(gunzipSync(gzip.body).equals(plain.body))
    assert.ok(brotliDecompressSync(brotli.body).equals(plain.body))
    assert.ok(gzip.body.length * 3 < plain.body.length, path)
    const known = await download(shop, path, { 'If-None-Match': String(plain.headers['etag']) })
    assert.deepEqual([known.status, known.body.length], [304, 0], path)
  }
})

test('the script of the reference has a hash in its name, and is never sent uncompressed', async () => {
  await using shop = await harness()
  const page = await shop.get('/docs/api/')
  const path = scriptOf(page.text)

  const script = await download(shop, path)

  assert.match(path, /scalar-[0-9a-f]{16}\.js$/)
  assert.equal(script.headers['content-encoding'], 'gzip')
  assert.match(String(script.headers['cache-control']), /immutable/)
  assert.match(gunzipSync(script.body).toString('utf8', 0, 10_000), /function|=>/)
  assert.equal((await shop.get('/docs/api/js/scalar.js')).status, 404)
})

test('the documentation has a limit per address, which leaves the API and the health checks alone', async () => {
  const paths = [
    '/openapi.json',
    '/docs',
    '/docs/errors',
    '/docs/nothing',
    '/docs/api/',
    '/llms.txt',
    '/docs/api/js/scalar.js',
    '/docs/search.json',
    '/favicon.svg',
  ]
  for (const path of paths) {
    await using shop = await harness({ env: { FLORIN_PAGE_RATE_LIMIT: '2' } })
    const stranger = shop.with(undefined)
    freshMinute(shop)

    const answers = [await stranger.get(path), await stranger.get(path), await stranger.get(path)]

    const refused = answers.filter(({ status }) => status === 429)
    assert.equal(refused.length, 1, path)
    assert.equal(refused[0]?.body.error.code, 'RL_01')
    assert.ok(refused[0]?.headers.get('Retry-After'))
    assert.equal((await stranger.get('/health/live')).status, 200)
    assert.equal((await shop.get('/customers/list')).status, 200)
  }
})
