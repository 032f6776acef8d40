// The built documentation: the pages under /docs, their Markdown, the search index and llms.txt. The manifest lists
// every file, so that nothing else is read.
import { existsSync, readFileSync } from 'node:fs'
import { extname, join, resolve } from 'node:path'
import { CompressedFile } from '@florin/pages/compressed.ts'
import { pageHeaders } from '@florin/pages/document.ts'

/** The server runs from the repository or a copy. */
const dist = resolve(import.meta.dirname, '../../../site/dist')
const MISSING = '404.html'
const LLMS = 'llms.txt'

/** As site/manifest.ts writes it. */
interface Manifest {
  readonly script: string
  readonly documents: Readonly<Record<string, string>>
  readonly moved: Readonly<Record<string, string>>
}

export interface SiteAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly file: CompressedFile
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

export function isSiteBuilt(): boolean {
  return existsSync(join(dist, 'manifest.json'))
}

export class Site {
  private readonly script: string
  private readonly documents: ReadonlyMap<string, string>
  private readonly moved: ReadonlyMap<string, string>
  /** Bounded by the number of documents. */
  private readonly files = new Map<string, CompressedFile>()

  constructor() {
    const { script, documents, moved } = JSON.parse(read('manifest.json').toString()) as Manifest
    this.script = script
    this.documents = new Map(Object.entries(documents))
    this.moved = new Map(Object.entries(moved))
  }

  /** The document at a path such as `/docs/errors`; a page that says so if there is none. */
  answer(path: string): SiteAnswer {
    const found = this.documents.get(path.length > 1 ? path.replace(/\/$/, '') : path)
    const name = found ?? MISSING
    const headers = {
      ...pageHeaders({ script: this.script }),
      'content-type': types[extname(name)] ?? 'application/octet-stream',
      'cache-control': name.startsWith('assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    }
    return { status: found === undefined ? 404 : 200, headers, file: this.fileOf(name) }
  }

  llms(base_url: string): string {
    return read(LLMS).toString().replaceAll('{base_url}', base_url)
  }

  /** The page for a path in the repository. */
  canonical(path: string): string | undefined {
    const [, name = path, extension = ''] = /^(.*?)(\.md)?$/.exec(path) ?? []
    const url = this.moved.get(name)
    return url === undefined ? undefined : url + extension
  }

  /** Read once. */
  private fileOf(name: string): CompressedFile {
    const encodings = name.endsWith('.png') ? [] : undefined
    const file = this.files.get(name) ?? new CompressedFile(read(name), encodings)
    this.files.set(name, file)
    return file
  }
}

function read(name: string): Buffer {
  return readFileSync(join(dist, name))
}
