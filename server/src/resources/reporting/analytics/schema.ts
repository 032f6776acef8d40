// API schemas for analytics queries and their responses.
import { type Static, Type } from 'typebox'
import { TIME_ZONE } from '#kernel/calendar.ts'
import {
  answer,
  choice,
  described,
  MomentText,
  named,
  shaped,
  strict,
  text,
  Timestamp,
} from '#http/fields.ts'
import { dimensions, type Kind } from './dimensions.ts'
import { metrics } from './metrics.ts'
import { granularities, MAX_BUCKETS } from './windows.ts'

const MAX_QUERIES = 10
const MAX_NAMES = 20
const MAX_VALUES = 100

function namesSchema(description: string, minItems: number) {
  return Type.Array(text(64), { minItems, maxItems: MAX_NAMES, uniqueItems: true, description })
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function querySchemas(kind: Kind) {
  const filters = kind === 'payment' ? [...dimensions.payment, 'customer_id'] : dimensions[kind]
  return {
    timeRange: strict(
      {
        startTime: described(MomentText, 'The beginning, inclusive; ISO 8601.'),
        endTime: Type.Optional(
          described(MomentText, 'The end, inclusive; ISO 8601. By default now.'),
        ),
      },
      { description: 'The window: objects that were created in it count.' },
    ),
    metrics: namesSchema(`Any of ${listed(Object.keys(metrics[kind]))}.`, 1),
    source: Type.Optional(
      Type.Unsafe<'BATCH' | 'LIVE'>({
        ...choice('BATCH', 'LIVE'),
        description:
          '`BATCH`, the default, reads sums that are seconds old; `LIVE` reads every object.',
      }),
    ),
    delta: Type.Optional(
      Type.Boolean({
        description:
          'Adds `<metric>_delta`: the value minus the value in the time of equal length just before.',
      }),
    ),
    timeSeries: Type.Optional(
      strict(
        {
          granularity: Type.Unsafe<string>({
            ...named([...granularities], 'a granularity such as G_ONE_DAY (all: /docs)'),
            description: `A week starts on Monday. At most ${MAX_BUCKETS} buckets.`,
          }),
        },
        { description: 'A row for each bucket of time, instead of one for the whole window.' },
      ),
    ),
    timeZone: Type.Optional(
      shaped(TIME_ZONE, 'a time zone such as Europe/Berlin', {
        maxLength: 64,
        description:
          'The IANA time zone in which buckets begin: days at its midnights, so that a day can have 23 or 25 hours. By default the `time_zone` of the merchant.',
      }),
    ),
    groupByNames: Type.Optional(
      namesSchema(
        `Any of ${listed(dimensions[kind])}; with the scope \`org\` also \`merchant_id\`.`,
        0,
      ),
    ),
    filters: Type.Optional(
      Type.Unsafe<Record<string, string[]>>({
        type: 'object',
        maxProperties: MAX_NAMES,
        propertyNames: { minLength: 1, maxLength: 64 },
        additionalProperties: {
          type: 'array',
          minItems: 1,
          maxItems: MAX_VALUES,
          items: { type: 'string', minLength: 1, maxLength: 255 },
        },
        description: `Accepted values by name: ${listed(filters)}; with the scope \`org\` also \`merchant_id\`.`,
      }),
    ),
  }
}

/** One query or several; a union of schemas would not give a single error. */
function queriesSchema(kind: Kind) {
  const query = strict(querySchemas(kind))
  return Type.Unsafe<Query | Query[]>({
    ...query,
    type: ['object', 'array'],
    items: query,
    minItems: 1,
    maxItems: MAX_QUERIES,
    description: `One query, or a list of up to ${MAX_QUERIES}.`,
  })
}

const Shape = strict(querySchemas('payment'))
export type Query = Static<typeof Shape>

export const queries = {
  payment: queriesSchema('payment'),
  refund: queriesSchema('refund'),
  dispute: queriesSchema('dispute'),
} as const

const timeRange = (description: string) =>
  Type.Object(
    {
      start_time: described(Timestamp, 'The beginning, inclusive, in UTC.'),
      end_time: described(Timestamp, 'The end, inclusive, in UTC.'),
    },
    { description },
  )

/** A row's fields depend on the query. */
const Row = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: { time_range: timeRange('The bucket of the row, in a time series.') },
  additionalProperties: true,
})

const Meta = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  properties: { current_time_range: timeRange('The window of the query.') },
  additionalProperties: true,
})

export const Analytics = answer('Analytics', {
  queryData: Type.Array(Row, {
    description:
      'A row for each group and bucket: the values it is grouped by, each metric, `time_bucket` and `time_range` (inclusive) in a time series, `time_bucket_local` (`time_bucket` by the clock of the time zone, with its offset) if the zone is not UTC, `query_index` if the request has several queries.',
  }),
  metaData: Type.Array(Meta, {
    description:
      'An entry for each query: `current_time_range`, `time_zone`, `total_<metric>` (by currency if it is an amount of several currencies), `source`, `is_complete` (false until the objects from before an upgrade or during a rebuild are counted), `lag_seconds` (how old the oldest change is that is not counted yet).',
  }),
})
export type Analytics = Static<typeof Analytics>
