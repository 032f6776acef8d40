// The expected answer to a query, computed from table rows without any analytics code.
import type { Database } from '#kernel/db.ts'

export type Kind = 'payments' | 'refunds' | 'disputes'

export interface Counted {
  readonly created: number
  readonly dims: Readonly<Record<string, string | null>>
  readonly status: string
  readonly amount: number
  readonly retries: number
  readonly customer_id: string | null
}

// oxlint-disable-next-line typescript/no-explicit-any -- columns of three tables
type Columns = Record<string, any>

/** All the merchant's rows, oldest first. */
export type Data = Readonly<Record<Kind, readonly Counted[]>>

export interface Asked {
  readonly kind: Kind
  readonly timeRange: { readonly startTime: string; readonly endTime: string }
  readonly metrics: readonly string[]
  readonly groupByNames: readonly string[]
  readonly filters: Readonly<Record<string, readonly string[]>>
  readonly granularity: string | undefined
  readonly delta: boolean
}

const CAPTURED = ['succeeded', 'partially_captured', 'partially_captured_and_capturable']
const LOST = ['dispute_accepted', 'dispute_expired', 'dispute_lost']
const UNTRIED = ['requires_payment_method', 'requires_confirmation']

export async function readData(db: Database, merchant_id: string): Promise<Data> {
  const read = async (text: string, toCounted: (row: Columns) => Omit<Counted, 'created'>) =>
    (await db.run<Columns>(`${text} where merchant_id = $1 order by created`, [merchant_id])).map(
      (row) => ({ created: (row['created'] as Date).getTime(), ...toCounted(row) }),
    )
  return {
    payments: await read(
      `select created, currency, status, payment_method, payment_method_type, authentication_type,
        payment_method_data, profile_id, unified_code, connector_id, amount_received, attempt_count, customer_id from payments`,
      (row) => ({
        dims: {
          currency: row['currency'],
          status: row['status'],
          payment_method: row['payment_method'],
          payment_method_type: row['payment_method_type'],
          authentication_type: row['authentication_type'],
          card_network: row['payment_method_data']?.card?.brand ?? null,
          profile_id: row['profile_id'],
          unified_code: row['unified_code'],
          connector_id: row['connector_id'],
        },
        status: row['status'],
        amount: row['amount_received'],
        retries: Math.max(0, row['attempt_count'] - 1),
        customer_id: row['customer_id'],
      }),
    ),
    refunds: await read(
      'select created, currency, status, refund_type, profile_id, amount from refunds',
      (row) => ({
        dims: {
          currency: row['currency'],
          refund_status: row['status'],
          refund_type: row['refund_type'],
          profile_id: row['profile_id'],
        },
        status: row['status'],
        amount: row['amount'],
        retries: 0,
        customer_id: null,
      }),
    ),
    disputes: await read(
      'select created, currency, status, dispute_stage, reason, profile_id, amount from disputes',
      (row) => ({
        dims: {
          currency: row['currency'],
          dispute_status: row['status'],
          dispute_stage: row['dispute_stage'],
          reason: row['reason'],
          profile_id: row['profile_id'],
        },
        status: row['status'],
        amount: row['amount'],
        retries: 0,
        customer_id: null,
      }),
    ),
  }
}

/** Several merchants' rows, oldest first; here the merchant is a dimension too. */
export function ofOrganization(merchants: ReadonlyMap<string, Data>): Data {
  const merged = (kind: Kind) =>
    [...merchants]
      .flatMap(([merchant_id, data]) =>
        data[kind].map((each) => ({ ...each, dims: { merchant_id, ...each.dims } })),
      )
      .toSorted((a, b) => a.created - b.created)
  return { payments: merged('payments'), refunds: merged('refunds'), disputes: merged('disputes') }
}

const sum = (of: readonly Counted[], value: (each: Counted) => number) =>
  of.reduce((total, each) => total + value(each), 0)
const having = (of: readonly Counted[], statuses: readonly string[]) =>
  of.filter(({ status }) => statuses.includes(status))
const ratio = (of: number, all: number) =>
  all === 0 ? 0 : Math.round((of / all) * 10_000) / 10_000

type Compute = (of: readonly Counted[], payments: readonly Counted[]) => number

export const computed: Readonly<Record<string, Compute>> = {
  payment_count: (of) => of.length,
  payment_success_count: (of) => having(of, CAPTURED).length,
  payment_failed_count: (of) => having(of, ['failed']).length,
  payment_success_rate: (of) =>
    ratio(having(of, CAPTURED).length, of.length - having(of, UNTRIED).length),
  payment_processed_amount: (of) => sum(having(of, CAPTURED), ({ amount }) => amount),
  avg_ticket_size: (of) => {
    const captured = having(of, CAPTURED)
    if (captured.length === 0) return 0
    return Math.floor(sum(captured, ({ amount }) => amount) / captured.length + 0.5)
  },
  retries_count: (of) => sum(of, ({ retries }) => retries),
  failure_reasons: (of) => having(of, ['failed']).length,
  refund_count: (of) => of.length,
  refund_success_count: (of) => having(of, ['succeeded']).length,
  refund_failed_count: (of) => having(of, ['failed']).length,
  refund_success_rate: (of) => ratio(having(of, ['succeeded']).length, of.length),
  refund_processed_amount: (of) => sum(having(of, ['succeeded']), ({ amount }) => amount),
  dispute_count: (of) => of.length,
  dispute_status_metric: (of) => of.length,
  total_amount_disputed: (of) => sum(of, ({ amount }) => amount),
  total_dispute_lost_amount: (of) => sum(having(of, LOST), ({ amount }) => amount),
  dispute_rate: (of, payments) => ratio(of.length, having(payments, CAPTURED).length),
}

const AMOUNTS = /amount|ticket/
const SPLITS: Readonly<Record<string, string>> = {
  failure_reasons: 'unified_code',
  dispute_status_metric: 'dispute_status',
}

/** Shared by disputes and payments. */
const SHARED: readonly string[] = ['currency', 'profile_id', 'merchant_id']

interface Span {
  readonly start: number
  readonly from: number
  readonly to: number
}

export interface Expected {
  readonly rows: readonly object[]
  readonly totals: object
}

export function expectedAnswer(data: Data, asked: Asked): Expected {
  const { filters, metrics } = asked
  const matches = (names: readonly string[]) => (each: Counted) =>
    Object.entries(filters).every(([name, values]) => {
      if (!names.includes(name)) return true
      const value = name === 'customer_id' ? each.customer_id : each.dims[name]
      return values.includes(value ?? '(none)')
    })
  const objects = data[asked.kind].filter(matches(Object.keys(filters)))
  const payments = data.payments.filter(matches(SHARED))
  const hasOne = filters['currency']?.length === 1
  const names = new Set([...asked.groupByNames, ...metrics.flatMap((name) => SPLITS[name] ?? [])])
  if (!hasOne && metrics.some((name) => AMOUNTS.test(name))) names.add('currency')
  const spans = spansOf(asked)
  const groups = groupsOf(objects, spans, [...names], asked)
  const shared = [...names].filter((name) => SHARED.includes(name))
  const ofGroup = Map.groupBy(objects, (each) => keyOf(each.dims, [...names]))
  const paid = Map.groupBy(payments, (each) => keyOf(each.dims, shared))
  const rows = spans.flatMap((span) =>
    groups.map((group) => {
      const own = ofGroup.get(keyOf(group, [...names])) ?? []
      const base = paid.get(keyOf(group, shared)) ?? []
      const value = (name: string, { from, to }: Pick<Span, 'from' | 'to'>) =>
        computed[name]?.(between(own, from, to), between(base, from, to)) ?? 0
      const before = { from: span.from - (span.to - span.from), to: span.from }
      const values = metrics.flatMap((name): [string, unknown][] => {
        const now = value(name, span)
        if (!asked.delta) return [[name, now]]
        const delta = Math.round((now - value(name, before)) * 10_000) / 10_000
        return [
          [name, now],
          [`${name}_delta`, delta],
        ]
      })
      return { ...group, ...Object.fromEntries(values), ...timeOf(asked, span) }
    }),
  )
  return { rows, totals: totalsOf(asked, objects, payments, hasOne) }
}

function keyOf(dims: Readonly<Record<string, string | null>>, names: readonly string[]): string {
  return JSON.stringify(names.map((name) => dims[name] ?? null))
}

function timeOf({ granularity }: Asked, { start, from, to }: Span): object {
  if (granularity === undefined) return {}
  const iso = (moment: number) => new Date(moment).toISOString()
  return { time_bucket: iso(start), time_range: { start_time: iso(from), end_time: iso(to - 1) } }
}

/** `of` is in time order. */
function between(of: readonly Counted[], from: number, to: number): readonly Counted[] {
  return of.slice(firstFrom(of, from), firstFrom(of, to))
}

function firstFrom(of: readonly Counted[], moment: number): number {
  let [low, high] = [0, of.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((of[middle]?.created ?? 0) < moment) low = middle + 1
    else high = middle
  }
  return low
}

/** Groups that have an object in any window. */
function groupsOf(
  objects: readonly Counted[],
  spans: readonly Span[],
  names: readonly string[],
  asked: Asked,
) {
  const found = new Map<string, Record<string, string | null>>()
  for (const { from, to } of spans) {
    const start = asked.delta ? from - (to - from) : from
    for (const { dims } of between(objects, start, to)) {
      const group = Object.fromEntries(names.map((name) => [name, dims[name] ?? null]))
      found.set(JSON.stringify(Object.values(group)), group)
    }
  }
  const isShown = names.length === 0 || asked.granularity !== undefined
  if (found.size > 0 || !isShown) return [...found.values()]
  return [Object.fromEntries(names.map((name) => [name, null]))]
}

function totalsOf(
  asked: Asked,
  objects: readonly Counted[],
  payments: readonly Counted[],
  hasOne: boolean,
) {
  const [from, to] = windowOf(asked)
  const all = between(objects, from, to)
  const base = between(payments, from, to)
  const entries = asked.metrics.map((name) => {
    const compute = computed[name] as Compute
    if (!AMOUNTS.test(name) || hasOne) return [`total_${name}`, compute(all, base)]
    const byCurrency = [...new Set(all.map(({ dims }) => dims['currency'] ?? ''))].map(
      (currency) => [
        currency,
        compute(
          all.filter(({ dims }) => dims['currency'] === currency),
          [],
        ),
      ],
    )
    return [`total_${name}`, Object.fromEntries(byCurrency)]
  })
  return Object.fromEntries(entries) as object
}

function windowOf({ timeRange }: Asked): [from: number, to: number] {
  return [Date.parse(timeRange.startTime), Date.parse(timeRange.endTime) + 1]
}

function spansOf(asked: Asked): Span[] {
  const [from, to] = windowOf(asked)
  const { granularity } = asked
  if (granularity === undefined) return [{ start: from, from, to }]
  const spans: Span[] = []
  for (let start = floor(from, granularity); start < to; ) {
    const next = floor(start + after(granularity), granularity)
    spans.push({ start, from: Math.max(from, start), to: Math.min(to, next) })
    start = next
  }
  return spans
}

const MINUTES: Readonly<Record<string, number>> = {
  G_ONE_MIN: 1,
  G_FIVE_MIN: 5,
  G_FIFTEEN_MIN: 15,
  G_THIRTY_MIN: 30,
  G_ONE_HOUR: 60,
}

/** Somewhere in the next bucket, from the start of one. */
function after(granularity: string): number {
  const minutes = MINUTES[granularity]
  if (minutes !== undefined) return minutes * 60_000
  return { G_ONE_DAY: 1, G_ONE_WEEK: 7, G_ONE_MONTH: 31 }[granularity as 'G_ONE_DAY'] * 86_400_000
}

/** By a date's fields, not by division. */
function floor(moment: number, granularity: string): number {
  const date = new Date(moment)
  date.setUTCSeconds(0, 0)
  const minutes = MINUTES[granularity]
  if (minutes !== undefined) {
    if (minutes === 60) date.setUTCMinutes(0)
    else date.setUTCMinutes(date.getUTCMinutes() - (date.getUTCMinutes() % minutes))
    return date.getTime()
  }
  date.setUTCHours(0, 0)
  if (granularity === 'G_ONE_WEEK')
    date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  if (granularity === 'G_ONE_MONTH') date.setUTCDate(1)
  return date.getTime()
}
