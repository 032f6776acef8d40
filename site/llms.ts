// The site for language models: https://llmstxt.org.
import { type DocPage, type Library, repositoryPath, resolveLink } from './pages.ts'

/** The server knows its own address. */
const BASE_URL = '{base_url}'

export function llmsText({ sections }: Library): string {
  const lists = sections.map(({ name, entries }) => {
    // Reports and decisions are for those who want to know more.
    const title = name === 'Reports' || name === 'Decisions' ? 'Optional' : name
    const lines = entries.map(({ page, name: label, summary }) => {
      return `- [${label}](${BASE_URL}${page.url}.md)${summary === '' ? '' : `: ${plain(summary)}`}`
    })
    return { title, lines }
  })
  const merged = Map.groupBy(lists, ({ title }) => title)
  const parts = [...merged].map(([title, group]) => {
    return `## ${title}\n\n${group.flatMap(({ lines }) => lines).join('\n')}\n`
  })
  return [
    '# Florin\n',
    '> Florin is an open-source payment processor: one JSON-over-HTTP API for payments, refunds, disputes, payouts, subscriptions and payment links, on one PostgreSQL.\n',
    `The API is described by OpenAPI 3.1 at ${BASE_URL}/openapi.json. Amounts are integers in the minor unit of the currency. Requests carry a secret key in the header \`api-key\`. Every page below is Markdown; without \`.md\` it is HTML.\n`,
    ...parts,
  ].join('\n')
}

function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
}

/** The page as Markdown, whose links lead to other pages' Markdown. */
export function toMarkdown(library: Library, page: DocPage): string {
  return page.markdown
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith('```') ? part : withLinks(library, page, part)))
    .join('')
}

function withLinks(library: Library, { source }: DocPage, text: string): string {
  return text.replaceAll(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, href: string) => {
    const url = resolveLink(library, source, href)
    if (url === undefined) return `${label} (\`${repositoryPath(source, href)}\` in the repository)`
    if (!url.startsWith('/docs/') || /\.(png|svg)$/.test(url)) return `[${label}](${url})`
    const [path, hash] = url.split('#')
    return `[${label}](${path}.md${hash === undefined ? '' : `#${hash}`})`
  })
}
