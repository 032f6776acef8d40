// The look-up. Every range of terms is read from its end and only so far, so no term costs more than another.
import type { Database } from '#kernel/db.ts'
import { raw, type Sql, sql, when } from '#kernel/sql.ts'
import type { KindName } from './kinds.ts'
import { array, found, ID_MARK } from './objects_store.ts'
import type { Phrase } from './words.ts'

/** Limits for one caller: kinds that it may read, and the profiles that its key is bound to; none: all. */
export interface Reach {
  readonly merchant_id: string
  readonly kinds: readonly KindName[]
  readonly profile_ids: readonly string[]
}

export interface Hit {
  readonly kind: KindName
  readonly object_id: string
  readonly created: Date
  /** 0: a whole word; 1: the beginning of one. */
  readonly rank: number
}

/** Per kind and range. */
const MOST = 20
/** The objects in a range that are looked at for a second condition. */
const MOST_SCANNED = 500

const LAST = raw('chr(1114111)')
const NEWEST_FIRST = raw('order by t.term desc, t.created desc, t.object_id desc')

/** Objects with a term that is one of the phrases, or begins with it; ids are compared as a whole. */
export function findByPhrases(
  db: Database,
  reach: Reach,
  phrases: readonly Phrase[],
  ids: readonly string[],
): Promise<Hit[]> {
  const [texts, wholes] = split(phrases)
  const range = sql`t.term >= r.first and t.term < r.until`
  return db.rows<Hit>(sql`with asked as materialized (
      select lower(text) as term, is_whole
      from unnest(${texts}::text[], ${wholes}::boolean[]) as p (text, is_whole)
      union all select ${raw(`'${ID_MARK}'`)} || lower(i), false from unnest(${ids}::text[]) as i
    ), ranges as materialized (
      select 0 as rank, term collate "C" as first, term || chr(1) as until from asked
      union all select 0, term || ' ', term || '!' from asked
      union all select 1, term || '!', term || ${LAST} from asked where not is_whole
    )
    select k.kind, f.object_id, f.created, min(r.rank) as rank
    from unnest(${reach.kinds}::text[]) as k (kind) cross join ranges r
    cross join lateral (${selectRange(reach, range)}) as f
    group by k.kind, f.object_id, f.created`)
}

function split(phrases: readonly Phrase[]) {
  return [phrases.map(({ text }) => text), phrases.map(({ is_whole }) => is_whole)] as const
}

/** `k` is the kind. */
function selectRange({ merchant_id, profile_ids }: Reach, range: Sql): Sql {
  const isBound = profile_ids.length > 0
  const terms = sql`select t.object_id, t.created from search_terms t
    where t.merchant_id = ${merchant_id} and t.kind = k.kind and ${range}
    ${NEWEST_FIRST} limit ${isBound ? MOST_SCANNED : MOST}`
  if (!isBound) return terms
  return sql`select n.object_id, n.created from (${terms}) as n
    join search_objects o on o.merchant_id = ${merchant_id} and o.kind = k.kind
      and o.object_id = n.object_id and o.profile_id = any(${profile_ids}::text[])
    limit ${MOST}`
}

/**
 * Objects with all the words, in any order and anywhere. For each kind, the objects of the rarest word are compared
 * with the other words.
 */
export function findByWords(db: Database, reach: Reach, words: readonly Phrase[]): Promise<Hit[]> {
  const [texts, wholes] = split(words)
  const { merchant_id, kinds, profile_ids } = reach
  const inProfile = when(
    profile_ids.length > 0,
    sql`and o.profile_id = any(${profile_ids}::text[])`,
  )
  return db.rows<Hit>(sql`with words as materialized (
      select lower(text) collate "C" as first,
        lower(text) || case when is_whole then '!' else ${LAST} end as until
      from unnest(${texts}::text[], ${wholes}::boolean[]) as w (text, is_whole)
    ), sizes as materialized (
      select k.kind, w.first, w.until, (select count(*) from (
          select t.merchant_id from search_terms t where t.merchant_id = ${merchant_id}
            and t.kind = k.kind and t.term >= w.first and t.term < w.until limit ${MOST_SCANNED}
        ) as read) as size
      from unnest(${kinds}::text[]) as k (kind) cross join words w
    ), rarest as materialized (
      select distinct on (kind) kind, first, until, size from sizes order by kind, size
    )
    select k.kind, f.object_id, f.created, 1 as rank from rarest k cross join lateral (
      select distinct n.object_id, n.created from (
        select t.object_id, t.created from search_terms t
        where t.merchant_id = ${merchant_id} and t.kind = k.kind and t.term >= k.first and t.term < k.until
        ${NEWEST_FIRST} limit ${MOST_SCANNED}
      ) as n join search_objects o on o.merchant_id = ${merchant_id} and o.kind = k.kind
        and o.object_id = n.object_id ${inProfile}
      where not exists (select 1 from words w where not exists (
        select 1 from unnest(o.terms) as x where x >= w.first and x < w.until))
      order by n.created desc limit ${MOST}
    ) as f where k.size > 0`)
}

export interface Shown {
  readonly id: string
  readonly created: Date
  readonly shown: readonly string[]
  readonly status: string | null
  readonly amount: number | null
  readonly currency: string | null
}

/** The objects as they are now; what is gone is not found. */
export function readShown(
  db: Database,
  { merchant_id, profile_ids }: Reach,
  kind: KindName,
  ids: readonly string[],
): Promise<Shown[]> {
  const nothing = sql`null`
  const { table, id, joins = sql``, isFound = sql`true`, shown, ...rest } = found[kind]
  const { profile_id, status = nothing, amount = nothing, currency = nothing } = rest
  const inProfile = when(
    profile_id !== undefined && profile_ids.length > 0,
    sql`and ${profile_id} = any(${profile_ids}::text[])`,
  )
  return db.rows<Shown>(sql`select o.${raw(id)} as id, o.created, array_remove(${array(shown)}, null) as shown,
      (${status})::text as status, (${amount})::bigint as amount, (${currency})::text as currency
    from ${raw(table)} o ${joins}
    where o.merchant_id = ${merchant_id} and o.${raw(id)} = any(${ids}::text[]) and ${isFound} ${inProfile}`)
}
