// The compared queries: each metric, group, filter and granularity once, and random combinations.
import { type Asked, computed, type Data, type Kind } from './expected.ts'
import type { Roll } from './history.ts'

const KINDS: readonly Kind[] = ['payments', 'refunds', 'disputes']
const GRANULARITIES: Readonly<Record<string, number>> = {
  G_ONE_MIN: 60_000,
  G_FIVE_MIN: 300_000,
  G_FIFTEEN_MIN: 900_000,
  G_THIRTY_MIN: 1_800_000,
  G_ONE_HOUR: 3_600_000,
  G_ONE_DAY: 86_400_000,
  G_ONE_WEEK: 604_800_000,
  G_ONE_MONTH: 2_592_000_000,
}

/** Metrics for payments, refunds or disputes, by name. */
function metricsOf(kind: Kind): string[] {
  const others = /^(refund|dispute|total)/
  const own = {
    payments: /^(?!refund|dispute|total)/,
    refunds: /^refund/,
    disputes: /^(dispute|total)/,
  }
  return Object.keys(computed).filter(
    (name) => own[kind].test(name) || (!others.test(name) && kind === 'payments'),
  )
}

function dimensionsOf(data: Data, kind: Kind): string[] {
  return Object.keys(data[kind][0]?.dims ?? {})
}

/** One that occurs. */
function valueOf(data: Data, kind: Kind, name: string, roll: Roll): string | undefined {
  const of = data[kind]
  const each = of[Math.floor(roll() * of.length)]
  return (name === 'customer_id' ? each?.customer_id : each?.dims[name]) ?? undefined
}

export function everyOne(data: Data, roll: Roll): Asked[] {
  return KINDS.flatMap((kind) => {
    const metrics = metricsOf(kind)
    const base = {
      kind,
      metrics,
      groupByNames: [],
      filters: {},
      granularity: undefined,
      delta: true,
    }
    const names = dimensionsOf(data, kind)
    const filters = [...names, ...(kind === 'payments' ? ['customer_id'] : [])].flatMap((name) => {
      const value = valueOf(data, kind, name, roll) ?? valueOf(data, kind, name, roll)
      return value === undefined ? [] : [{ [name]: [value] }]
    })
    return [
      ...metrics.map((name) => ({ ...base, metrics: [name] })),
      ...names.map((name) => ({ ...base, groupByNames: [name] })),
      ...filters.map((each) => ({ ...base, filters: each })),
      ...Object.keys(GRANULARITIES).map((granularity) => ({ ...base, granularity })),
    ].map((asked) => ({ ...asked, timeRange: rangeOf(data, asked.granularity, roll) }))
  })
}

export function sample(data: Data, roll: Roll, n: number): Asked[] {
  return Array.from({ length: Math.ceil(n) }, () => draw(data, roll))
}

function some<T>(values: readonly T[], share: number, roll: Roll): T[] {
  return values.filter(() => roll() < share)
}

function draw(data: Data, roll: Roll): Asked {
  const kind = KINDS[Math.floor(roll() * 3)] as Kind
  const metrics = some(metricsOf(kind), 0.4, roll)
  const names = dimensionsOf(data, kind)
  const filtered = some([...names, ...(kind === 'payments' ? ['customer_id'] : [])], 0.15, roll)
  const filters = filtered.flatMap((name) => {
    const values = [valueOf(data, kind, name, roll), valueOf(data, kind, name, roll)]
    const known = [...new Set(values.filter((value) => value !== undefined))]
    return known.length === 0 ? [] : [[name, known] as const]
  })
  const all = Object.keys(GRANULARITIES)
  const granularity = roll() < 0.5 ? undefined : all[Math.floor(roll() * all.length)]
  return {
    kind,
    metrics: metrics.length > 0 ? metrics : metricsOf(kind).slice(0, 1),
    groupByNames: some(names, 0.2, roll),
    filters: Object.fromEntries(filters),
    granularity,
    delta: roll() < 0.4,
    timeRange: rangeOf(data, granularity, roll),
  }
}

/** Anywhere around the data, often at the edge of a day or a quarter of an hour, with at most 500 buckets. */
function rangeOf(data: Data, granularity: string | undefined, roll: Roll): Asked['timeRange'] {
  const created = KINDS.flatMap((kind) => [data[kind][0]?.created, data[kind].at(-1)?.created])
  const known = created.filter((moment) => moment !== undefined)
  const [first, last] = [Math.min(...known) - 86_400_000, Math.max(...known) + 86_400_000]
  const edge = [1, 1, 900_000, 86_400_000][Math.floor(roll() * 4)] ?? 1
  const from = Math.floor((first + roll() * (last - first)) / edge) * edge
  const length = 450 * (granularity === undefined ? 1e12 : (GRANULARITIES[granularity] ?? 1))
  const most = Math.min(last, from + length)
  const end = Math.max(from, Math.ceil((from + roll() * (most - from)) / edge) * edge - 1)
  return { startTime: new Date(from).toISOString(), endTime: new Date(end).toISOString() }
}
