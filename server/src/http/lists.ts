// The list convention: every list takes limit, offset, starting_after, created_gte, created_lte and its
// own filters, by GET in the query or by POST in the body, and answers one envelope.
import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import type { Context } from '../kernel/context.ts'
import { ID_PATTERN } from '../kernel/ids.ts'
import { LARGEST_COUNT, type Page, type PageRequest } from '../kernel/page.ts'
import { Failure } from '../errors.ts'
import { MomentText, strict } from './fields.ts'
import type { Access, Route } from './route.ts'

const LARGEST_LIMIT = 100
const DEFAULT_LIMIT = 10
const MOST_VALUES = 100

const paging = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LARGEST_LIMIT,
      default: DEFAULT_LIMIT,
      description: 'Entries on a page.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: LARGEST_COUNT,
      default: 0,
      description: 'Entries to skip.',
    }),
  ),
  starting_after: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The id of the last entry you have; its cost does not grow with depth.',
    }),
  ),
  created_gte: Type.Optional(MomentText),
  created_lte: Type.Optional(MomentText),
}

export function listQuery<T extends TProperties>(filters: T) {
  return strict({ ...paging, ...filters })
}

/** A filter that takes one value, a JSON array of values, or values parted by commas. */
export function oneOrMany(description: string) {
  return Type.Unsafe<string | string[]>({
    type: ['string', 'array'],
    minLength: 1,
    maxLength: 64 * MOST_VALUES,
    items: { type: 'string', pattern: ID_PATTERN, 'x-wanted': 'an id' },
    minItems: 1,
    maxItems: MOST_VALUES,
    description,
  })
}

/** The values of the filter of that name, however they were sent. */
export function valuesOf<Name extends string>(
  sent: { readonly [K in Name]?: string | string[] },
  name: Name,
): string[] | undefined {
  const filter = sent[name]
  if (filter === undefined) return undefined
  const values = Array.isArray(filter) ? filter : filter.split(',')
  if (values.length <= MOST_VALUES) return values
  throw new Failure('IR_04', `\`${name}\` takes ${MOST_VALUES} values at most.`, { field: name })
}

export function listOf<T extends TSchema>(title: string, entry: T) {
  return Type.Object(
    {
      count: Type.Integer({ description: 'Entries on this page.' }),
      total_count: Type.Integer({ description: `Exact up to ${LARGEST_COUNT}.` }),
      total_count_relation: Type.Union([Type.Literal('eq'), Type.Literal('gte')], {
        description: '`gte` when there are more than `total_count`.',
      }),
      has_more: Type.Boolean(),
      limit: Type.Integer(),
      offset: Type.Integer(),
      data: Type.Array(entry),
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

interface Sent extends Omit<Partial<PageRequest>, 'created_gte' | 'created_lte'> {
  created_gte?: string
  created_lte?: string
}

export function pageRequest(sent: Sent): PageRequest {
  return {
    limit: sent.limit ?? DEFAULT_LIMIT,
    offset: sent.offset ?? 0,
    starting_after: sent.starting_after,
    created_gte: sent.created_gte === undefined ? undefined : new Date(sent.created_gte),
    created_lte: sent.created_lte === undefined ? undefined : new Date(sent.created_lte),
  }
}

export function envelope<T, U>(
  request: PageRequest,
  page: Page<T> | undefined,
  shown: (row: T) => U,
): Envelope<U> {
  if (page === undefined) {
    throw new Failure('IR_04', `\`starting_after\` names nothing: ${request.starting_after}.`, {
      field: 'starting_after',
    })
  }
  const { rows, ...rest } = page
  const { limit, offset } = request
  return { count: rows.length, ...rest, limit, offset, data: rows.map(shown) }
}

interface ListRow<Q extends TSchema> {
  url: string
  tag: string
  summary: string
  access: Access
  query: Q
  answer: TSchema
  run: (context: Context, query: Static<Q>) => Promise<Envelope<unknown>>
}

/** The same list by GET and by POST. */
export function listRoutes<Q extends TSchema>(row: ListRow<Q>): Route[] {
  const { query, run, ...rest } = row
  const common = { ...rest, status: 200, errors: ['IR_04'] } as const
  return [
    {
      ...common,
      method: 'GET',
      query,
      run: (context, input) => run(context, input.query as Static<Q>),
    },
    {
      ...common,
      method: 'POST',
      summary: `${row.summary}, asked in the body`,
      body: query,
      example: { limit: 10 },
      run: (context, input) => run(context, input.body as Static<Q>),
    },
  ]
}
