// Completes what VitePress has written: one script and one style with their hashes, the Markdown twins, pictures, the
// search index, llms.txt, and the manifest.
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buildSync } from 'esbuild'
import { type SearchEntry, searchEntries } from './entries.ts'
import { llmsText, toMarkdown } from './llms.ts'
import type { Manifest } from './manifest.ts'
import { readLibrary, root, type Library } from './pages.ts'

const TARGETS = ['chrome115', 'edge115', 'firefox116', 'safari16.4']
const HASH_LENGTH = 16

interface Asset {
  readonly file: string
  readonly integrity: string
}

export function finish(folder: string, built: string): void {
  const library = readLibrary()
  const style = writeAsset(folder, 'docs', 'css', takeStyle(folder))
  const script = writeAsset(folder, 'docs', 'js', bundleScript())
  const pages = globSync('**/*.html', { cwd: folder }).toSorted()
  for (const file of pages) rewritePage(join(folder, file), script, style)
  for (const { url, source } of library.pages.values()) {
    const page = library.pages.get(source)
    if (page) writeFileSync(join(folder, `${url.slice(6)}.md`), toMarkdown(library, page))
  }
  for (const file of library.files) {
    const target = join(folder, file.slice(5))
    mkdirSync(dirname(target), { recursive: true })
    cpSync(join(root, file), target)
  }
  writeFileSync(join(folder, 'search.json'), JSON.stringify(searchIndex(folder, library)))
  writeFileSync(join(folder, 'llms.txt'), llmsText(library))
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(toManifest(folder, library, script)))
  writeFileSync(join(folder, 'built'), built)
}

function bundleScript(): Buffer {
  const { outputFiles } = buildSync({
    entryPoints: [join(import.meta.dirname, 'src/docs.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    target: TARGETS,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  })
  return Buffer.from(outputFiles[0]?.contents ?? '')
}

/** Of VitePress's own files nothing else is used. */
function takeStyle(folder: string): Buffer {
  const [style = ''] = globSync('assets/style*.css', { cwd: folder })
  const bytes = readFileSync(join(folder, style))
  for (const name of ['assets', 'site', 'package.json', 'vp-icons.css', 'hashmap.json']) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  return bytes
}

function writeAsset(folder: string, stem: string, extension: string, bytes: Buffer): Asset {
  const digest = createHash('sha256').update(bytes).digest()
  const hash = digest.toString('hex').slice(0, HASH_LENGTH)
  const file = `assets/${stem}-${hash}.${extension}`
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, file), bytes)
  return { file, integrity: `sha256-${digest.toString('base64')}` }
}

/** VitePress writes inline scripts and its own styles, which the policy refuses. */
function rewritePage(path: string, script: Asset, style: Asset): void {
  const link = `<link rel="stylesheet" href="/docs/${style.file}" integrity="${style.integrity}">`
  const run = `<script type="module" src="/docs/${script.file}" integrity="${script.integrity}"></script>`
  const html = withStableIds(readFileSync(path, 'utf8'))
    .replaceAll(/<script[^]*?<\/script>\n?/g, '')
    .replaceAll(/ *<link rel="preload stylesheet"[^>]*>\n?/g, '')
    .replace('</head>', `${link}\n  </head>`)
    .replace('</body>', `${run}\n  </body>`)
  writeFileSync(path, html)
}

/** VitePress gives tabs random ids; the same sources have to give the same bytes. */
function withStableIds(html: string): string {
  const names = new Map<string, string>()
  return html.replaceAll(/(?<=")(group|tab)-[\w-]{5,7}(?=")/g, (id, kind: string) => {
    const name = names.get(id) ?? `${kind}-${names.size + 1}`
    names.set(id, name)
    return name
  })
}

function searchIndex(folder: string, { pages }: Library): SearchEntry[] {
  return [...pages.values()].flatMap((page) => {
    const html = readFileSync(join(folder, `${page.url.slice(6)}.html`), 'utf8')
    const [, content = ''] = /<main[^>]*>([^]*)<\/main>/.exec(html) ?? []
    return searchEntries(page, content.replace(/<nav class="neighbours"[^]*$/, ''))
  })
}

function toManifest(folder: string, library: Library, script: Asset): Manifest {
  const files = globSync('**/*.{html,md,json,png,svg,js,css}', { cwd: folder }).toSorted()
  const documents = files.map((file) => [toUrl(file), file] as const)
  const moved = [...library.pages.values()]
    .map(({ source, url }) => [`/${source.replace(/\.md$/, '')}`, url] as const)
    .filter(([from, url]) => from.startsWith('/docs/') && from !== url)
  return {
    script: script.integrity,
    documents: Object.fromEntries(documents.filter(([, file]) => file !== '404.html')),
    moved: Object.fromEntries(moved),
  }
}

function toUrl(file: string): string {
  return file === 'index.html' ? '/docs' : `/docs/${file.replace(/\.html$/, '')}`
}
