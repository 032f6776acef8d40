// What the api serves at /dashboard, and how much of it a browser loads.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { harness } from '#testing/harness.ts'

const dist = join(import.meta.dirname, '../../dashboard/dist')
const MAX_FIRST_BYTES = 250_000
const MAX_PAGE_BYTES = 80_000

interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** The scripts that a browser loads for a chunk. */
function scriptsOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [] } = manifest[name] ?? { file: '' }
  if (file === '' || seen.has(file)) return seen
  seen.add(file)
  for (const each of imports) scriptsOf(each, seen)
  return seen
}

function zippedBytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  return bytes
}

const [entry = ''] = Object.entries(manifest).find(([, { isEntry }]) => isEntry) ?? []
const pages = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)

test(`the first page loads at most ${MAX_FIRST_BYTES / 1000} kB of zipped JavaScript`, (t) => {
  const shared = scriptsOf(entry)
  const firsts = ['src/home/home.tsx', 'src/sign_in/sign_in.tsx', 'src/payments/list.tsx']
  for (const name of firsts) {
    const bytes = zippedBytes(scriptsOf(name, new Set(shared)))
    t.diagnostic(`${name} ${bytes} B`)
    assert.ok(bytes <= MAX_FIRST_BYTES, `${name} loads ${bytes} bytes`)
  }
})

test(`each further page loads at most ${MAX_PAGE_BYTES / 1000} kB more`, (t) => {
  const shared = scriptsOf(entry)
  assert.ok(pages.length > 3)
  for (const [name] of pages) {
    const own = [...scriptsOf(name)].filter((file) => !shared.has(file))
    const bytes = zippedBytes(own)
    t.diagnostic(`${name} ${bytes} B`)
    assert.ok(bytes <= MAX_PAGE_BYTES, `${name} loads ${bytes} bytes`)
  }
})

test('a page has a policy without inline scripts and other origins, and is never cached', async () => {
  await using shop = await harness()
  const stranger = shop.with(undefined)
  const answers = [await stranger.get('/dashboard'), await stranger.get('/dashboard/payments/x')]
  const nonces = answers.map(({ status, headers }) => {
    const policy = headers.get('Content-Security-Policy') ?? ''
    assert.equal(status, 200)
    assert.equal(headers.get('Cache-Control'), 'no-store')
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self'(;|$)/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types default$/)
    assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin')
    assert.doesNotMatch(policy, /https?:/)
    return /'nonce-(\w{32})'/.exec(policy)?.[1]
  })
  assert.ok(nonces[0] !== undefined && nonces[0] !== nonces[1])
  for (const [n, { text }] of answers.entries()) {
    assert.ok(text.includes(`nonce="${nonces[n]}"`))
    assert.doesNotMatch(text, /<script(?![^>]*\bsrc=)/)
  }
})

test('a file has a hash in its name and is cached for a year; a name that was not built is 404', async () => {
  await using shop = await harness()
  const { file = '' } = manifest[entry] ?? {}
  const answer = await shop.with(undefined).get(`/dashboard/${file}`)

  assert.equal(answer.status, 200)
  assert.match(file, /-[\w-]{8}\.js$/)
  assert.match(answer.headers.get('Cache-Control') ?? '', /max-age=31536000.*immutable/)
  for (const name of ['none.js', '..%2Findex.html', '%2e%2e%2fbuilt', '.vite']) {
    const missing = await shop.with(undefined).get(`/dashboard/assets/${name}`)
    assert.equal(missing.status, 404, name)
  }
})
