// The page's HTML and headers: a merchant's text cannot run, and only our own files are loaded.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { findAsset, readAssets } from './assets.ts'
import { blankPage } from './blank.ts'
import type { PageData } from './contract.ts'
import { renderPage } from './payment_page.ts'

const data: PageData = {
  ...blankPage('en', []),
  kind: 'payment_link',
  path: '/pay/plink_1',
  status: 'active',
  seller: { name: 'Northwind Coffee', logo: null, color: null },
  amount: 4890,
  expires_at: '2026-11-16T18:00:00Z',
  layout: 'tabs',
}

function render(change: Partial<PageData> = {}) {
  const { html, headers } = renderPage({ ...data, ...change }, readAssets())
  const policy = Object.fromEntries(
    (headers['content-security-policy'] ?? '').split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ')
      return [name, values]
    }),
  )
  return { html, headers, policy }
}

function hashOf(content: string | Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`
}

test('only scripts with a hash of the manifest run: no host, nothing inline, nothing evaluated', () => {
  const { html, policy } = render()
  const { integrity } = readAssets()['page.js'] ?? {}

  assert.deepEqual(policy['script-src'], [`'${integrity}'`])
  assert.deepEqual(policy['default-src'], ["'none'"])
  assert.deepEqual(policy['connect-src'], ["'self'"])
  for (const name of ['base-uri', 'form-action', 'frame-ancestors', 'trusted-types']) {
    assert.deepEqual(policy[name], ["'none'"], name)
  }
  assert.ok(!/unsafe|\*|http:|nonce/.test(JSON.stringify(policy)))
  const scripts = html.match(/<script[^>]*>/g) ?? []
  const running = scripts.filter((tag) => !tag.includes('application/json'))
  assert.equal(running.length, 1)
  assert.ok(running[0]?.includes(`integrity="${integrity}"`))
})

test('the page is not cached, not framed, and sends no referrer', () => {
  const { headers } = render()
  assert.equal(headers['cache-control'], 'no-store')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.match(headers['permissions-policy'] ?? '', /camera=\(\)/)
})

test('text of a merchant can neither end its element nor add an attribute', () => {
  const hostile = `</script><script>alert(1)</script><!-- " onload='x' & \u2028`
  const seller = { name: hostile, logo: null, color: '#fff;}</style><script>' }
  const { html } = render({ seller, description: hostile, notice: hostile })

  assert.ok(!html.includes('<script>alert'))
  const [markup = ''] = html.split('<script type="application/json"')
  assert.ok(!markup.includes("onload='x'"))
  assert.equal(html.match(/<script/g)?.length, 3)
  assert.ok(!html.includes('<style>'))
  const [, json = ''] = /id="florin-data">(.*?)<\/script>/s.exec(html) ?? []
  assert.equal((JSON.parse(json) as PageData).seller.name, hostile)
})

test("the seller's colour is an inline style that the policy names by its hash", () => {
  const { html, policy } = render({ seller: { ...data.seller, color: '#ffd400' } })
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? []
  assert.match(style, /--accent:#ffd400/)
  assert.deepEqual(policy['style-src'], ["'self'", `'${hashOf(style)}'`])
})

test('of the server of a logo only the logo may be loaded', () => {
  const logo = 'https://cdn.example/brand/logo;v=1.png?size=2'
  const { policy } = render({ seller: { ...data.seller, logo } })
  assert.deepEqual(policy['img-src'], [
    "'self'",
    'data:',
    'https://cdn.example/brand/logo%3Bv=1.png',
  ])
  for (const other of [
    'http://cdn.example/a.png',
    'javascript:alert(1)',
    'data:image/png;base64,',
  ]) {
    const images = render({ seller: { ...data.seller, logo: other } }).policy['img-src']
    assert.deepEqual(images, ["'self'", 'data:'], other)
  }
})

test("a logo's host cannot add a rule to the policy or split it in two", () => {
  const before = render().headers['content-security-policy']
  for (const host of ['a;sandbox', 'a,default-src', 'a.example;script-src', "a'unsafe-inline'"]) {
    const { headers } = render({ seller: { ...data.seller, logo: `https://${host}/x.png` } })
    assert.equal(headers['content-security-policy'], before, host)
  }
})

test('a file is served under its own name only, compressed as the browser accepts it, for good', async () => {
  const { url = '', integrity = '' } = readAssets()['page.js'] ?? {}
  const name = url.split('/').at(-1) ?? ''
  const brotli = await findAsset(name, 'gzip, deflate, br')
  const gzip = await findAsset(name, 'gzip;q=1.0')
  const plain = await findAsset(name)

  assert.equal(brotli?.headers['content-encoding'], 'br')
  assert.equal(gzip?.headers['content-encoding'], 'gzip')
  assert.equal(plain?.headers['content-encoding'], undefined)
  const empty = Buffer.alloc(0)
  for (const bytes of [
    brotliDecompressSync(brotli?.body ?? empty),
    gunzipSync(gzip?.body ?? empty),
    plain?.body ?? empty,
  ]) {
    assert.equal(hashOf(bytes), integrity)
  }
  assert.match(plain?.headers['cache-control'] ?? '', /immutable/)
  for (const other of ['manifest.json', '../package.json', 'page.js', '']) {
    assert.equal(await findAsset(other), undefined, other)
  }
})

test('a visit transfers less than 60 kB with gzip', async () => {
  const files = ['page.js', 'page.css'].map(
    (file) => readAssets()[file]?.url.split('/').at(-1) ?? '',
  )
  const assets = await Promise.all(
    files.map(async (name) => (await findAsset(name, 'gzip'))?.body.length ?? Infinity),
  )
  const html = Buffer.byteLength(render({ locale: 'ar' }).html)
  const total = assets.reduce((sum, size) => sum + size, html)
  assert.ok(total < 60_000, `${total} bytes`)
})
