// The documentation pages: every Markdown file under docs/, with the titles, the order and the summaries from
// docs/README.md.
import { globSync, readFileSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

/** The server runs from the repository or a copy. */
const root = resolve(import.meta.dirname, '../../../docs')

export interface DocPage {
  /** Within docs/, without `.md`: `guides/first-call`. */
  readonly path: string
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
  readonly pages: ReadonlyMap<string, DocPage>
  readonly sections: readonly Section[]
  /** Pictures, by their path within docs/. */
  readonly files: ReadonlySet<string>
}

const INDEX = 'README'
/** A reference page is called by its name alone: `/docs/errors`. */
const SHORT = /^reference\//

export function readLibrary(): Library {
  const pages = new Map(
    globSync('**/*.md', { cwd: root })
      .toSorted()
      .map((file) => readPage(file.replaceAll('\\', '/').replace(/\.md$/, '')))
      .map((page) => [page.path, page]),
  )
  const files = new Set(globSync('**/*.{png,svg}', { cwd: root }).map((file) => file))
  return { pages, sections: parseSections(pages), files }
}

function readPage(path: string): DocPage {
  const markdown = readFileSync(join(root, `${path}.md`), 'utf8').replaceAll(/^<!--.*?-->\n+/gm, '')
  const [, title = path] = /^# (.+)$/m.exec(markdown) ?? []
  return { path, url: toUrl(path), title, markdown }
}

function toUrl(path: string): string {
  if (path === INDEX) return '/docs/contents'
  return `/docs/${path.replace(SHORT, '').replace(/\/README$/, '')}`
}

export function readPicture(path: string): Buffer {
  return readFileSync(join(root, path))
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
        .matchAll(/^- \[([^\]]+)\]\((\S+)\.md\)(?:: (.*))?$/gm)
      const entries = [...items].flatMap(([, label = '', path = '', summary = '']) => {
        const page = pages.get(path)
        return page ? [{ page, name: label, summary }] : []
      })
      return { name, entries }
    })
    .filter(({ entries }) => entries.length > 0)
}

/** A link's target on the site; undefined for a repository file that the site does not have. */
export function resolveLink(library: Library, from: DocPage, href: string): string | undefined {
  if (/^([a-z]+:|\/|#)/i.test(href)) return href
  const [path = '', hash] = href.split('#')
  const target = posix.join(posix.dirname(from.path), path)
  if (target === 'reference/openapi.json') return '/openapi.json'
  if (library.files.has(target)) return `/docs/${target}`
  const page = library.pages.get(target.replace(/\.md$/, ''))
  return page && page.url + (hash === undefined ? '' : `#${hash}`)
}

/** A link's target in the repository. */
export function repositoryPath(from: DocPage, href: string): string {
  return posix.join('docs', posix.dirname(from.path), href)
}
