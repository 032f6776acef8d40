// The site's search index: every page's text, section by section.
import type { DocPage } from './pages.ts'

/** Page, heading, address, text. */
export type SearchEntry = readonly [page: string, heading: string, url: string, text: string]

/** Only titles are indexed for reports and decisions: few readers look for them. */
const TITLES_ONLY = /^\/docs\/(reports|decisions)\//
const HEADING = /<h([1-6]) id="([^"]*)"[^>]*>(.*?)<\/h[1-6]>/gs

export function searchEntries(page: DocPage, html: string): SearchEntry[] {
  const isWhole = !TITLES_ONLY.test(page.url)
  const headings = [...html.matchAll(HEADING)]
  return headings.flatMap(([whole, level, id, heading = ''], n): SearchEntry[] => {
    const start = (headings[n]?.index ?? 0) + whole.length
    const text = isWhole ? plainWords(html.slice(start, headings[n + 1]?.index)) : ''
    if (level === '1') return [[page.title, '', page.url, text]]
    const name = plainText(heading.replace(/<a class="anchor".*?<\/a>/s, ''))
    return isWhole ? [[page.title, name, `${page.url}#${id}`, text]] : []
  })
}

function plainWords(html: string): string {
  const spaced = html.replaceAll(/<\/(td|th|p|li|tr|pre|label|summary)>/g, ' $&')
  return plainText(spaced).replaceAll(/\s+/g, ' ').trim()
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}
