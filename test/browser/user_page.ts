// A view of the pages for users: nothing is cut off, and axe finds nothing.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { widthOf } from './browser.ts'

/** With FLORIN_SCREENSHOTS it also takes a picture. */
export async function checkView(page: Page, name: string, width: number): Promise<void> {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(tags).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
    [],
    name,
  )
  assert.ok((await widthOf(page)) <= width, name)
  const folder = process.env['FLORIN_SCREENSHOTS']
  if (folder) await page.screenshot({ path: join(folder, `user-${name}.png`), fullPage: true })
}
