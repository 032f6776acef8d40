// VitePress configuration. It builds static pages ("mpa"), so that no page needs its client: the only script is
// ours, and the policy names its hash.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfigWithTheme, type HeadConfig } from 'vitepress'
import { classTransformer, theme, withoutTimeLimit } from './highlight.ts'
import { type Navigation, plain, toNavigation } from './navigation.ts'
import { setUpMarkdown, toSlug } from './markdown.ts'
import { readLibrary, resolvePage, root } from './pages.ts'

const library = readLibrary()
const LEVELS = [2, 3]

/** All files that are no page. */
function excluded(name: string): string[] {
  if (name === 'site') return ['site/{dist,next}/**']
  if (name === 'docs' || library.pages.has(name)) return []
  return [name.endsWith('.md') ? name : `${name}/**`]
}

function describe(source: string): string {
  const page = library.pages.get(source)
  const entries = library.sections.flatMap((section) => section.entries)
  const { summary = '' } = entries.find((entry) => entry.page === page) ?? {}
  return plain([page?.title ?? '', summary].filter((part) => part !== '').join(': '))
}

export const config = defineConfigWithTheme<Navigation>({
  // The sources are outside this folder.
  srcDir: '..',
  srcExclude: readdirSync(root).flatMap(excluded),
  rewrites: (path) => resolvePage(path),
  outDir: join(import.meta.dirname, 'next'),
  base: '/docs/',
  cleanUrls: true,
  mpa: true,
  appearance: false,
  lang: 'en',
  title: 'Florin',
  titleTemplate: ':title · Florin',
  description: 'The documentation of Florin, an open-source payment processor.',
  // Without it the text gets a style attribute.
  contentProps: { class: 'text' },
  themeConfig: toNavigation(library),
  // Links are resolved by our own rule, and a test follows each one.
  ignoreDeadLinks: true,
  markdown: {
    theme,
    codeTransformers: [classTransformer],
    shikiSetup: withoutTimeLimit,
    anchor: { slugify: toSlug, permalink: () => undefined },
    headers: { level: LEVELS },
    attrs: { disable: true },
    emoji: { enabled: [], shortcuts: {} },
    config: (md) => setUpMarkdown(md, library),
  },
  transformPageData: ({ filePath, description }) => ({
    description: description || describe(filePath),
  }),
  transformHead: ({ page }): HeadConfig[] => {
    const twin = `/docs/${page}`
    const head: HeadConfig[] = [
      ['meta', { name: 'color-scheme', content: 'light dark' }],
      ['link', { rel: 'icon', type: 'image/svg+xml', href: '/favicon.svg' }],
    ]
    if (page === 'index.md' || page === '404.md') return head
    return [...head, ['link', { rel: 'alternate', type: 'text/markdown', href: twin }]]
  },
  // Pictures keep their addresses.
  vue: { template: { transformAssetUrls: false } },
})
