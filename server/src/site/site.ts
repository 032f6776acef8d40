// The documentation site: /docs, the pages under it and their Markdown, the search index and llms.txt. It is made from
// the files in docs/ on the first request.
import { setImmediate } from 'node:timers/promises'
import { isBuilt, readAssets } from '@florin/pages/assets.ts'
import { CompressedFile } from '@florin/pages/compressed.ts'
import { pageHeaders } from '@florin/pages/document.ts'
import { renderLayout } from './layout.ts'
import { llmsText, toMarkdown } from './llms.ts'
import { type DocPage, type Library, readLibrary, readPicture } from './pages.ts'
import { type Rendered, renderPage } from './render.ts'
import { type SearchEntry, searchEntries } from './search.ts'
import { startPage } from './start_page.ts'

export interface SiteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly file: CompressedFile
}

interface Document {
  readonly status?: number
  readonly type: 'html' | 'markdown' | 'json' | 'png' | 'svg'
  body(): string | Buffer | Promise<string>
}

const types: Readonly<Record<Document['type'], string>> = {
  html: 'text/html; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
}

export class Site {
  private readonly library: Library = readLibrary()
  private readonly assets = isBuilt() ? readAssets() : {}
  private readonly documents: ReadonlyMap<string, Document>
  private readonly rendered = new Map<DocPage, Rendered>()
  /** Bounded by the number of documents. */
  private readonly files = new Map<string, Promise<CompressedFile>>()
  private readonly first_call: string

  constructor(first_call: string) {
    this.first_call = first_call
    this.documents = this.collect()
  }

  /** The document at a path such as `/docs/errors`; a page that says so if there is none. */
  async answer(path: string): Promise<SiteAnswer> {
    const known = path.length > 1 ? path.replace(/\/$/, '') : path
    const found = this.documents.get(known)
    const document = found ?? this.missing()
    const file = await this.fileOf(found ? known : 'missing', document)
    const headers = {
      ...pageHeaders({ script: this.assets['docs.js']?.integrity ?? 'none' }),
      'content-type': types[document.type],
      'cache-control': 'no-cache',
    }
    return { status: document.status ?? 200, headers, file }
  }

  llms(base_url: string): string {
    return llmsText(this.library, base_url)
  }

  /** The page for a path in the repository. */
  canonical(path: string): string | undefined {
    const [, name = '', extension = ''] = /^\/docs\/(.*?)(\.md)?$/.exec(path) ?? []
    const page = this.library.pages.get(name)
    return page && page.url !== `/docs/${name}` ? page.url + extension : undefined
  }

  paths(): string[] {
    return [...this.documents.keys()]
  }

  /** Made once. */
  private fileOf(name: string, document: Document): Promise<CompressedFile> {
    const make = async () => {
      const encodings = document.type === 'png' ? [] : undefined
      return new CompressedFile(await document.body(), encodings)
    }
    const file = this.files.get(name) ?? make()
    this.files.set(name, file)
    return file
  }

  private collect(): Map<string, Document> {
    const { pages, files } = this.library
    const documents = new Map<string, Document>([
      ['/docs', { type: 'html', body: () => this.start() }],
      ['/docs/search.json', { type: 'json', body: () => this.searchIndex() }],
    ])
    for (const page of pages.values()) {
      documents.set(page.url, { type: 'html', body: () => this.page(page) })
      documents.set(`${page.url}.md`, {
        type: 'markdown',
        body: () => toMarkdown(this.library, page),
      })
    }
    for (const file of files) {
      const type = file.endsWith('.svg') ? 'svg' : 'png'
      documents.set(`/docs/${file}`, { type, body: () => readPicture(file) })
    }
    return documents
  }

  private render(page: DocPage): Rendered {
    const rendered = this.rendered.get(page) ?? renderPage(this.library, page)
    this.rendered.set(page, rendered)
    return rendered
  }

  /** Page by page: payments must not wait for the whole index. */
  private async searchIndex(): Promise<string> {
    const entries: SearchEntry[] = []
    for (const page of this.library.pages.values()) {
      entries.push(...searchEntries(page, this.render(page)))
      await setImmediate()
    }
    return JSON.stringify(entries)
  }

  private start(): string {
    const { library, assets } = this
    const description = 'Guides and reference of Florin, an open-source payment processor.'
    const content = startPage(library, this.first_call)
    return renderLayout({
      library,
      assets,
      title: 'Documentation',
      description,
      headings: [],
      content,
    })
  }

  private page(page: DocPage): string {
    const { library, assets } = this
    const { html: content, headings } = this.render(page)
    const description = pageSummary(library, page)
    return renderLayout({
      library,
      assets,
      page,
      title: page.title,
      description,
      headings,
      content,
    })
  }

  private missing(): Document {
    const { library, assets } = this
    const content =
      '<h1>There is no such page</h1><p>Look for it in the navigation, or search for it.</p>\n'
    const title = 'There is no such page'
    const body = () =>
      renderLayout({ library, assets, title, description: title, headings: [], content })
    return { status: 404, type: 'html', body }
  }
}

function pageSummary({ sections }: Library, page: DocPage): string {
  const entries = sections.flatMap((section) => section.entries)
  const { summary = '' } = entries.find((entry) => entry.page === page) ?? {}
  return `${page.title}${summary === '' ? '' : `: ${summary}`}`
}
