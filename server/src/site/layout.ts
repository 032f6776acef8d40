// The HTML around every page: header with search, navigation, table of contents.
import type { Assets } from '@florin/pages/contract.ts'
import { escape } from '@florin/pages/escape.ts'
import type { DocPage, Library, Section } from './pages.ts'
import type { Heading } from './render.ts'

const COIN =
  '<svg class="mark" viewBox="0 0 16 16" width="28" height="28" aria-hidden="true"><circle class="coin" cx="8" cy="8" r="7"/><path class="coin-sign" d="M10.6 4.3c-1.6-.6-2.5.2-2.8 1.7l-.9 4.3c-.3 1.4-1 1.9-2.1 1.6M5.8 7.3h3.8"/></svg>'

export const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="8" fill="#b7861f"/><path d="M10.6 4.3c-1.6-.6-2.5.2-2.8 1.7l-.9 4.3c-.3 1.4-1 1.9-2.1 1.6M5.8 7.3h3.8" fill="none" stroke="#fff" stroke-width="1.3" stroke-linecap="round"/></svg>`

export interface Layout {
  readonly library: Library
  readonly assets: Assets
  /** The page that is shown; undefined for the start page and for one that does not exist. */
  readonly page?: DocPage
  readonly title: string
  readonly description: string
  readonly headings: readonly Heading[]
  /** HTML. */
  readonly content: string
}

export function renderLayout(layout: Layout): string {
  const { library, assets, page, title, description, content } = layout
  const style = assets['docs.css']
  const script = assets['docs.js']
  const contents = renderContents(layout.headings)
  const twin = page && `<link rel="alternate" type="text/markdown" href="${page.url}.md">\n`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(description)}">
<title>${escape(title)} · Florin</title>
${style ? `<link rel="stylesheet" href="${style.url}" integrity="${style.integrity}">\n` : ''}${twin ?? ''}<link rel="icon" type="image/svg+xml" href="/favicon.svg">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${renderHeader()}
<div class="${contents === '' ? 'site wide' : 'site'}">
<nav class="navigation" aria-label="Pages"><details class="menu"><summary>All pages</summary>${renderNavigation(library, page)}</details></nav>
<main id="content" class="content">
${content}${page ? `<p class="twin"><a href="${page.url}.md">This page as Markdown</a></p>\n` : ''}</main>
${contents}</div>
${script ? `<script type="module" src="${script.url}" integrity="${script.integrity}"></script>\n` : ''}</body>
</html>
`
}

function renderHeader(): string {
  return `<header class="top"><a class="brand" href="/docs">${COIN}<span>Florin</span><span class="brand-part">Docs</span></a>
<form class="search" role="search"><input type="search" id="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" spellcheck="false" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list"><kbd aria-hidden="true">/</kbd><ul id="results" role="listbox" aria-label="Results" hidden></ul></form>
<a class="top-link" href="/docs/api/">API reference</a></header>`
}

/** In a sidebar they are one click more away. */
const FOLDED = new Set(['Reports', 'Decisions'])

function renderNavigation({ sections }: Library, page?: DocPage): string {
  const parts = sections.map((section) => {
    if (!FOLDED.has(section.name))
      return `<h2>${escape(section.name)}</h2>${renderList(section, page)}`
    const isOpen = section.entries.some((entry) => entry.page === page)
    return `<details${isOpen ? ' open' : ''}><summary>${escape(section.name)}</summary>${renderList(section, page)}</details>`
  })
  return `<ul><li><a href="/docs"${page ? '' : ' aria-current="page"'}>Start</a></li><li><a href="/docs/api/">API reference</a></li></ul>${parts.join('')}`
}

function renderList({ entries }: Section, current?: DocPage): string {
  const items = entries.map(({ page, name }) => {
    const mark = page === current ? ' aria-current="page"' : ''
    return `<li><a href="${page.url}"${mark}>${escape(name)}</a></li>`
  })
  return `<ul>${items.join('')}</ul>`
}

function renderContents(headings: readonly Heading[]): string {
  const shown = headings.filter(({ depth }) => depth === 2 || depth === 3)
  if (shown.length < 2) return ''
  const items = shown.map(({ id, text, depth }) => {
    return `<li class="depth-${depth}"><a href="#${id}">${escape(text)}</a></li>`
  })
  return `<aside class="contents"><nav aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></nav></aside>\n`
}
