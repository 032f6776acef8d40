// The frame around every page: header with search, navigation, contents. It is rendered when the site is
// built, and has no state.
import { Content, useData } from 'vitepress'
import { defineComponent, h, type VNode } from 'vue'
import type { Navigation, NavigationEntry, NavigationSection } from './navigation.ts'

interface Header {
  readonly title: string
  readonly slug: string
  readonly level: number
  readonly children?: readonly Header[]
}

/** In a sidebar they are one click more away. */
const FOLDED: ReadonlySet<string> = new Set(['Reports', 'Decisions'])
const API = '/docs/api/'

export const Layout = defineComponent(() => {
  const { theme, page } = useData<Navigation>()
  return () => {
    const { relativePath, headers, isNotFound } = page.value
    const { version } = theme.value
    const path = isNotFound ? undefined : relativePath.replace(/\.md$/, '')
    const contents = path === 'index' ? [] : flatten(headers as readonly Header[])
    const isWide = contents.length < 2
    return [
      h('a', { class: 'skip', href: '#content' }, 'Skip to the content'),
      renderHeader(version),
      h('div', { class: isWide ? 'site wide' : 'site' }, [
        renderNavigation(theme.value, path),
        h('main', { id: 'content', class: 'content' }, renderContent(theme.value, path)),
        isWide ? null : renderContents(contents),
      ]),
    ]
  }
})

function renderContent(navigation: Navigation, path: string | undefined): (VNode | null)[] {
  if (path === undefined) {
    const advice = 'Look for it in the navigation, or search for it.'
    return [h('h1', 'There is no such page'), h('p', advice)]
  }
  const content = h(Content)
  if (path === 'index') return [content]
  const { before, after } = findNeighbours(navigation, `/docs/${path}`)
  const twin = h('a', { href: `/docs/${path}.md` }, 'This page as Markdown')
  return [content, renderNeighbours(before, after), h('p', { class: 'twin' }, [twin])]
}

function flatten(headers: readonly Header[]): Header[] {
  return headers.flatMap((header) => [header, ...flatten(header.children ?? [])])
}

function renderHeader(version: string): VNode {
  const coin = h(
    'svg',
    { class: 'mark', viewBox: '0 0 16 16', width: 28, height: 28, 'aria-hidden': 'true' },
    [
      h('circle', { class: 'coin', cx: 8, cy: 8, r: 7 }),
      h('path', {
        class: 'coin-sign',
        d: 'M10.6 4.3c-1.6-.6-2.5.2-2.8 1.7l-.9 4.3c-.3 1.4-1 1.9-2.1 1.6M5.8 7.3h3.8',
      }),
    ],
  )
  const brand = [coin, h('span', 'Florin'), h('span', { class: 'brand-part' }, 'Docs')]
  const changes = { class: 'version', href: '/docs/changelog', title: 'What changed' }
  return h('header', { class: 'top' }, [
    h('a', { class: 'brand', href: '/docs' }, brand),
    h('a', changes, `v${version}`),
    renderSearch(),
    h('a', { class: 'top-link', href: API }, 'API reference'),
  ])
}

function renderSearch(): VNode {
  return h('form', { class: 'search', role: 'search' }, [
    h('input', {
      type: 'search',
      id: 'search',
      placeholder: 'Search',
      'aria-label': 'Search the documentation',
      autocomplete: 'off',
      spellcheck: 'false',
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'results',
      'aria-autocomplete': 'list',
    }),
    h('kbd', { 'aria-hidden': 'true' }, '/'),
    h('ul', { id: 'results', role: 'listbox', 'aria-label': 'Results', hidden: true }),
  ])
}

function renderNavigation({ sections }: Navigation, path: string | undefined): VNode {
  const url = path === 'index' ? '/docs' : `/docs/${path}`
  const top = [
    { url: '/docs', name: 'Start' },
    { url: API, name: 'API reference' },
  ]
  const parts = sections.flatMap(({ name, entries }) => {
    const list = renderList(entries, url)
    if (!FOLDED.has(name)) return [h('h2', name), list]
    const isOpen = entries.some((entry) => entry.url === url)
    return [h('details', { open: isOpen }, [h('summary', name), list])]
  })
  const menu = [h('summary', 'All pages'), renderList(top, url), ...parts]
  return h('nav', { class: 'navigation', 'aria-label': 'Pages' }, [
    h('details', { class: 'menu' }, menu),
  ])
}

function renderList(
  entries: readonly Pick<NavigationEntry, 'url' | 'name'>[],
  current: string,
): VNode {
  const items = entries.map(({ url, name }) => {
    const mark = url === current ? { 'aria-current': 'page' as const } : {}
    return h('li', [h('a', { href: url, ...mark }, name)])
  })
  return h('ul', items)
}

function renderContents(headers: readonly Header[]): VNode {
  const items = headers.map(({ slug, title, level }) => {
    return h('li', { class: `depth-${level}` }, [h('a', { href: `#${slug}` }, title)])
  })
  return h('aside', { class: 'contents' }, [
    h('nav', { 'aria-label': 'On this page' }, [h('h2', 'On this page'), h('ul', items)]),
  ])
}

interface Neighbours {
  readonly before?: NavigationEntry | undefined
  readonly after?: NavigationEntry | undefined
}

/** Within the section. */
function findNeighbours({ sections }: Navigation, url: string): Neighbours {
  const isHere = (section: NavigationSection) => section.entries.some((entry) => entry.url === url)
  const entries = sections.find(isHere)?.entries ?? []
  const at = entries.findIndex((entry) => entry.url === url)
  return { before: entries[at - 1], after: at < 0 ? undefined : entries[at + 1] }
}

function renderNeighbours(
  before: NavigationEntry | undefined,
  after: NavigationEntry | undefined,
): VNode | null {
  if (before === undefined && after === undefined) return null
  const link = (entry: NavigationEntry | undefined, rel: 'prev' | 'next', label: string) =>
    entry && h('a', { href: entry.url, rel }, [h('small', label), entry.name])
  return h('nav', { class: 'neighbours', 'aria-label': 'Previous and next page' }, [
    link(before, 'prev', 'Previous'),
    link(after, 'next', 'Next'),
  ])
}
