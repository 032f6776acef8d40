// The documentation pages: every Markdown file under docs/ and two from the top, with the titles, the order and the
// summaries from docs/README.md.
import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

export interface DocPage {
  /** Within the repository: `docs/guides/first-call.md`. */
  readonly source: string
  readonly url: string
  readonly title: string
  readonly markdown: string
}

export interface Entry {
  readonly page: DocPage
  /** As the index names it, which may be shorter than the page's title. */
  readonly name: string
  readonly summary: string
}

export interface Section {
  readonly name: string
  readonly entries: readonly Entry[]
}

export interface Library {
  readonly version: string
  /** By their source. */
  readonly pages: ReadonlyMap<string, DocPage>
  readonly sections: readonly Section[]
  /** Pictures, by their path within the repository. */
  readonly files: ReadonlySet<string>
}

const INDEX = 'docs/README.md'
const START = 'site/start.md'
const TOP = ['ARCHITECTURE.md', 'CHANGELOG.md']

export function readLibrary(): Library {
  const sources = [...globSync('docs/**/*.md', { cwd: root }).toSorted(), ...TOP]
  const pages = new Map(sources.map((source) => [source, readPage(source)]))
  const files = new Set(globSync('docs/**/*.{png,svg}', { cwd: root }).toSorted())
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string
  }
  return { version, pages, sections: parseSections(pages), files }
}

function readPage(source: string): DocPage {
  const markdown = readFileSync(join(root, source), 'utf8').replaceAll(/^<!--.*?-->\n+/gm, '')
  const [, title = source] = /^# (.+)$/m.exec(markdown) ?? []
  const url = `/docs/${resolvePage(source).replace(/\.md$/, '')}`
  return { source, url, title, markdown }
}

/** A source's path on the site. A reference page is called by its name alone: `/docs/errors`. */
export function resolvePage(source: string): string {
  if (source === START) return 'index.md'
  if (source === INDEX) return 'contents.md'
  if (TOP.includes(source)) return source.toLowerCase()
  return source
    .replace(/^docs\//, '')
    .replace(/^reference\//, '')
    .replace(/\/README\.md$/, '.md')
}

/** `## Section`, then `- [Name](path.md): summary`, whose lines may be broken. */
function parseSections(pages: ReadonlyMap<string, DocPage>): Section[] {
  const index = pages.get(INDEX)?.markdown ?? ''
  return index
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [name = ''] = part.split('\n')
      const items = part
        .replaceAll(/\n {2}/g, ' ')
        .matchAll(/^- \[([^\]]+)\]\((\S+\.md)\)(?:: (.*))?$/gm)
      const entries = [...items].flatMap(([, label = '', path = '', summary = '']) => {
        const page = pages.get(posix.join('docs', path))
        return page ? [{ page, name: label, summary }] : []
      })
      return { name, entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** A link's target on the site; undefined for a repository file that the site does not have. */
export function resolveLink(library: Library, source: string, href: string): string | undefined {
  if (/^([a-z]+:|\/|#)/i.test(href)) return href
  const [path = '', hash] = href.split('#')
  const target = repositoryPath(source, path)
  if (target === 'docs/reference/openapi.json') return '/openapi.json'
  if (library.files.has(target)) return `/${target}`
  const page = library.pages.get(target)
  return page && page.url + (hash === undefined ? '' : `#${hash}`)
}

/** A link's target in the repository. */
export function repositoryPath(source: string, href: string): string {
  return posix.join(posix.dirname(source), href)
}
