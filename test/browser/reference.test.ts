// The reference page in a real browser: it works under a policy that runs no script but its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harness } from '#testing/harness.ts'
import { closePages, testBrowser } from './browser.ts'

test('the reference page renders under its Content-Security-Policy, and other scripts do not run', async () => {
  await using shop = await harness()
  const browser = await testBrowser()
  try {
    const page = await browser.newPage()
    page.setDefaultTimeout(120_000)
    const refusals: string[] = []
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refusals.push(message.text())
    })

    await page.goto(`${shop.base_url}/docs/api/`)
    await page.getByRole('heading', { name: 'Florin' }).first().waitFor()

    assert.deepEqual(refusals, [])
    await page.evaluate(`{
      const script = document.createElement('script')
      script.textContent = 'window.injected = true'
      document.body.append(script)
    }`)
    assert.equal(await page.evaluate('window.injected'), undefined)
    assert.equal(refusals.length, 1)
  } finally {
    await closePages(browser)
  }
})

test('every page has a nonce of its own', async () => {
  await using shop = await harness()

  const policies = await Promise.all(
    [1, 2].map(async () => {
      const page = await shop.with(undefined).get('/docs/api/')
      const policy = page.headers.get('Content-Security-Policy') ?? ''
      const [, nonce = ''] = /'nonce-(\w{32})'/.exec(policy) ?? []
      assert.ok(nonce !== '' && page.text.includes(nonce))
      assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/)
      return nonce
    }),
  )

  assert.notEqual(policies[0], policies[1])
})
