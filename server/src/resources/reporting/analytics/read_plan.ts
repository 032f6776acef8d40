// Runs a plan: reads the sums for its windows and for the windows before them.
import { HOUR_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { isTimeout } from '#kernel/db.ts'
import { Failure } from '#errors.ts'
import { dimensions, type Kind, MERCHANT } from './dimensions.ts'
import { add, NOTHING, type Sums } from './metrics.ts'
import type { Plan } from './query.ts'
import { areSumsCheap, splitParts } from './parts.ts'
import { type Group, MAX_GROUPS, readGroups, type Selection } from './store.ts'
import {
  before,
  type Piece,
  type Split,
  splitObjects,
  splitPieces,
  splitStatements,
  type Window,
} from './windows.ts'

/** A group's sums by window number; the windows before them are numbered from `before` on. */
export interface Result {
  /** By group key. */
  readonly groups: ReadonlyMap<string, GroupSums>
  readonly windows: readonly Window[]
  readonly before: number
  /** Per window, for every group; only denominators from other kinds. */
  readonly bases: ReadonlyMap<string, bigint>
}

export interface GroupSums {
  /** By dimension. */
  readonly values: ReadonlyMap<string, string | null>
  readonly windows: ReadonlyMap<number, Sums>
}

/** Dimensions that disputes and payments share. */
const SHARED = [MERCHANT, 'currency', 'profile_id'] as const

/** Whose sums are read. Costly queries with the same `turn` wait for each other. */
export interface Merchants extends Pick<Selection, 'ids' | 'generations'> {
  readonly turn: string
}

export async function readPlan(context: Context, plan: Plan, of: Merchants): Promise<Result> {
  const windows = plan.buckets ?? [plan.window]
  const all = plan.hasDelta ? [...windows, ...windows.map(before)] : windows
  const { ids, generations, turn } = of
  const splits = splitFor(plan, all, ids.length)
  const selection = {
    ids,
    generations,
    kind: plan.kind,
    groups: plan.groups,
    filters: plan.filters,
    customer_ids: plan.customer_ids,
  }
  const found = await read(context, turn, selection, splits)
  const groups = groupSums(plan, found)
  const needsPayments = plan.metrics.some(([, metric]) => metric.needs_payments)
  const bases = needsPayments ? await readBases(context, turn, plan, selection, splits) : new Map()
  return { groups, windows, before: windows.length, bases }
}

/** A filter by customer needs the objects, because no sum is kept for each customer. */
function splitFor(
  { source, customer_ids }: Plan,
  windows: readonly Window[],
  merchants: number,
): Split[] {
  const isSummed = source === 'BATCH' && customer_ids === undefined
  if (!isSummed) return [splitObjects(windows)]
  // Those with several merchants are split by merchants.
  return merchants === 1 ? splitStatements(windows) : [splitPieces(windows)]
}

type Selected = Omit<Selection, 'pieces'>

/** An hour's objects are read at once. */
const CHEAP_MS = HOUR_MS

function objectMs(pieces: readonly Piece[]): number {
  return pieces.reduce((ms, { level, from, to }) => (level === 'object' ? ms + to - from : ms), 0)
}

/** One part after the other: their groups are added afterwards. */
async function read(
  context: Context,
  turn: string,
  selected: Selected,
  splits: readonly Split[],
): Promise<Group[]> {
  const { lists } = context
  const pieces = splits.flatMap((split) => split.pieces)
  const objects_ms = selected.ids.length * objectMs(pieces)
  const isCheap = objects_ms <= CHEAP_MS && areSumsCheap({ ...selected, pieces })
  const parts = splits.flatMap((split) =>
    splitParts({ ...selected, pieces: split.pieces }).map((part) => ({ part, split })),
  )
  let found: Group[] = []
  for (const { part, split } of parts) {
    const run = () => readGroups(lists.db, part).catch(explained)
    // Larger queries take turns, sharing a merchant's turn with its lists that scan rows.
    const groups = await (isCheap ? run() : lists.scans.take(turn, run))
    found = found.concat(groups.flatMap((group) => addUp(group, split)))
    if (found.length > MAX_GROUPS) throw tooMany()
  }
  return found
}

function addUp(group: Group, { terms }: Split): Group[] {
  return (terms[group.window] ?? []).map(({ window, sign }) => ({ ...signed(group, sign), window }))
}

function signed(group: Group, sign: bigint): Group {
  if (sign === 1n) return group
  const { count, succeeded, failed, tried, amount, lost_amount, retries, ...rest } = group
  return {
    ...rest,
    count: -count,
    succeeded: -succeeded,
    failed: -failed,
    tried: -tried,
    amount: -amount,
    lost_amount: -lost_amount,
    retries: -retries,
  }
}

function explained(error: unknown): never {
  throw isTimeout(error) ? tooSlow() : error
}

export function tooMany(): Failure {
  const message =
    'The query has too many rows. Group by fewer names, use a coarser granularity or a shorter time range.'
  return new Failure('IR_04', message, { field: 'groupByNames' })
}

function tooSlow(): Failure {
  const message =
    'The query reads too many objects. Use a shorter time range, or the source BATCH without a filter by customer and with a granularity of fifteen minutes or more.'
  return new Failure('IR_04', message, { field: 'timeRange' })
}

function groupSums(plan: Plan, found: readonly Group[]): Map<string, GroupSums> {
  const groups = new Map<
    string,
    { values: Map<string, string | null>; windows: Map<number, Sums> }
  >()
  for (const { window, values, merchant_id, ...sums } of found) {
    const of = { values, merchant_id }
    const named = new Map(plan.groups.map((name) => [name, dimensionValue(plan.kind, of, name)]))
    const key = toKey([...named.values()])
    const group = groups.get(key) ?? { values: named, windows: new Map() }
    group.windows.set(window, add(group.windows.get(window) ?? NOTHING, { ...sums, base: 0n }))
    groups.set(key, group)
  }
  return withObjects(groups)
}

/** Without the groups whose objects are only in quarter hours that were subtracted. */
function withObjects<G extends { windows: Map<number, Sums> }>(groups: Map<string, G>) {
  for (const [key, { windows }] of groups) {
    for (const [window, { count }] of windows) if (count === 0n) windows.delete(window)
    if (windows.size === 0) groups.delete(key)
  }
  return groups
}

function dimensionValue(
  kind: Kind,
  { values, merchant_id }: Pick<Group, 'values' | 'merchant_id'>,
  name: string,
): string | null {
  if (name === MERCHANT) return merchant_id
  return values[(dimensions[kind] as readonly string[]).indexOf(name)] ?? null
}

function toKey(values: readonly (string | null)[]): string {
  return JSON.stringify(values)
}

/** Succeeded payments per window, by the dimensions that the groups share with payments. */
async function readBases(
  context: Context,
  turn: string,
  plan: Plan,
  of: Selected,
  splits: readonly Split[],
) {
  const shared = SHARED.filter((name) => plan.groups.includes(name))
  const filters = new Map(
    [...plan.filters].filter(([name]) => SHARED.some((each) => each === name)),
  )
  const selected: Selected = { ...of, kind: 'payment', groups: shared, filters }
  const found = await read(context, turn, selected, splits)
  const bases = new Map<string, bigint>()
  for (const each of found) {
    const values = shared.map((name) => dimensionValue('payment', each, name))
    const key = toKey([String(each.window), ...values])
    bases.set(key, (bases.get(key) ?? 0n) + each.succeeded)
  }
  return bases
}

/** A group's sums in a window, with their denominator. */
export function windowSums(plan: Plan, { bases }: Result, group: GroupSums, window: number): Sums {
  const shared = SHARED.filter((name) => plan.groups.includes(name))
  const key = toKey([String(window), ...shared.map((name) => group.values.get(name) ?? null)])
  return { ...(group.windows.get(window) ?? NOTHING), base: bases.get(key) ?? 0n }
}

/** Sums the denominators over all windows in the time range and all groups. */
export function totalBase({ bases, before: end }: Result): bigint {
  let sum = 0n
  for (const [key, base] of bases) {
    const [window] = JSON.parse(key) as [string]
    if (Number(window) < end) sum += base
  }
  return sum
}
