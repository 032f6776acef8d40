// Turns a page into HTML. The pages are ours, so the HTML in them is passed on.
import { Marked, type Tokens } from 'marked'
import { escape } from '@florin/pages/escape.ts'
import { highlight } from './highlight.ts'
import { type DocPage, type Library, resolveLink, repositoryPath } from './pages.ts'

export interface Heading {
  readonly depth: number
  readonly id: string
  readonly text: string
}

export interface Rendered {
  readonly html: string
  readonly headings: readonly Heading[]
}

export function renderPage(library: Library, page: DocPage): Rendered {
  const headings: Heading[] = []
  const ids = new Set<string>()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = uniqueId(ids, toSlug(text))
        const inner = this.parser.parseInline(tokens)
        headings.push({ depth, id, text: plainText(inner) })
        const anchor = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`
        return `<h${depth} id="${id}">${inner}${depth === 1 ? '' : anchor}</h${depth}>\n`
      },
      code: renderCode,
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens)
        const url = resolveLink(library, page, href)
        if (url !== undefined) return `<a href="${escape(url)}">${inner}</a>`
        const path = escape(repositoryPath(page, href))
        return `<span class="in-repository" title="${path} in the repository">${inner}</span>`
      },
      image: ({ href, text }) =>
        `<img src="${escape(resolveLink(library, page, href) ?? href)}" alt="${escape(text)}" loading="lazy">`,
      html: ({ text }) =>
        text.replaceAll(/\bsrc="([^"]+)"/g, (_, source: string) => {
          return `src="${escape(resolveLink(library, page, source) ?? source)}" loading="lazy"`
        }),
    },
  })
  const body = marked.parse(page.markdown, { async: false })
  return { html: withTables(body, ids), headings }
}

function renderCode({ text, lang = '' }: Tokens.Code): string {
  const code = `<pre tabindex="0" data-language="${escape(lang)}"><code>${highlight(text, lang)}</code></pre>`
  if (lang !== 'mermaid') return `${code}\n`
  return `<details class="diagram"><summary>Diagram, as Mermaid source</summary>${code}</details>\n`
}

/** A table scrolls by itself, and a row that begins with a name in code can be linked to by that name. */
function withTables(html: string, ids: Set<string>): string {
  return html
    .replaceAll(/<table>.*?<\/table>/gs, (table) => {
      return `<div class="table" tabindex="0">${withLabels(table)}</div>`
    })
    .replaceAll(/<tr>\s*<td><code>([\w.:-]+)<\/code><\/td>/g, (whole, name: string) => {
      if (ids.has(name)) return whole
      ids.add(name)
      return whole.replace('<tr>', `<tr id="${name}">`)
    })
}

/** On a phone each cell shows its column's heading. The first cell names the row, so it needs none. */
function withLabels(table: string): string {
  const [head = '', body = ''] = table.split('</thead>')
  const labels = [...head.matchAll(/<th[^>]*>(.*?)<\/th>/gs)].map(([, text = '']) =>
    plainText(text),
  )
  const rows = body.replaceAll(/<tr>.*?<\/tr>/gs, (row) => {
    let nth = 0
    return row.replaceAll(/<td(?=[ >])/g, (cell) => {
      const label = labels[nth++] ?? ''
      return nth === 1 || label === '' ? cell : `${cell} data-label="${escape(label)}"`
    })
  })
  return `${head}</thead>${rows}`
}

/** As GitHub makes them, but an error code keeps its capitals. */
function toSlug(text: string): string {
  const plain = text.replaceAll(/[`*]/g, '')
  if (/^[A-Z]{2}_\d+$/.test(plain)) return plain
  return plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

function uniqueId(ids: Set<string>, slug: string): string {
  let id = slug
  for (let n = 1; ids.has(id); n++) id = `${slug}-${n}`
  ids.add(id)
  return id
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  amp: '&',
}

export function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
}
