import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const OF_COLOR = ['color-contrast', 'link-in-text-block']

/** Returns axe's findings. The dark theme needs only the color rules: to all others it is the same page. */
export async function faultsOf(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  // In the page itself, where no frame of another origin is: otherwise a second page is opened for each result.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const chosen = colorScheme === 'light' ? axe.withTags(TAGS) : axe.withRules(OF_COLOR)
  const { violations } = await chosen.analyze()
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}
