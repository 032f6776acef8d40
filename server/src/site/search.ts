// The site's search index: every page's text, section by section.
import type { DocPage } from './pages.ts'
import { plainText, type Rendered } from './render.ts'

/** Page, heading, address, text. */
export type SearchEntry = readonly [page: string, heading: string, url: string, text: string]

/** Only headings are indexed for reports and decisions: few readers look for them. */
const HEADINGS_ONLY = /^(reports|decisions)\//

export function searchEntries(page: DocPage, { html, headings }: Rendered): SearchEntry[] {
  const isWhole = !HEADINGS_ONLY.test(page.path)
  const texts = html.split(/<h[1-6] id="[^"]*">.*?<\/h[1-6]>/s)
  return headings.flatMap(({ id, text: heading, depth }, n): SearchEntry[] => {
    if (depth === 1)
      return [[page.title, '', page.url, isWhole ? plainWords(texts[n + 1] ?? '') : '']]
    return isWhole
      ? [[page.title, heading, `${page.url}#${id}`, plainWords(texts[n + 1] ?? '')]]
      : []
  })
}

function plainWords(html: string): string {
  const shown = html.replaceAll(/<details class="diagram">.*?<\/details>/gs, '')
  const spaced = shown.replaceAll(/<\/(td|th|p|li|tr|pre|summary)>/g, ' $&')
  return plainText(spaced).replaceAll(/\s+/g, ' ').trim()
}
