// Search in the documentation that this server serves, by its own index.
import type { Call } from './call.ts'
import type { JsonSchema } from './arguments.ts'

type Entry = readonly [page: string, heading: string, url: string, text: string]

export const QUESTION: JsonSchema = {
  type: 'object',
  properties: {
    query: { type: 'string', minLength: 2, maxLength: 200, description: 'A few words.' },
  },
  required: ['query'],
  additionalProperties: false,
}

const MAX_FOUND = 8
const MAX_WORDS = 12
const MAX_TEXT = 1_500
/** A word in a heading says more than one in the text. */
const IN_HEADING = 8
const MAX_IN_TEXT = 4

/** One process's index: its pages do not change while it runs. */
let index: Promise<readonly Entry[]> | undefined

export async function searchDocs(call: Call, sent: Readonly<Record<string, unknown>>) {
  index ??= readIndex(call)
  const entries = await index.catch((error: unknown) => {
    index = undefined
    throw error
  })
  const words = wordsIn(String(sent['query'])).slice(0, MAX_WORDS)
  const found = entries
    .map((entry) => ({ entry, score: rateEntry(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
  return {
    found: found.map(({ entry: [page, heading, url, text] }) => ({
      page,
      heading,
      url,
      markdown: `${url.split('#')[0]}.md`,
      text: excerpt(text, words),
    })),
  }
}

async function readIndex(call: Call): Promise<readonly Entry[]> {
  return JSON.parse(await call.file('/docs/search.json')) as Entry[]
}

function wordsIn(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu))]
}

/** Entries with more matching words come first. */
function rateEntry([page, heading, , text]: Entry, words: readonly string[]): number {
  const [title, body] = [`${page} ${heading}`.toLowerCase(), text.toLowerCase()]
  let score = 0
  for (const word of words) {
    const inText = Math.min(MAX_IN_TEXT, body.split(word).length - 1)
    score += (title.includes(word) ? IN_HEADING : 0) + inText + (inText > 0 ? MAX_IN_TEXT : 0)
  }
  return score
}

function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0))
  const start = Number.isFinite(first) ? Math.max(0, first - MAX_TEXT / 4) : 0
  return text.slice(start, start + MAX_TEXT)
}
