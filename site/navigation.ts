// The navigation as plain data, for every page.
import type { Library } from './pages.ts'

export interface NavigationEntry {
  readonly url: string
  readonly name: string
  readonly summary: string
}

export interface NavigationSection {
  readonly name: string
  readonly entries: readonly NavigationEntry[]
}

export interface Navigation {
  readonly version: string
  readonly sections: readonly NavigationSection[]
}

export function toNavigation({ version, sections }: Library): Navigation {
  return {
    version,
    sections: sections.map(({ name, entries }) => ({
      name,
      entries: entries.map(({ page, name: label, summary }) => {
        return { url: page.url, name: label, summary: plain(summary) }
      }),
    })),
  }
}

export function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}
