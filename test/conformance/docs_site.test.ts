// The documentation as a browser and a program get it: every link works, and nothing runs but our own script.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { precedence } from '#errors.ts'
import { seed } from '#roles/sandbox/seed.ts'
import { wellKnownKey } from '#http/well_known_keys.ts'
import { harness, type Shop, testEnv } from '#testing/harness.ts'

interface Visited {
  readonly status: number
  readonly text: string
  readonly type: string
}

function visitor(shop: Shop) {
  const visited = new Map<string, Promise<Visited>>()
  const fetchPage = async (path: string): Promise<Visited> => {
    const answer = await fetch(shop.base_url + path)
    const type = answer.headers.get('Content-Type') ?? ''
    return { status: answer.status, text: await answer.text(), type }
  }
  return (path: string) => {
    const page = visited.get(path) ?? fetchPage(path)
    visited.set(path, page)
    return page
  }
}

function linksOf(html: string): string[] {
  const found = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link)
  return [...new Set(found)].filter((link) => /^[/#]/.test(link))
}

test('every link of every page leads to a page, and every anchor to a place on it', async () => {
  await using shop = await harness()
  const visit = visitor(shop)
  const queue = ['/docs']
  const broken: string[] = []
  for (const path of queue) {
    const { text, type } = await visit(path)
    if (!type.startsWith('text/html') || path.startsWith('/docs/api')) continue
    for (const link of linksOf(text)) {
      const [target = '', hash] = link.split('#')
      const wanted = target === '' ? path : target
      const found = await visit(wanted)
      if (found.status !== 200) broken.push(`${path}: ${link}`)
      if (hash !== undefined && !found.text.includes(`id="${hash}"`))
        broken.push(`${path}: ${link}`)
      if (!queue.includes(wanted)) queue.push(wanted)
    }
  }

  assert.deepEqual(broken, [])
  for (const page of [
    '/docs/guides/first-call',
    '/docs/test-cards',
    '/docs/events',
    '/docs/states',
  ]) {
    assert.ok(queue.includes(page), page)
  }
})

test('/docs/errors has an anchor for every code', async () => {
  await using shop = await harness()

  const page = await shop.with(undefined).get('/docs/errors')

  const missing = precedence.filter((code) => !page.text.includes(`id="${code}"`))
  assert.deepEqual(missing, [])
})

test('llms.txt lists the pages as Markdown, and the links in them lead to Markdown', async () => {
  await using shop = await harness()
  const visit = visitor(shop)

  const { text } = await visit('/llms.txt')

  assert.match(text, /^# Florin\n\n> /)
  const links = [...text.matchAll(/\]\((\S+)\)/g)].map(([, link = '']) => new URL(link).pathname)
  assert.ok(links.includes('/docs/guides/first-call.md') && links.includes('/docs/errors.md'))
  for (const link of links) {
    const page = await visit(link)
    assert.equal(page.status, 200, link)
    assert.match(page.type, /^text\/markdown/)
    const outside = page.text.split(/^```[^]*?^```$/m).join('')
    for (const [, target = ''] of outside.matchAll(/\]\((\/docs[^)#]*)/g)) {
      assert.match(target, /\.(md|png|svg)$/, link)
      assert.equal((await visit(target)).status, 200, `${link}: ${target}`)
    }
  }
})

test('/ leads to the documentation, a path of the repository to its page, and an unknown page is 404', async () => {
  await using shop = await harness()
  const follow = async (path: string) => {
    const answer = await fetch(shop.base_url + path, { redirect: 'manual' })
    return [answer.status, answer.headers.get('Location')]
  }

  assert.deepEqual(await follow('/'), [302, '/docs'])
  assert.deepEqual(await follow('/docs/reference/errors'), [301, '/docs/errors'])
  assert.deepEqual(await follow('/docs/reference/errors.md'), [301, '/docs/errors.md'])
  assert.deepEqual(await follow('/docs/nothing'), [404, null])
  for (const odd of [
    '/docs/../package.json',
    '/docs/%2e%2e/package.json',
    '/docs/images/../../x',
  ]) {
    assert.equal((await fetch(shop.base_url + odd)).status, 404, odd)
  }
})

test('a page runs only the script of this server, and has no inline script or style', async () => {
  await using shop = await harness()
  const { headers, text } = await shop.with(undefined).get('/docs/guides/first-call')

  const policy = headers.get('Content-Security-Policy') ?? ''
  assert.match(policy, /default-src 'none'; script-src 'sha256-[^']+'; style-src 'self';/)
  assert.doesNotMatch(text, /<script(?![^>]*\ssrc=)|\son\w+=|\sstyle=|<style/)
})

/** With headers that fetch does not allow. */
function reference(base_url: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    request(new URL('/docs/api/', base_url), { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
}

const STATE = {
  format: 1,
  secret: 'ab'.repeat(32),
  is_local: true,
  bank_key: '',
  bank_callback_secret: '',
  bank_port: 0,
} as const

test('the API reference has the well-known key filled in only on the machine of the sandbox', async () => {
  await using shop = await harness()
  await using open = await harness({ env: { FLORIN_PUBLIC_URL: 'https://pay.example' } })
  await using production = await harness({ env: { FLORIN_ENVIRONMENT: 'production' } })
  const key = wellKnownKey('c001')
  assert.ok(!(await reference(shop.base_url)).includes('WellKnown'), 'not before the key exists')
  await seed(await testEnv(), STATE)

  assert.ok((await reference(shop.base_url)).includes(key))
  assert.ok((await reference(shop.base_url, { host: 'localhost' })).includes(key))
  for (const headers of [
    { host: 'rebound.example' },
    { host: '192.0.2.1' },
    { 'X-Forwarded-For': '127.0.0.1' },
  ]) {
    assert.ok(!(await reference(shop.base_url, headers)).includes('WellKnown'), headers.host)
  }
  assert.ok(!(await reference(open.base_url)).includes('WellKnown'))
  assert.ok(!(await reference(production.base_url)).includes('WellKnown'))
})
