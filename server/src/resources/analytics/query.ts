// A query as it was sent becomes a plan: every name is checked before anything is read.
import { DAY_MS, parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { isCurrency } from '#kernel/money.ts'
import { currencies } from '#kernel/currencies.ts'
import { checkAll, Failure, notFound } from '#errors.ts'
import { CURRENCY } from '#http/fields.ts'
import { noSuch } from '#http/lists.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { dispute } from '#resources/disputes/state.ts'
import { payment } from '#resources/payments/state.ts'
import { refund } from '#resources/refunds/state.ts'
import { groupsOf, type Kind, MERCHANT } from './dimensions.ts'
import { type Metric, metrics } from './metrics.ts'
import type { Query } from './schema.ts'
import { type Bucket, bucketsOf, MAX_BUCKETS, type Window } from './windows.ts'

/** Whose objects are counted. */
export interface Scope {
  /** Undefined: all profiles. */
  readonly profile_id: string | undefined
  /** Undefined: the merchant alone. */
  readonly organization_id: string | undefined
}

export interface Plan {
  readonly kind: Kind
  readonly window: Window
  /** Undefined without a time series. */
  readonly buckets: readonly Bucket[] | undefined
  readonly metrics: readonly (readonly [name: string, metric: Metric])[]
  /** In the order of `groupsOf`. */
  readonly groups: readonly string[]
  readonly filters: ReadonlyMap<string, readonly string[]>
  readonly customer_ids: readonly string[] | undefined
  /** Only these merchants of the organization. */
  readonly merchant_ids: readonly string[] | undefined
  readonly source: 'BATCH' | 'LIVE'
  readonly hasDelta: boolean
  /** All amounts are of one currency, so they can be added. */
  readonly hasOneCurrency: boolean
}

const MAX_DAYS = 366

/** `path` is the path of the query in the body, such as `2.` in a list. */
export function planOf(
  context: Context,
  kind: Kind,
  query: Query,
  path: string,
  { profile_id, organization_id }: Scope,
): Plan {
  checkQuery(context, kind, query, path, organization_id !== undefined)
  const window = windowOf(query, context.now, path)
  const chosen = query.metrics.map((name) => metricOf(kind, name, `${path}metrics`))
  const known = groupsOf(kind, organization_id !== undefined)
  const filters = filtersOf(kind, known, query.filters ?? {}, `${path}filters`)
  const { customer_id: customer_ids, [MERCHANT]: merchant_ids, ...others } = filters
  const named = (query.groupByNames ?? []).map((name) =>
    dimensionOf(kind, known, name, `${path}groupByNames`),
  )
  const hasOneCurrency = others['currency']?.length === 1
  const groups = new Set([...named, ...chosen.flatMap(([, { splits }]) => splits ?? [])])
  if (!hasOneCurrency && chosen.some(([, { type }]) => type === 'amount')) groups.add('currency')
  return {
    kind,
    window,
    buckets: seriesOf(query, window, path),
    metrics: chosen,
    groups: known.filter((name) => groups.has(name)),
    filters: new Map(Object.entries(within(context, others, profile_id))),
    customer_ids,
    merchant_ids,
    source: query.source ?? 'BATCH',
    hasDelta: query.delta ?? false,
    hasOneCurrency,
  }
}

/** The schema has checked the text. */
function momentOf(text: string, now: Date): number {
  return (parseMoment(text) ?? now).getTime()
}

/** Finds all that is wrong with a query, before it is read. */
function checkQuery(
  { now }: Context,
  kind: Kind,
  query: Query,
  path: string,
  isOfOrganization: boolean,
): void {
  const known = groupsOf(kind, isOfOrganization)
  checkAll(
    () => seriesOf(query, windowOf(query, now, path), path),
    ...query.metrics.map((name) => () => metricOf(kind, name, `${path}metrics`)),
    ...Object.entries(query.filters ?? {}).map(
      ([name, wanted]) =>
        () =>
          filtersOf(kind, known, { [name]: wanted }, `${path}filters`),
    ),
    ...(query.groupByNames ?? []).map(
      (name) => () => dimensionOf(kind, known, name, `${path}groupByNames`),
    ),
  )
}

/** Both ends are included, and time is in milliseconds. */
function windowOf({ timeRange }: Query, now: Date, path: string): Window {
  const from = momentOf(timeRange.startTime, now)
  const end = timeRange.endTime === undefined ? now.getTime() : momentOf(timeRange.endTime, now)
  if (from > end) {
    const last = new Date(end).toISOString()
    const message = `\`${path}timeRange.startTime\` must not be after the end of the time range, ${last}.`
    throw new Failure('IR_04', message, { field: `${path}timeRange.startTime` })
  }
  if (end + 1 - from > MAX_DAYS * DAY_MS) {
    const message = `\`${path}timeRange\` must not be longer than ${MAX_DAYS} days. Send several queries.`
    throw new Failure('IR_04', message, { field: `${path}timeRange` })
  }
  return { from, to: end + 1 }
}

function seriesOf({ timeSeries }: Query, window: Window, path: string): Bucket[] | undefined {
  if (timeSeries === undefined) return undefined
  const buckets = bucketsOf(window, timeSeries.granularity)
  if (buckets !== undefined) return buckets
  const field = `${path}timeSeries.granularity`
  const message = `\`${field}\` makes more than ${MAX_BUCKETS} buckets. Use a coarser one, or a shorter time range.`
  throw new Failure('IR_04', message, { field })
}

function metricOf(kind: Kind, name: string, field: string): readonly [string, Metric] {
  const known = new Map(Object.entries(metrics[kind]))
  const metric = known.get(name)
  if (metric) return [name, metric]
  throw new Failure('IR_04', `There is no ${kind} metric ${name}. Metrics: ${names(known)}.`, {
    field,
  })
}

const aliases: Readonly<Record<string, string>> = { auth_type: 'authentication_type' }

function dimensionOf(kind: Kind, known: readonly string[], sent: string, field: string): string {
  const name = Object.hasOwn(aliases, sent) ? (aliases[sent] ?? sent) : sent
  if (known.includes(name)) return name
  const message = `Queries of ${kind}s cannot be grouped by ${sent}. Use any of: ${known.join(', ')}.`
  throw new Failure('IR_04', message, { field })
}

function names(known: ReadonlyMap<string, unknown>): string {
  return [...known.keys()].join(', ')
}

/** The values that exist, for dimensions that have a fixed list. */
const values: Readonly<Record<string, (value: string) => boolean>> = {
  currency: isCurrency,
  status: (value) => Object.hasOwn(payment.states, value),
  refund_status: (value) => Object.hasOwn(refund.states, value),
  refund_type: (value) => value === 'Instant' || value === 'Scheduled',
  dispute_status: (value) => Object.hasOwn(dispute.states, value),
  dispute_stage: (value) => ['pre_dispute', 'dispute', 'pre_arbitration'].includes(value),
  authentication_type: (value) => value === 'three_ds' || value === 'no_three_ds',
}

const CURRENCIES = { names: Object.keys(currencies), wanted: CURRENCY }

type Filters = Record<string, readonly string[]>

function filtersOf(
  kind: Kind,
  groups: readonly string[],
  sent: Readonly<Record<string, string[]>>,
  field: string,
): Filters {
  const known = [...groups, ...(kind === 'payment' ? ['customer_id'] : [])]
  const entries = Object.entries(sent).map(([name, wanted]) => {
    const dimension = Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
    if (!known.includes(dimension)) {
      const message = `There is no filter ${name} for ${kind}s. Filters: ${known.join(', ')}.`
      throw new Failure('IR_04', message, { field: `${field}.${name}` })
    }
    const other = wanted.find((value) => values[dimension]?.(value) === false)
    if (other !== undefined) {
      const message = noSuch(name, other, dimension === 'currency' ? CURRENCIES : {})
      throw new Failure('IR_04', message, { field: `${field}.${name}` })
    }
    return [dimension, [...new Set(wanted)]] as const
  })
  return Object.fromEntries(entries)
}

/** Narrowed to the profile of the request, and to those that the key is bound to. */
function within(context: Context, filters: Filters, profile_id: string | undefined): Filters {
  const { profile_id: sent, ...others } = filters
  if (profile_id !== undefined) {
    const other = sent?.find((id) => id !== profile_id)
    if (other !== undefined) throw notFound('business profile', other)
    return { ...others, profile_id: [profile_id] }
  }
  const narrowed = withinProfiles(context, sent === undefined ? {} : { profile_id: [...sent] })
  const { profile_id: wanted } = narrowed as { profile_id?: string[] }
  return wanted === undefined ? others : { ...others, profile_id: wanted }
}
