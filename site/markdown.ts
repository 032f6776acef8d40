// The rules that this site adds to VitePress's Markdown: links between files, tables for phones, diagrams, examples.
import { posix } from 'node:path'
import type { MarkdownRenderer } from 'vitepress'
import { escape } from '@florin/pages/escape.ts'
import { diagramFiles } from './diagrams.ts'
import { firstCall } from './first_call.ts'
import { type Library, repositoryPath, resolveLink } from './pages.ts'

type Token = ReturnType<MarkdownRenderer['parse']>[number]
type Rule = NonNullable<MarkdownRenderer['renderer']['rules'][string]>

/** After the language: the example comes from the OpenAPI document. */
const FIRST_CALL = ' first-call'

interface Environment {
  /** The file's path in the repository. */
  readonly realPath?: string
  readonly path: string
  readonly relativePath: string
}

export function setUpMarkdown(md: MarkdownRenderer, library: Library): void {
  // Only a complete address becomes a link.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false })
  md.core.ruler.push('florin_tables', ({ tokens }) => labelTables(tokens))
  const { rules } = md.renderer
  Object.assign(rules, linkRules(library), htmlRules(library))
  rules['table_open'] = () => '<div class="table" tabindex="0"><table>\n'
  rules['table_close'] = () => '</table></div>\n'
  rules['heading_close'] = closeHeading
  rules['fence'] = fenceRule(md)
}

const closeHeading: Rule = (tokens, n) => {
  const { tag } = tokens[n] as Token
  const id = tokens
    .slice(0, n)
    .findLast(({ type }) => type === 'heading_open')
    ?.attrGet('id')
  if (tag === 'h1' || !id) return `</${tag}>\n`
  return `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>\n`
}

function sourceOf({ realPath, path }: Environment): string {
  return posix.relative(posix.join(import.meta.dirname, '..'), realPath ?? path)
}

function linkRules(library: Library): Record<string, Rule> {
  /** Links do not nest, so one is open at a time. */
  let isInRepository = false
  return {
    link_open: (tokens, n, _options, env: Environment) => {
      const href = tokens[n]?.attrGet('href') ?? ''
      const source = sourceOf(env)
      const url = resolveLink(library, source, href)
      isInRepository = url === undefined
      if (url !== undefined) return `<a href="${escape(url)}">`
      const path = escape(repositoryPath(source, href))
      return `<span class="in-repository" title="${path} in the repository">`
    },
    link_close: () => (isInRepository ? '</span>' : '</a>'),
    image: (tokens, n, _options, env: Environment) => {
      const { content } = tokens[n] as Token
      const source = tokens[n]?.attrGet('src') ?? ''
      const url = resolveLink(library, sourceOf(env), source) ?? source
      return `<img src="${escape(url)}" alt="${escape(content)}" loading="lazy">`
    },
  }
}

/** The pages are ours, so the HTML in them is passed on. */
function htmlRules(library: Library): Record<string, Rule> {
  const html: Rule = (tokens, n, _options, env: Environment) => {
    const { content } = tokens[n] as Token
    return content.replaceAll(/\bsrc="([^"]+)"/g, (_, source: string) => {
      const url = resolveLink(library, sourceOf(env), source) ?? source
      return `src="${escape(url)}" loading="lazy"`
    })
  }
  return { html_block: html, html_inline: html }
}

function fenceRule(md: MarkdownRenderer): Rule {
  return (tokens, n) => {
    const { info } = tokens[n] as Token
    const content = info.endsWith(FIRST_CALL) ? firstCall() : (tokens[n]?.content ?? '')
    // A code group marks its first block as active.
    const isActive = / active( |$)/.test(info)
    const [language = ''] = info
      .replace(/\[.*\]/, '')
      .trim()
      .split(/\s/)
    if (language === 'mermaid') return renderDiagram(tokens, n)
    const code = md.options.highlight?.(content, language || 'txt', '') ?? escape(content)
    const [, inner = ''] = /<code[^>]*>([^]*)<\/code>/.exec(code) ?? []
    const pre = `<pre v-pre tabindex="0" data-language="${escape(language)}"><code>${inner}</code></pre>`
    return `<div class="example${isActive ? ' active' : ''}">${pre}</div>\n`
  }
}

function renderDiagram(tokens: readonly Token[], n: number): string {
  const { content } = tokens[n] as Token
  const heading = tokens.slice(0, n).findLastIndex(({ type }) => type === 'heading_open')
  const title = heading < 0 ? '' : `: ${tokens[heading + 1]?.content ?? ''}`
  const { light, dark } = diagramFiles(content)
  const alt = escape(`Diagram${title.replaceAll(/[`*]/g, '')}`)
  const source = `<source srcset="/docs/diagrams/${dark}" media="(prefers-color-scheme: dark)">`
  return `<p class="diagram" tabindex="0"><picture>${source}<img src="/docs/diagrams/${light}" alt="${alt}" loading="lazy"></picture></p>\n`
}

/** On a phone each cell shows its column's heading. A row that begins with a name in code can be linked to by that name. */
function labelTables(tokens: readonly Token[]): void {
  const ids = new Set(tokens.flatMap((token) => token.attrGet('id') ?? []))
  let labels: string[] = []
  let row: Token | undefined
  let nth = 0
  tokens.forEach((token, n) => {
    const cell = tokens[n + 1]
    if (token.type === 'table_open') labels = []
    if (token.type === 'th_open') labels.push(plainText(cell))
    if (token.type === 'tr_open') [row, nth] = [token, 0]
    if (token.type !== 'td_open') return
    const label = labels[nth++] ?? ''
    // The first cell names the row, so it needs no label.
    if (nth > 1 && label !== '') token.attrSet('data-label', label)
    const name = nth === 1 ? codeName(cell) : undefined
    if (name === undefined || ids.has(name)) return
    ids.add(name)
    row?.attrSet('id', name)
  })
}

function plainText(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ content }) => content).join('')
}

function codeName(inline: Token | undefined): string | undefined {
  const [only, ...others] = inline?.children ?? []
  const isName = others.length === 0 && only?.type === 'code_inline'
  return isName && /^[\w.:-]+$/.test(only.content) ? only.content : undefined
}

/** As GitHub makes them, but an error code keeps its capitals. */
export function toSlug(text: string): string {
  const plain = text.replaceAll(/[`*]/g, '')
  if (/^[A-Z]{2}_\d+$/.test(plain)) return plain
  return plain
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
