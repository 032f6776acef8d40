// The statement that adds up a query. Its text is the same for every grouping and filter within a kind, because each
// text is another prepared statement.
import type { Database } from '#kernel/db.ts'
import { raw, type Sql, sql, when } from '#kernel/sql.ts'
import { dimensions, type Kind, MERCHANT, dimensionIndex } from './dimensions.ts'
import type { Sums } from './metrics.ts'
import { contributions, joined } from './objects_store.ts'
import type { Level, Piece } from './windows.ts'

export interface Selection {
  /** Merchant ids, and the generation of each one's sums. */
  readonly ids: readonly string[]
  readonly generations: readonly number[]
  readonly kind: Kind
  readonly pieces: readonly Piece[]
  /** Dimensions, and `merchant_id`. */
  readonly groups: readonly string[]
  readonly filters: ReadonlyMap<string, readonly string[]>
  /** Only read from the objects. */
  readonly customer_ids?: readonly string[] | undefined
}

export interface Group extends Omit<Sums, 'base'> {
  /** The piece's number; after `readPlan` has added the pieces up, the window's. */
  readonly window: number
  /** Null if it is not grouped by. */
  readonly merchant_id: string | null
  /** One value for each dimension; null also for those that are not grouped by. */
  readonly values: readonly (string | null)[]
}

/** A query that reads more groups is refused. Those at the edges of windows are besides the rows that are answered. */
export const MAX_GROUPS = 150_000

/** The status that decides what an object counts as. */
const statuses: Readonly<Record<Kind, Record<'succeeded' | 'failed' | 'untried' | 'lost', Sql>>> = {
  payment: {
    succeeded: raw(`'succeeded', 'partially_captured', 'partially_captured_and_capturable'`),
    failed: raw(`'failed'`),
    untried: raw(`'requires_payment_method', 'requires_confirmation'`),
    lost: raw('null'),
  },
  refund: {
    succeeded: raw(`'succeeded'`),
    failed: raw(`'failed'`),
    untried: raw('null'),
    lost: raw('null'),
  },
  dispute: {
    succeeded: raw('null'),
    failed: raw('null'),
    untried: raw('null'),
    lost: raw(`'dispute_accepted', 'dispute_expired', 'dispute_lost'`),
  },
}

const STATUS = raw('dims[2]')

/** One row for each window and group that has objects. */
export async function readGroups(db: Database, selection: Selection): Promise<Group[]> {
  const { kind } = selection
  const { succeeded, failed, untried, lost } = statuses[kind]
  const names = dimensions[kind]
  const grouped = names.map((name) => selection.groups.includes(name))
  const keys = names.map((_, i) => raw(`g${i + 1}`))
  const of = names.map((_, i) => {
    const place = raw(`${i + 1}`)
    return sql`case when ${grouped[i]}::boolean then dims[${place}] end as g${place}`
  })
  const list = joined(keys, sql`, `)
  const rows = await db.rows<
    Record<string, string> & Pick<Group, 'window' | 'merchant_id' | 'values'>
  >(sql`
    select piece as window, g0 as merchant_id, array[${list}] as values, sum(n)::text as count,
      sum(case when ${STATUS} in (${succeeded}) then n else 0 end)::text as succeeded,
      sum(case when ${STATUS} in (${failed}) then n else 0 end)::text as failed,
      sum(case when ${STATUS} in (${untried}) then 0 else n end)::text as tried,
      sum(amount)::text as amount,
      sum(case when ${STATUS} in (${lost}) then amount else 0 end)::text as lost_amount,
      sum(retries)::text as retries
    from (select piece, dims, n, amount, retries,
        case when ${selection.groups.includes(MERCHANT)}::boolean then merchant_id end as g0,
        ${joined(of, sql`, `)} from (
        ${selectSums(selection, 'day')} union all ${selectSums(selection, 'quarter')}
        union all ${selectObjects(selection)}
      ) as counted) as keyed
    group by piece, g0, ${list} having sum(n) <> 0
    order by piece, g0, ${list} limit ${MAX_GROUPS + 1}`)
  return rows.map((row) => ({
    window: row.window,
    merchant_id: row.merchant_id,
    values: row.values,
    count: BigInt(row['count'] ?? 0),
    succeeded: BigInt(row['succeeded'] ?? 0),
    failed: BigInt(row['failed'] ?? 0),
    tried: BigInt(row['tried'] ?? 0),
    amount: BigInt(row['amount'] ?? 0),
    lost_amount: BigInt(row['lost_amount'] ?? 0),
    retries: BigInt(row['retries'] ?? 0),
  }))
}

/** The pieces at one level, as rows. */
function piecesAt({ pieces }: Selection, level: Level): Sql {
  const of = pieces.filter((piece) => piece.level === level)
  const numbers = of.map(({ number }) => number)
  const from = of.map((piece) => new Date(piece.from).toISOString())
  const to = of.map((piece) => new Date(piece.to).toISOString())
  return sql`unnest(${numbers}::int[], ${from}::timestamptz[], ${to}::timestamptz[]) as p (piece, since, until)`
}

/** Null stands for a filter that was not sent. */
function matching({ kind, filters }: Selection): Sql {
  const each = dimensions[kind].map((name) => {
    const values = filters.get(name) ?? null
    return sql`(${values}::text[] is null or dims[${raw(`${dimensionIndex(kind, name)}`)}] = any(${values}::text[]))`
  })
  return joined(each, sql` and `)
}

/** The merchants, as rows. */
function merchantsIn({ ids, generations }: Selection): Sql {
  return sql`unnest(${ids}::text[], ${generations}::int[]) as m (merchant_id, generation)`
}

/**
 * One index range per merchant and piece. `offset 0` keeps PostgreSQL from reading all of a merchant's sums and then
 * comparing them with the pieces.
 */
function selectSums(selection: Selection, level: 'day' | 'quarter'): Sql {
  const { kind } = selection
  return sql`select p.piece, m.merchant_id collate "C" as merchant_id, s.dims, s.n, s.amount, s.retries
    from ${merchantsIn(selection)} cross join ${piecesAt(selection, level)}
    cross join lateral (select dims, n, amount, retries from analytics_rollups r
      where r.merchant_id = m.merchant_id and r.generation = m.generation and kind = ${kind}
        and level = ${level} and bucket >= p.since and bucket < p.until
        and ${matching(selection)} offset 0) as s`
}

function selectObjects(selection: Selection): Sql {
  const { kind, customer_ids } = selection
  const { table, dims, amount, retries, isCounted } = contributions[kind]
  return sql`select p.piece, m.merchant_id collate "C", s.dims, 1, s.amount::numeric, s.retries
    from ${merchantsIn(selection)} cross join ${piecesAt(selection, 'object')}
    cross join lateral (select dims, amount, retries from (
      select ${dims} as dims, ${amount} as amount, ${retries} as retries from ${raw(table)} o
      where o.merchant_id = m.merchant_id and o.created > '-infinity'
        and o.created >= p.since and o.created < p.until and ${isCounted}
        ${when(customer_ids !== undefined, sql`and o.customer_id = any(${customer_ids}::text[])`)}
      offset 0) as found where ${matching(selection)}) as s`
}

export interface Progress {
  /** By merchant. */
  readonly generations: ReadonlyMap<string, number>
  /** True if this holds for all merchants. */
  readonly is_complete: boolean
  /** Age of the merchants' oldest change that is not counted yet. */
  readonly lag_seconds: number
}

/** By the database's clock: clocks on several machines may differ. */
export async function readProgress(db: Database, ids: readonly string[]): Promise<Progress> {
  const row = await db.first<
    Omit<Progress, 'generations'> & { generations: [merchant_id: string, generation: number][] }
  >(sql`select
      coalesce(jsonb_agg(jsonb_build_array(merchant_id, generation)), '[]') as generations,
      coalesce(bool_and(is_complete), true) as is_complete,
      greatest(coalesce(round(extract(epoch from clock_timestamp() - least(min(queued_at),
        (select noted_at from analytics_changes where merchant_id = any(${ids}::text[])
          order by noted_at limit 1)
      )), 3), 0), 0)::float8 as lag_seconds
    from (select m.id as merchant_id, coalesce(r.generation, 0) as generation,
        coalesce(r.state in ('cleaning', 'done'), true) as is_complete,
        (select queued_at from analytics_queue q where q.merchant_id = m.id and not q.is_bulk
          order by queued_at limit 1) as queued_at
      from unnest(${ids}::text[]) as m (id)
      left join analytics_rebuilds r on r.merchant_id = m.id) as each`)
  const { generations = [], is_complete = true, lag_seconds = 0 } = row ?? {}
  return { generations: new Map(generations), is_complete, lag_seconds }
}
