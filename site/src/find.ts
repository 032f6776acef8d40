// The search: MiniSearch ranks sections, forgives typos and completes the last word; synonyms are searched too.
import MiniSearch, { type SearchResult } from 'minisearch'
import { reword } from './synonyms.ts'

/** Page, heading, address, text. */
export type Entry = readonly [page: string, heading: string, url: string, text: string]

interface Found extends SearchResult {
  readonly page: string
  readonly heading: string
  readonly url: string
  readonly text: string
}

const MAX_RESULTS = 12
/** One typo for each so many letters, from four on. */
const LETTERS_PER_TYPO = 5
const MIN_FUZZY = 4
/** A rewording counts less than the reader's own words. */
const REWORDED = 0.6
/** The whole page comes before its sections; guides come before the rest. */
const RANKS: readonly (readonly [pattern: RegExp, factor: number])[] = [
  [/^\/docs\/guides\/[^#]*$/, 2.2],
  [/^\/docs\/guides\//, 1.4],
  [/^\/docs\/(decisions|reports|architecture)/, 0.4],
  [/^[^#]*$/, 1.5],
]

export type Search = (query: string) => Entry[]

/** All spellings are one word. */
const THREE_DS = /\b(3-?d[\s-]?s(ecure)?|three_ds|threeds|sca)\b/gi

function tokenize(text: string): string[] {
  return text
    .replaceAll(THREE_DS, 'threedsecure')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

export async function openSearch(entries: readonly Entry[]): Promise<Search> {
  const index = new MiniSearch({
    fields: ['page', 'heading', 'text'],
    storeFields: ['page', 'heading', 'url', 'text'],
    tokenize,
    // A plural is found by its singular.
    processTerm: (term) => {
      const word = term.toLowerCase()
      return word.length > 4 ? word.replace(/(?<=[^s])s$/, '') : word
    },
  })
  const documents = entries.map(([page, heading, url, text], id) => {
    return { id, page, heading, url, text }
  })
  // In steps, so that typing is never blocked.
  await index.addAllAsync(documents, { chunkSize: 50 })
  return (query) => search(index, query)
}

function search(index: MiniSearch, query: string): Entry[] {
  const best = new Map<string, Found>()
  const scores = new Map<string, number>()
  reword(query).forEach((words, n) => {
    for (const result of index.search(words, options) as Found[]) {
      const score = result.score * rankOf(result) * (n === 0 ? 1 : REWORDED)
      if (score <= (scores.get(result.url) ?? 0)) continue
      best.set(result.url, result)
      scores.set(result.url, score)
    }
  })
  return [...best.values()]
    .toSorted((a, b) => (scores.get(b.url) ?? 0) - (scores.get(a.url) ?? 0))
    .slice(0, MAX_RESULTS)
    .map(({ page, heading, url, text }) => [page, heading, url, text])
}

const options = {
  combineWith: 'AND',
  boost: { page: 3, heading: 4 },
  prefix: true,
  fuzzy: (term: string) =>
    term.length < MIN_FUZZY ? false : Math.max(1, Math.floor(term.length / LETTERS_PER_TYPO)),
  weights: { fuzzy: 0.2, prefix: 0.5 },
} as const

/** A page or section whose title has every word is what the reader means. */
const TITLED = { page: 3, section: 1.5 }

function rankOf({ url, heading, match }: Found): number {
  const rank = RANKS.find(([pattern]) => pattern.test(url))?.[1] ?? 1
  const [field, factor] =
    heading === '' ? (['page', TITLED.page] as const) : (['heading', TITLED.section] as const)
  const isTitled = Object.values(match).every((fields) => fields.includes(field))
  return isTitled ? rank * factor : rank
}
