// Files that the api serves at /dashboard, and how much a browser loads.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { harness } from '#testing/harness.ts'

const dist = join(import.meta.dirname, '../../dashboard/dist')
const MAX_FIRST_BYTES = 250_000
const MAX_PAGE_BYTES = 80_000
/** Scripts and styles that index.html names, not compressed. */
const MAX_INDEX_BYTES = 442_400
/** The same with those of the sign-in page. */
const MAX_SIGN_IN_BYTES = 510_000

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly isEntry?: boolean
  readonly isDynamicEntry?: boolean
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>

/** The chunks that a browser loads for one. */
function chunksOf(name: string, seen = new Set<Chunk>()): Set<Chunk> {
  const chunk = manifest[name]
  assert.ok(chunk, `${name} is no chunk`)
  if (seen.has(chunk)) return seen
  seen.add(chunk)
  for (const each of chunk.imports ?? []) chunksOf(each, seen)
  return seen
}

function scriptsOf(...names: readonly string[]): Set<string> {
  const chunks = new Set<Chunk>()
  for (const name of names) chunksOf(name, chunks)
  return new Set([...chunks].map(({ file }) => file))
}

/** Of scripts and style sheets, not compressed. */
function bytesOf(...names: readonly string[]): number {
  const chunks = new Set<Chunk>()
  for (const name of names) chunksOf(name, chunks)
  const files = new Set([...chunks].flatMap(({ file, css = [] }) => [file, ...css]))
  return [...files].reduce((sum, file) => sum + readFileSync(join(dist, file)).length, 0)
}

function zippedBytes(files: Iterable<string>): number {
  let bytes = 0
  for (const file of files) bytes += gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  return bytes
}

const [entry = ''] = Object.entries(manifest).find(([, { isEntry }]) => isEntry) ?? []
const frame = 'src/frame/frame.tsx'
const signIn = 'src/sign_in/sign_in.tsx'
const pages = Object.entries(manifest).filter(([, { isDynamicEntry }]) => isDynamicEntry)

test(`index.html loads at most ${MAX_INDEX_BYTES / 1000} kB of scripts and styles`, (t) => {
  const bytes = bytesOf(entry)
  t.diagnostic(`${bytes} B`)
  assert.ok(bytes <= MAX_INDEX_BYTES, `index.html loads ${bytes} bytes`)
  const named = readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/assets\/[\w-]+\.(js|css)/g)
  const known = [...chunksOf(entry)].flatMap(({ file, css = [] }) => [file, ...css])
  assert.deepEqual(new Set([...named].map(([file]) => file)), new Set(known))
})

test(`the sign-in page loads at most ${MAX_SIGN_IN_BYTES / 1000} kB of scripts and styles`, (t) => {
  const bytes = bytesOf(entry, signIn)
  t.diagnostic(`${bytes} B`)
  assert.ok(bytes <= MAX_SIGN_IN_BYTES, `the sign-in page loads ${bytes} bytes`)
})

test(`the first page loads at most ${MAX_FIRST_BYTES / 1000} kB of zipped JavaScript`, (t) => {
  const firsts = [[signIn], [frame, 'src/home/home.tsx'], [frame, 'src/payments/list.tsx']]
  for (const names of firsts) {
    const bytes = zippedBytes(scriptsOf(entry, ...names))
    t.diagnostic(`${names.at(-1)} ${bytes} B`)
    assert.ok(bytes <= MAX_FIRST_BYTES, `${names.at(-1)} loads ${bytes} bytes`)
  }
})

test(`each further page loads at most ${MAX_PAGE_BYTES / 1000} kB more`, (t) => {
  const shared = scriptsOf(entry, frame)
  assert.ok(pages.length > 3)
  for (const [name] of pages) {
    const own = [...scriptsOf(name)].filter((file) => !shared.has(file))
    const bytes = zippedBytes(own)
    t.diagnostic(`${name} ${bytes} B`)
    assert.ok(bytes <= MAX_PAGE_BYTES, `${name} loads ${bytes} bytes`)
  }
})

test('every Mantine component in a script has its styles in a style sheet', () => {
  const root = join(import.meta.dirname, '../..')
  const all = readFileSync(join(root, 'node_modules/@mantine/core/styles.css'), 'utf8')
  const files = globSync(join(dist, 'assets/*.{js,css}'))
  const classesIn = (suffix: string) =>
    new Set(
      files
        .filter((file) => file.endsWith(suffix))
        .flatMap((file) => readFileSync(file, 'utf8').match(/\bm_[0-9a-f]{6,8}\b/g) ?? []),
    )
  const styled = classesIn('.css')
  const missing = [...classesIn('.js')].filter((name) => all.includes(name) && !styled.has(name))
  assert.ok(styled.size > 100)
  assert.deepEqual(missing, [])
})

test('a page has a policy without inline scripts, inline styles and other origins, and is never cached', async () => {
  await using shop = await harness()
  const stranger = shop.with(undefined)
  const answers = [await stranger.get('/dashboard'), await stranger.get('/dashboard/payments/x')]
  const nonces = answers.map(({ status, headers }) => {
    const policy = headers.get('Content-Security-Policy') ?? ''
    assert.equal(status, 200)
    assert.equal(headers.get('Cache-Control'), 'no-store')
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self'(;|$)/)
    assert.match(policy, /style-src 'self' 'nonce-\w{32}'(;|$)/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.match(policy, /frame-src 'self'/)
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
