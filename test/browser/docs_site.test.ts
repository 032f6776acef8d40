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
