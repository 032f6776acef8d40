// A query as it was sent becomes a plan: every name is checked before anything is read.
import { zoneOffsets } from '#kernel/calendar.ts'
import { DAY_MS, parseMoment } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { isCurrency } from '#kernel/money.ts'
import { currencies } from '#kernel/currencies.ts'
import { type Fault, fault, invalid, notFound, refuseFaults } from '#errors.ts'
import { CURRENCY } from '#http/fields.ts'
import { noSuch } from '#http/lists.ts'
import { withinProfiles } from '#http/authenticate.ts'
import { timeZoneFaults } from '#resources/accounts/merchants/time_zone.ts'
import { dispute } from '#resources/payments/disputes/state.ts'
import { payment } from '#resources/payments/payments/state.ts'
import { refund } from '#resources/payments/refunds/state.ts'
import { listGroups, type Kind, MERCHANT } from './dimensions.ts'
import { type Metric, metrics } from './metrics.ts'
import type { Query } from './schema.ts'
import { type Bucket, splitBuckets, MAX_BUCKETS, type Window } from './windows.ts'

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
  /** Decides when buckets begin. */
  readonly time_zone: string
  /** Undefined without a time series. */
  readonly buckets: readonly Bucket[] | undefined
  readonly metrics: readonly (readonly [name: string, metric: Metric])[]
  /** In the same order as `listGroups`. */
  readonly groups: readonly string[]
  readonly filters: ReadonlyMap<string, readonly string[]>
  readonly customer_ids: readonly string[] | undefined
  /** Restricts the organization to these merchants. */
  readonly merchant_ids: readonly string[] | undefined
  readonly source: 'BATCH' | 'LIVE'
  readonly hasDelta: boolean
  /** All amounts share one currency, so they can be added. */
  readonly hasOneCurrency: boolean
}

const MAX_DAYS = 366

/** `path` is the query's path in the body, such as `2.` in a list. */
export function planQuery(
  context: Context,
  kind: Kind,
  query: Query,
  path: string,
  { profile_id, organization_id }: Scope,
  merchant_zone: string,
): Plan {
  const window = toWindow(query, context.now)
  const time_zone = query.timeZone ?? merchant_zone
  refuseFaults(timeZoneFaults(time_zone, `${path}timeZone`))
  const known = listGroups(kind, organization_id !== undefined)
  const isOutside = windowFaults(window, path)
  const buckets = isOutside.length > 0 ? undefined : splitSeries(query, window, time_zone)
  refuseFaults([
    ...(isOutside.length > 0 ? isOutside : seriesFaults(query, buckets, path)),
    ...queryFaults(kind, known, query, path),
  ])
  const chosen = query.metrics.flatMap((name) => {
    const metric = pickMetric(kind, name)
    return metric ? [[name, metric] as const] : []
  })
  const filters = Object.fromEntries(
    Object.entries(query.filters ?? {}).map(([name, sent]) => [spelled(name), [...new Set(sent)]]),
  )
  const { customer_id: customer_ids, [MERCHANT]: merchant_ids, ...others } = filters
  const named = (query.groupByNames ?? []).map(spelled)
  const hasOneCurrency = others['currency']?.length === 1
  const groups = new Set([...named, ...chosen.flatMap(([, { splits }]) => splits ?? [])])
  if (!hasOneCurrency && chosen.some(([, { type }]) => type === 'amount')) groups.add('currency')
  return {
    kind,
    window,
    time_zone,
    buckets,
    metrics: chosen,
    groups: known.filter((name) => groups.has(name)),
    filters: new Map(Object.entries(narrowed(context, others, profile_id))),
    customer_ids,
    merchant_ids,
    source: query.source ?? 'BATCH',
    hasDelta: query.delta ?? false,
    hasOneCurrency,
  }
}

/** The schema has checked the text. */
function toMs(text: string, now: Date): number {
  return (parseMoment(text) ?? now).getTime()
}

function queryFaults(kind: Kind, known: readonly string[], query: Query, path: string): Fault[] {
  return [
    ...query.metrics.flatMap((name) => metricFaults(kind, name, `${path}metrics`)),
    ...Object.entries(query.filters ?? {}).flatMap(([name, wanted]) =>
      filterFaults(kind, known, name, wanted, `${path}filters.${name}`),
    ),
    ...(query.groupByNames ?? []).flatMap((name) =>
      dimensionFaults(kind, known, name, `${path}groupByNames`),
    ),
  ]
}

/** Both ends are included, and time is in milliseconds. */
function toWindow({ timeRange }: Query, now: Date): Window {
  const from = toMs(timeRange.startTime, now)
  const end = timeRange.endTime === undefined ? now.getTime() : toMs(timeRange.endTime, now)
  return { from, to: end + 1 }
}

function windowFaults({ from, to }: Window, path: string): Fault[] {
  if (from >= to) {
    const last = new Date(to - 1).toISOString()
    const rule = `must not be after the end of the time range, ${last}`
    return [invalid(`${path}timeRange.startTime`, rule)]
  }
  if (to - from <= MAX_DAYS * DAY_MS) return []
  const field = `${path}timeRange`
  const rule = `must not be longer than ${MAX_DAYS} days. Send several queries`
  return [invalid(field, rule)]
}

/** A month more at both ends, because a bucket can begin before the window. */
const MARGIN_MS = 32 * DAY_MS

function splitSeries({ timeSeries }: Query, window: Window, time_zone: string) {
  if (timeSeries === undefined) return undefined
  const offsets = zoneOffsets(time_zone, window.from - MARGIN_MS, window.to + MARGIN_MS)
  return splitBuckets(window, timeSeries.granularity, offsets)
}

function seriesFaults({ timeSeries }: Query, buckets: Plan['buckets'], path: string): Fault[] {
  if (timeSeries === undefined || buckets !== undefined) return []
  const rule = `makes more than ${MAX_BUCKETS} buckets. Use a coarser one, or a shorter time range`
  return [invalid(`${path}timeSeries.granularity`, rule)]
}

function pickMetric(kind: Kind, name: string): Metric | undefined {
  return new Map<string, Metric>(Object.entries(metrics[kind])).get(name)
}

function metricFaults(kind: Kind, name: string, field: string): Fault[] {
  if (pickMetric(kind, name)) return []
  const known = Object.keys(metrics[kind]).join(', ')
  return [fault(field, `There is no ${kind} metric ${name}. Metrics: ${known}.`)]
}

const aliases: Readonly<Record<string, string>> = { auth_type: 'authentication_type' }

function spelled(sent: string): string {
  return Object.hasOwn(aliases, sent) ? (aliases[sent] ?? sent) : sent
}

function dimensionFaults(
  kind: Kind,
  known: readonly string[],
  sent: string,
  field: string,
): Fault[] {
  if (known.includes(spelled(sent))) return []
  const message = `Queries of ${kind}s cannot be grouped by ${sent}. Use any of: ${known.join(', ')}.`
  return [fault(field, message)]
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

function filterFaults(
  kind: Kind,
  groups: readonly string[],
  name: string,
  wanted: readonly string[],
  field: string,
): Fault[] {
  const known = [...groups, ...(kind === 'payment' ? ['customer_id'] : [])]
  const dimension = spelled(name)
  if (!known.includes(dimension)) {
    return [fault(field, `There is no filter ${name} for ${kind}s. Filters: ${known.join(', ')}.`)]
  }
  const other = wanted.find((value) => values[dimension]?.(value) === false)
  if (other === undefined) return []
  return [fault(field, noSuch(name, other, dimension === 'currency' ? CURRENCIES : {}))]
}

/** Narrowed to the request's profile, and to those that the key is bound to. */
function narrowed(context: Context, filters: Filters, profile_id: string | undefined): Filters {
  const { profile_id: sent, ...others } = filters
  if (profile_id !== undefined) {
    const other = sent?.find((id) => id !== profile_id)
    if (other !== undefined) throw notFound('business profile', other)
    return { ...others, profile_id: [profile_id] }
  }
  const within = withinProfiles(context, sent === undefined ? {} : { profile_id: [...sent] })
  const { profile_id: wanted } = within as { profile_id?: string[] }
  return wanted === undefined ? others : { ...others, profile_id: wanted }
}
