// The documentation in a real browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { AxeBuilder } from '@axe-core/playwright'
import { harness } from '#testing/harness.ts'
import { closePages, testBrowser, widthOf } from './browser.ts'

/** FLORIN_SCREENSHOTS names a folder to look at the pages in. */
const folder = process.env['FLORIN_SCREENSHOTS']

test('the documentation fits a phone, is accessible in both themes, and violates no policy', async () => {
  await using shop = await harness()
  const browser = await testBrowser()
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({
        viewport: { width: 375, height: 812 },
        colorScheme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      const problems: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text())
      })
      for (const path of ['/docs', '/docs/errors#IR_04', '/docs/guides/first-call']) {
        await page.goto(shop.base_url + path)
        await page.locator('h1').waitFor()
        if (folder) {
          const name = `docs${path.replaceAll(/\W/g, '-')}-${colorScheme}.png`
          await page.screenshot({ path: join(folder, name) })
        }
        assert.equal(await widthOf(page), 375, path)
        const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
        assert.deepEqual(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          [],
          `${path} ${colorScheme}`,
        )
      }
      assert.deepEqual(problems, [])
      await context.close()
    }
  } finally {
    await closePages(browser)
  }
})

/** Queries, each with the page that must be among the first three results. */
const SEARCHES: Readonly<Record<string, string>> = {
  webhok: '/docs/guides/receive-webhooks',
  'refnd payment': '/docs/guides/refund-a-payment',
  chargeback: '/docs/guides/answer-a-dispute',
  '3ds': '/docs/guides/accept-a-payment#when-the-customer-must-act',
  '3d secure': '/docs/guides/accept-a-payment#when-the-customer-must-act',
  'go live': '/docs/guides/going-live',
  changelog: '/docs/changelog',
  docker: '/docs/operations/deploy',
  'rate limit': '/docs/guides/requests#rate-limits',
  glossary: '/docs/guides/names',
}

test('the search forgives typos and knows other words for the same thing', async () => {
  await using shop = await harness()
  const browser = await testBrowser()
  try {
    const page = await browser.newPage()
    await page.goto(`${shop.base_url}/docs`)
    const wrong: string[] = []
    for (const [query, wanted] of Object.entries(SEARCHES)) {
      await page.locator('#search').fill('')
      await page.locator('#results').waitFor({ state: 'hidden' })
      await page.locator('#search').fill(query)
      await page.getByRole('option').first().waitFor()
      const links = await page.evaluate<string[]>(
        "[...document.querySelectorAll('#results a')].map((link) => link.getAttribute('href'))",
      )
      if (!links.slice(0, 3).includes(wanted))
        wrong.push(`${query}: ${links.slice(0, 3).join(' ')}`)
    }
    assert.deepEqual(wrong, [])
  } finally {
    await closePages(browser)
  }
})

test('a chosen tab shows the same language in every group, on the next page too, with keyboard and mouse', async () => {
  await using shop = await harness()
  const browser = await testBrowser()
  try {
    const page = await browser.newPage()
    const body = (await (await page.goto(`${shop.base_url}/docs/guides/requests`))?.text()) ?? ''
    assert.match(body, /class="vp-code-group/)
    assert.equal(await page.locator('.vp-code-group .example:visible').count(), 1)
    assert.match(await page.locator('.vp-code-group .example:visible').innerText(), /curl/)

    await page.getByText('Node', { exact: true }).click()

    assert.match(await page.locator('.vp-code-group .example:visible').innerText(), /fetch/)
    await page.reload()
    assert.match(await page.locator('.vp-code-group .example:visible').innerText(), /fetch/)
    await page.getByRole('radio', { name: 'Node' }).focus()
    await page.keyboard.press('ArrowRight')
    assert.match(await page.locator('.vp-code-group .example:visible').innerText(), /urllib/)
  } finally {
    await closePages(browser)
  }
})

test('the search finds a section by words, with the keyboard alone; an example can be copied', async () => {
  await using shop = await harness()
  const browser = await testBrowser()
  try {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
    const page = await context.newPage()
    await page.goto(`${shop.base_url}/docs`)

    await page.keyboard.press('/')
    await page.keyboard.type('refund payment')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/guides/refund-a-payment')
    await page.locator('.example').first().hover()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()

    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.match(copied, /curl -s "\$BASE_URL\/payments"/)
    await page.goto(`${shop.base_url}/docs/guides/first-call`)
    await page.locator('.example').first().hover()
    await page.getByRole('button', { name: 'Copy' }).first().click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const commands = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(commands.split('\n')[0], 'scripts/setup', 'without the prompt')
  } finally {
    await closePages(browser)
  }
})
