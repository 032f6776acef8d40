// The statements of a list's page: each reads one index, and tests the other filters on a bounded number of its rows.
import type { Condition, CreatedRange, PageRequest, PageSource } from './page.ts'
import { listed, raw, Sql, sql, when } from './sql.ts'

export const MAX_COUNT = 10_000
/** The rows on which filters without an index are tested. */
export const MAX_SCANNED = 10_000

/** Follows another condition. */
export function createdWithin(column: Sql, { created_gte, created_lte }: CreatedRange): Sql {
  return sql`${when(created_gte !== undefined, sql`and ${column} >= ${created_gte}`)}
      ${when(created_lte !== undefined, sql`and ${column} <= ${created_lte}`)}`
}

/** The id of the row from which a page is read. */
export function readAnchor({ starting_after, ending_before }: PageRequest): string | undefined {
  return starting_after ?? ending_before
}

export interface Counted {
  /** Matching rows, to `MAX_COUNT` and one more. */
  readonly n: number
  /** There are rows that were not tested. */
  readonly is_cut: boolean
}

const operators = { '=': raw('='), '>=': raw('>='), '<=': raw('<=') }

/** Conditions as text, each beginning with `and`; a list matches any of its values. */
export function toConditions<T>(
  source: PageSource<T>,
  conditions: readonly Condition[],
  nameOf: (column: string) => string = (column) => column,
): Sql {
  const parts = conditions.map(({ column, operator, value }) => {
    const own = source.conditions?.[column]
    if (own) return own(value)
    if (value === null) return sql`and ${raw(nameOf(column))} is null`
    return sql`and ${raw(nameOf(column))} ${operators[operator]} ${compared(value)}`
  })
  return new Sql(['', ...parts.map(() => ' ')], parts)
}

/** One value is compared as itself: only then PostgreSQL reads an index in its order. */
function compared(value: unknown): Sql {
  if (!Array.isArray(value)) return sql`${value}`
  return value.length === 1 ? sql`${value[0]}` : sql`any(${value})`
}

/** The order in which an index is read, and what follows from it. */
interface Direction {
  readonly order: Sql
  /** Compares a row with the anchor. */
  readonly follows: Sql
  /** The rows up to an edge. */
  readonly within: (edge: Sql) => Sql
  /** The edge that is met first, among those of several scans. */
  readonly edge: Sql
}

/** `by` and `id` are the names by which an index is read. */
function direct(isDescending: boolean, by: Sql, id: Sql): Direction {
  const down = raw(isDescending ? ' desc' : '')
  return {
    order: sql`order by ${by}${down}, ${id}${down}`,
    follows: raw(isDescending ? '<' : '>'),
    within: isDescending
      ? (edge) => sql`and ${by} >= coalesce(${edge}, '-infinity')`
      : (edge) => sql`and ${by} <= coalesce(${edge}, 'infinity')`,
    edge: raw(isDescending ? 'max(at)' : 'min(at)'),
  }
}

/** The statements for one page: they read rows from `index`, and test `others` on a bounded number. */
export class Scan<T> {
  private readonly merchant_id: string
  private readonly source: PageSource<T>
  private readonly request: PageRequest
  /** The terms to read in another table's index, instead of an own one. */
  private readonly terms: readonly string[] | undefined
  private readonly index: Condition | undefined
  private readonly others: readonly Condition[]
  /** Values for the filter that has the index. */
  private readonly values: readonly unknown[]
  /** The entry's order and id in the table, and in the index that is read. */
  private readonly own: readonly [by: Sql, id: Sql]
  private readonly key: readonly [by: Sql, id: Sql]
  private readonly isDescending: boolean
  /** The list's. */
  private readonly forward: Direction
  /** The page's; before an anchor, the rows next to it come first. */
  private readonly direction: Direction

  constructor(
    merchant_id: string,
    source: PageSource<T>,
    conditions: readonly Condition[],
    request: PageRequest,
    terms: readonly string[] | undefined,
  ) {
    this.merchant_id = merchant_id
    this.source = source
    this.request = request
    this.terms = terms
    const { id, indexed = [], partial = {} } = source
    const names = terms === undefined ? [id, ...indexed, ...Object.keys(partial)] : []
    this.index = names
      .map((name) => conditions.find(({ column, operator }) => column === name && operator === '='))
      .find((found) => found !== undefined)
    this.others = conditions.filter((condition) => condition !== this.index)
    this.values = [...new Set(terms ?? [this.index?.value ?? []].flat())]
    this.own = [raw(source.by ?? 'created'), raw(source.id)]
    this.key = terms === undefined ? this.own : [raw('i_created'), raw('i_object_id')]
    const isForward = request.ending_before === undefined
    this.isDescending = source.by === undefined && !request.is_oldest_first
    this.forward = direct(this.isDescending, ...this.key)
    this.direction = direct(this.isDescending === isForward, ...this.key)
  }

  page(): Sql {
    const { limit, offset } = this.request
    const { columns } = this.source
    const after = this.after()
    const { order, within } = this.direction
    const bound = within(this.edge(after, this.direction))
    const rows = this.each(
      columns,
      (value) => sql`select ${columns} from ${this.entries()} where ${this.rows(value, after)}
        ${this.tested()} ${when(this.isBounded(), bound)} ${order} limit ${offset + limit + 1}`,
    )
    const isForward = this.request.ending_before === undefined
    const found = direct(this.isDescending === isForward, ...this.own)
    return sql`select ${columns} from (${rows}) as found ${found.order}
      limit ${limit + 1} offset ${offset}`
  }

  count(): Sql {
    const bound = this.forward.within(sql`(select at from edge)`)
    const rows = this.each(
      raw('found.one'),
      (value) => sql`select 1 as one from ${this.entries()} where ${this.rows(value, sql``)}
        ${this.tested()} ${when(this.isBounded(), bound)} ${this.forward.order} limit ${MAX_COUNT + 1}`,
    )
    const edge = this.isBounded() ? this.edge(sql``, this.forward) : raw('null::timestamptz')
    return sql`with edge as materialized (select ${edge} as at)
      select (select at is not null from edge) as is_cut, count(*)::int as n
      from (select one from (${rows}) as found limit ${MAX_COUNT + 1}) as bounded`
  }

  isCut(): Sql {
    return sql`select ${this.edge(this.after(), this.direction)} is not null as is_cut`
  }

  /** Without other filters a page reads only what it returns; an id is looked up. */
  isBounded(): boolean {
    const isTested = this.others.length > 0 || this.rangeIsTested()
    return isTested && this.index?.column !== this.source.id
  }

  /** The range of creation times is a part of the index only if that has their order. */
  private rangeIsTested(): boolean {
    const { created_gte, created_lte } = this.request
    return this.source.by !== undefined && (created_gte ?? created_lte) !== undefined
  }

  /** One scan for each value: only rows with the same value are in index order. */
  private each(columns: Sql, scan: (value: Sql) => Sql): Sql {
    if (this.values.length <= 1) return scan(sql`${this.values[0]}`)
    return sql`select ${columns} from unnest(${this.values}::text[]) as of (value)
      cross join lateral (${scan(raw('of.value'))}) as found`
  }

  /** The table, or the index and then the entry of each row by its key: offset 0 keeps this order of reading. */
  private entries(): Sql {
    const { source } = this
    const table = raw(source.table)
    if (this.terms === undefined || source.terms === undefined) return table
    return sql`${source.terms.from} cross join lateral (select ${source.columns.of('p')} from ${table} p
      where p.merchant_id = i_merchant_id and p.${raw(source.id)} = i_object_id offset 0) as ${table}`
  }

  /** As an expression a column has no index, so PostgreSQL cannot choose another one. */
  private tested(): Sql {
    const { indexed = [] } = this.source
    const others = toConditions(this.source, this.others, (column) =>
      indexed.includes(column) ? `(${column} || '')` : column,
    )
    const range = createdWithin(raw('created'), this.request)
    return sql`${others} ${when(this.rangeIsTested(), range)}`
  }

  /** The index's rows, before other filters. */
  private rows(value: Sql, after: Sql): Sql {
    const { by, terms, where = sql`` } = this.source
    const isOther = this.terms !== undefined && terms !== undefined
    const chosen = isOther
      ? sql`i_merchant_id = ${this.merchant_id} and ${terms.where} and i_term = ${value}`
      : sql`merchant_id = ${this.merchant_id} and ${this.chosen(value)} ${where}`
    return sql`${chosen} ${when(by === undefined, createdWithin(this.key[0], this.request))} ${after}`
  }

  /** States only the chosen index's condition. */
  private chosen(value: Sql): Sql {
    if (this.index === undefined) return listed
    const { column } = this.index
    return this.source.partial?.[column] ?? sql`${raw(column)} = ${value}`
  }

  private after(): Sql {
    const [by, id] = this.own
    const [key, object] = this.key
    const anchor = readAnchor(this.request)
    const { table, anchors = table } = this.source
    return when(
      anchor !== undefined,
      sql`and (${key}, ${object}) ${this.direction.follows} (select a.${by}, a.${id}
        from ${raw(anchors)} a where a.merchant_id = ${this.merchant_id} and a.${id} = ${anchor})`,
    )
  }

  /** The time beyond which rows are not tested; null if there are few enough. Several values share the bound. */
  private edge(after: Sql, { order, edge }: Direction): Sql {
    const share = Math.floor(MAX_SCANNED / Math.max(1, this.values.length))
    const { terms, table } = this.source
    const from = this.terms === undefined || terms === undefined ? raw(table) : terms.from
    const rows = this.each(
      raw('found.at'),
      (value) => sql`select ${this.key[0]} as at from ${from} where ${this.rows(value, after)}
        ${order} offset ${share} limit 1`,
    )
    return sql`(select ${edge} from (${rows}) as edges)`
  }
}
