import type { Context } from '#kernel/context.ts'
import { hasScope } from '#http/authenticate.ts'
import { kindNames, kinds, type KindName } from './kinds.ts'
import type { SearchQuery, SearchResult } from './schema.ts'
import { findByPhrases, findByWords, type Hit, type Reach, readShown } from './store.ts'
import { type Phrase, readPhrase, ungrouped } from './words.ts'

const MOST = 20
/** So that many payments leave room for everything else. */
const MOST_OF_ONE_KIND = 6
const ID = /^[\w-]{4,64}$/

/** At most 20 results, the best first. */
export async function search(
  context: Context,
  { q, object }: SearchQuery,
): Promise<SearchResult[]> {
  const { db } = context.lists
  const reach = reachFor(context, object === undefined ? kindNames : [object])
  if (reach.kinds.length === 0) return []
  const { phrases, words, ids } = readQuery(q)
  const [byPhrase, byWords] = await Promise.all([
    phrases.length + ids.length > 0 ? findByPhrases(db, reach, phrases, ids) : [],
    words.length > 1 ? findByWords(db, reach, words) : [],
  ])
  return show(context, reach, choose([...byPhrase, ...byWords]))
}

function reachFor({ merchant_id, caller }: Context, wanted: readonly KindName[]): Reach {
  const { scopes, profile_ids } = caller
  const isBound = profile_ids.length > 0
  const readable = wanted.filter((name) => {
    const { scope, has_profile } = kinds[name]
    return hasScope(scopes, scope) && (has_profile || !isBound)
  })
  return { merchant_id, kinds: readable, profile_ids }
}

/** The text as phrases, as words between white space, and as an id. */
function readQuery(q: string) {
  const phrases = [q, ungrouped(q) ?? q].map(readPhrase)
  const words = q.split(/\s+/).map(readPhrase)
  const id = q.trim()
  return { phrases: present(phrases), words: present(words), ids: ID.test(id) ? [id] : [] }
}

function present(phrases: Phrase[]): Phrase[] {
  const byText = new Map(phrases.map((phrase) => [phrase.text, phrase]))
  return [...byText.values()].filter(({ text }) => text !== '')
}

function choose(hits: readonly Hit[]): Hit[] {
  const best = new Map<string, Hit>()
  for (const hit of [...hits].toSorted((a, b) => b.rank - a.rank))
    best.set(`${hit.kind} ${hit.object_id}`, hit)
  const ranked = [...best.values()].toSorted(byRank)
  const taken = new Map<KindName, number>()
  const first = ranked.filter(({ kind }) => {
    const n = (taken.get(kind) ?? 0) + 1
    taken.set(kind, n)
    return n <= MOST_OF_ONE_KIND
  })
  return [...new Set([...first, ...ranked])].slice(0, MOST).toSorted(byRank)
}

function byRank(a: Hit, b: Hit): number {
  const order = kindNames.indexOf(a.kind) - kindNames.indexOf(b.kind)
  return a.rank - b.rank || order || b.created.getTime() - a.created.getTime()
}

async function show(
  { lists: { db } }: Context,
  reach: Reach,
  hits: readonly Hit[],
): Promise<SearchResult[]> {
  const results = new Map<string, SearchResult>()
  const present = [...new Set(hits.map(({ kind }) => kind))]
  await Promise.all(
    present.map(async (kind) => {
      const ids = hits.filter((hit) => hit.kind === kind).map(({ object_id }) => object_id)
      for (const { id, shown, ...row } of await readShown(db, reach, kind, ids)) {
        const [title = id, ...rest] = [...new Set(shown)]
        const subtitle = rest.length > 0 ? rest.join(', ') : null
        results.set(`${kind} ${id}`, { object: kind, id, title, subtitle, ...row })
      }
    }),
  )
  return hits.flatMap(({ kind, object_id }) => results.get(`${kind} ${object_id}`) ?? [])
}
