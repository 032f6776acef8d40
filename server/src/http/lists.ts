// The list convention: every list takes limit, offset, starting_after, ending_before, created_gte, created_lte and its
// own filters, in a GET query or a POST body, and answers with the same envelope.
import { type Static, type TOptional, type TProperties, type TSchema, Type } from 'typebox'
import { parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { ID_PATTERN } from '#kernel/ids.ts'
import { isCurrency } from '#kernel/money.ts'
import {
  type Condition,
  type Page,
  type PageRequest,
  type PageSource,
  readPage,
} from '#kernel/page.ts'
import { MAX_COUNT } from '#kernel/scan.ts'
import { Failure, type Fault, fault, invalid, refuseFaults } from '#errors.ts'
import { CURRENCY, described, MomentText, payable, strict, text } from './fields.ts'
import { byCreation, orderBy } from './list_order.ts'
import { MAX_AMOUNT } from './money_fields.ts'
import type { Input, Parsed, Route } from './route.ts'
import { describeChoice, cut, suggestion } from './rules.ts'

const MAX_LIMIT = 100
const DEFAULT_LIMIT = 10
const MAX_VALUES = 100

const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      default: DEFAULT_LIMIT,
      description: `Entries per page, 1 to ${MAX_LIMIT}.`,
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_COUNT,
      default: 0,
      description: 'Entries to skip. For deep pages `starting_after` is cheaper.',
    }),
  ),
  starting_after: Type.Optional(
    text(64, {
      description:
        'The id of the last entry of the previous page. The cost does not grow with depth.',
    }),
  ),
  ending_before: Type.Optional(
    text(64, {
      description:
        'The id of the first entry of the next page: answers with the entries just before it, in the same order. Not together with `starting_after`.',
    }),
  ),
  created_gte: Type.Optional(
    described(MomentText, 'Only entries created at this time or later; ISO 8601.'),
  ),
  created_lte: Type.Optional(
    described(MomentText, 'Only entries created at this time or earlier; ISO 8601.'),
  ),
}

/** For a list that answers with an array: it has no `starting_after` and no `ending_before`. */
export const arrayPaging = {
  limit: paging.limit,
  offset: paging.offset,
  created_gte: paging.created_gte,
  created_lte: paging.created_lte,
}

/** For a list that is short enough to be read as a whole. */
export const wholePaging = {
  ...arrayPaging,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LIMIT,
      description: `Entries to return, 1 to ${MAX_LIMIT}. By default all.`,
    }),
  ),
}

/** A filter's schema, check and SQL follow from this. */
export interface Filter<S extends TSchema = TSchema> {
  readonly schema: S
  /** The filter's name by default. */
  readonly column?: string | undefined
  readonly operator: Condition['operator']
  /** Undefined for a value that no entry can have. */
  readonly read?: Read | undefined
}

interface Read {
  (value: string): string | undefined
  /** The values that exist, and what they are if they are many. */
  readonly names?: readonly string[]
  readonly wanted?: string
}

type Filters = Readonly<Record<string, Filter>>

/** The parameters every list has, and this list's filters. */
export function listQuery<T extends Filters>(filters: T) {
  return extendedListQuery({ order: orderBy(byCreation) }, filters)
}

/** With parameters that are no filters, or replace those that every list has. */
export function extendedListQuery<Own extends TProperties, T extends Filters>(
  own: Own,
  filters: T,
) {
  const properties = Object.entries(filters).map(([name, { schema }]) => [
    name,
    Type.Optional(schema),
  ])
  const schema = strict({
    ...paging,
    ...own,
    ...(Object.fromEntries(properties) as { [K in keyof T]: TOptional<T[K]['schema']> }),
  })
  listFilters.set(schema, filters)
  return schema
}

/** Each list schema's filters, for its route's check. */
const listFilters = new WeakMap<object, Filters>()

/** A longer value list is not repeated in a filter's description. */
const MAX_LISTED = 40

/** Takes one value, a JSON array, or comma-separated values. */
export function oneOrMany(about: string, options: Pick<Filter, 'column' | 'read'> = {}) {
  const { names = [] } = options.read ?? {}
  const isListed = names.length > 0 && names.length <= MAX_LISTED
  const values = isListed ? ` Values: ${names.map((name) => `\`${name}\``).join(', ')}.` : ''
  const description = `${about}${values}`
  const schema = Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    maxLength: 64 * MAX_VALUES,
    items: { type: 'string', pattern: ID_PATTERN, 'x-wanted': 'an id' },
    minItems: 1,
    maxItems: MAX_VALUES,
    description,
  })
  return { schema, operator: '=', ...options } as const
}

export function equalTo<S extends TSchema>(schema: S) {
  return { schema, operator: '=' } as const
}

/** By e-mail address, without case; `lower(email)` has the index. */
export const emailFilter = {
  schema: text(255, {
    description: 'The e-mail address of the customer, in upper or lower case.',
  }),
  column: 'lower(email)',
  operator: '=',
  read: (address: string) => address.toLowerCase(),
} as const

const amount = (description: string) =>
  Type.Integer({ minimum: 0, maximum: MAX_AMOUNT, description })

/** Spread into a filter table. */
export const amountRange = {
  amount_gte: {
    schema: amount('Only entries with this amount or more, in the lowest unit of the currency.'),
    column: 'amount',
    operator: '>=',
  },
  amount_lte: {
    schema: amount('Only entries with this amount or less, in the lowest unit of the currency.'),
    column: 'amount',
    operator: '<=',
  },
} as const

/** Accepts only names from a table or a list; `spell` maps other spellings to a name. */
export function among(
  names: Readonly<Record<string, unknown>> | readonly string[],
  spell: (name: string) => string = (name) => name,
): Read {
  const known: string[] = Array.isArray(names) ? names : Object.keys(names)
  const read = (name: string) => (known.includes(spell(name)) ? spell(name) : undefined)
  return Object.assign(read, { names: known })
}

export const currencies = oneOrMany('A currency as an ISO 4217 code, or several.', {
  read: Object.assign((code: string) => (isCurrency(code) ? code : undefined), {
    names: payable,
    wanted: CURRENCY,
  }),
})

/** A request's filters, as conditions. A value that no entry can have is a fault, and not an empty list. */
function readFilters(filters: Filters, sent: object) {
  const values = new Map(Object.entries(sent))
  const conditions: Condition[] = []
  const faults: Fault[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const value: unknown = values.get(name)
    if (value === undefined) continue
    const { column = name, operator } = filter
    const read = readFilter(name, filter, value)
    if ('fault' in read) faults.push(read.fault)
    else conditions.push({ column, operator, value: read.value })
  }
  return { conditions, faults }
}

export function conditionsFor(filters: Filters, sent: object): Condition[] {
  const { conditions, faults } = readFilters(filters, sent)
  refuseFaults(faults)
  return conditions
}

function readFilter(
  field: string,
  { schema, read = (text) => text }: Filter,
  value: unknown,
): { value: unknown } | { fault: Fault } {
  if (!('items' in schema)) return { value: typeof value === 'string' ? read(value) : value }
  const values = Array.isArray(value) ? value.map(String) : String(value).split(',')
  if (values.length > MAX_VALUES) {
    return { fault: invalid(field, `takes ${MAX_VALUES} values at most`) }
  }
  const unknown = values.find((name) => read(name) === undefined)
  if (unknown === undefined) return { value: values.map(read) }
  return { fault: fault(field, noSuch(field, unknown, read)) }
}

export function noSuch(
  what: string,
  sent: string,
  { names = [], wanted }: Pick<Read, 'names' | 'wanted'> = {},
): string {
  if (names.length === 0) return `There is no ${what} ${cut(sent)}.`
  const hint = suggestion(sent, names) || '.'
  return `There is no ${what} ${cut(sent)}. Use ${describeChoice(names, wanted)}${hint}`
}

/** One list page, as its route answers it. */
export async function readList<Row, T>(
  { lists, merchant_id }: Pick<Context, 'lists' | 'merchant_id'>,
  list: { source: PageSource<Row>; filters: Filters; toApi: (row: Row) => T },
  sent: Sent,
): Promise<Envelope<T>> {
  const request = pageRequest(sent)
  const conditions = conditionsFor(list.filters, sent)
  const page = await readPage(lists, merchant_id, list.source, conditions, request)
  return envelope(request, page, list.toApi)
}

export function listSchema<T extends TSchema>(title: string, entry: T) {
  return Type.Object(
    {
      count: Type.Integer({ description: 'Entries on this page.' }),
      total_count: Type.Integer({ description: `Exact up to ${MAX_COUNT}.` }),
      total_count_relation: Type.Union([Type.Literal('eq'), Type.Literal('gte')], {
        description: '`gte` when there are more than `total_count`.',
      }),
      has_more: Type.Boolean({
        description: 'Whether there are entries after this page; with `ending_before`, before it.',
      }),
      limit: Type.Integer({ description: 'The `limit` of the request, or its default.' }),
      offset: Type.Integer({ description: 'The `offset` of the request, or 0.' }),
      data: Type.Array(entry, {
        description: 'The entries of this page, newest first unless `order` is another.',
      }),
    },
    { $id: title, title },
  )
}

export interface Envelope<T> {
  count: number
  total_count: number
  total_count_relation: 'eq' | 'gte'
  has_more: boolean
  limit: number
  offset: number
  data: T[]
}

interface Sent
  extends Omit<Partial<PageRequest>, 'created_gte' | 'created_lte' | 'is_oldest_first'> {
  order?: string
  created_gte?: string
  created_lte?: string
}

export function pageRequest(sent: Sent): PageRequest {
  return {
    limit: sent.limit ?? DEFAULT_LIMIT,
    offset: sent.offset ?? 0,
    starting_after: sent.starting_after,
    ending_before: sent.ending_before,
    is_oldest_first: sent.order === 'oldest',
    created_gte: parseMoment(sent.created_gte ?? ''),
    created_lte: parseMoment(sent.created_lte ?? ''),
  }
}

export function envelope<T, U>(
  request: PageRequest,
  page: Page<T> | undefined,
  toApi: (row: T) => U,
): Envelope<U> {
  if (page === undefined) {
    const field = request.ending_before === undefined ? 'starting_after' : 'ending_before'
    throw new Failure('IR_04', `\`${field}\` is not the id of an entry: ${request[field]}.`, {
      field,
    })
  }
  const { rows, ...rest } = page
  const { limit, offset } = request
  return { count: rows.length, ...rest, limit, offset, data: rows.map(toApi) }
}

/** Part of a list that was read as a whole. An entry without a creation time is in no time range. */
export function cutWhole<T>(
  entries: readonly T[],
  sent: Sent,
  createdOf: (entry: T) => Date | null,
): T[] {
  const { created_gte, created_lte } = pageRequest(sent)
  const isWithin = (entry: T) => {
    const created = createdOf(entry)
    if (created === null) return created_gte === undefined && created_lte === undefined
    return !(created_gte && created < created_gte) && !(created_lte && created > created_lte)
  }
  const { limit = entries.length, offset = 0 } = sent
  return entries.filter(isWithin).slice(offset, offset + limit)
}

interface ListRow<Q extends TSchema>
  extends Pick<Route, 'url' | 'tag' | 'summary' | 'about' | 'access' | 'profile' | 'header'> {
  query: Q
  answer: TSchema
  run: (
    context: Context,
    query: Static<Q>,
    params: Readonly<Record<string, string>>,
  ) => Promise<unknown>
}

/** For a route with list filters, so that their faults are listed with all others. */
export function parseFilters<Q extends TSchema>(query: Q) {
  return (sent: unknown): Parsed<Static<Q>> => ({
    faults: [
      ...readFilters(listFilters.get(query) ?? {}, sent as object).faults,
      ...checkAnchor(sent as Sent),
    ],
    order: () => sent as Static<Q>,
  })
}

function checkAnchor({ starting_after, ending_before }: Sent): Fault[] {
  if (starting_after === undefined || ending_before === undefined) return []
  return [invalid('ending_before', 'cannot be used together with `starting_after`')]
}

/** The same list by GET, and by POST with the filters in the body. */
export function listRoutes<Q extends TSchema>(row: ListRow<Q>): Route[] {
  const { query, run, ...rest } = row
  const common = {
    ...rest,
    status: 200,
    errors: ['IR_04'],
    parse: parseFilters(query),
    run: (context: Context, { order, params }: Input) => run(context, order as Static<Q>, params),
  } as const
  return [
    { ...common, method: 'GET', query },
    {
      ...common,
      method: 'POST',
      summary: row.summary.replace(/^List /, 'Search '),
      body: query,
      example: { limit: 10 },
    },
  ]
}
