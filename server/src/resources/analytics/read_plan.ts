// Runs a plan: reads the sums of its windows, and of the windows before them.
import { HOUR_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { isTimeout } from '#kernel/db.ts'
import { Failure } from '#errors.ts'
import { dimensions, type Kind } from './dimensions.ts'
import { add, NOTHING, type Sums } from './metrics.ts'
import type { Plan } from './query.ts'
import { type Group, MAX_GROUPS, readGroups, type Selection } from './store.ts'
import { before, type Piece, piecesOf, type Window } from './windows.ts'

/** The sums of a group, by the number of the window; the windows before them have numbers from `before` on. */
export interface Result {
  /** By the key of the group. */
  readonly groups: ReadonlyMap<string, GroupSums>
  readonly windows: readonly Window[]
  readonly before: number
  /** Per window, whatever the group; only the denominators of other kinds. */
  readonly bases: ReadonlyMap<string, bigint>
}

export interface GroupSums {
  /** By dimension. */
  readonly values: ReadonlyMap<string, string | null>
  readonly windows: ReadonlyMap<number, Sums>
}

/** Dimensions that disputes and payments share. */
const SHARED = ['currency', 'profile_id'] as const

export async function readPlan(context: Context, plan: Plan, generation: number): Promise<Result> {
  const windows = plan.buckets ?? [plan.window]
  const all = plan.hasDelta ? [...windows, ...windows.map(before)] : windows
  const { merchant_id } = context
  const selection: Selection = {
    merchant_id,
    generation,
    kind: plan.kind,
    pieces: piecesFor(plan, all),
    groups: plan.groups,
    filters: plan.filters,
    customer_ids: plan.customer_ids,
  }
  const found = await read(context, selection)
  const groups = groupsOf(plan, found)
  const needsPayments = plan.metrics.some(([, metric]) => metric.needs_payments)
  const bases = needsPayments ? await readBases(context, plan, selection) : new Map()
  return { groups, windows, before: windows.length, bases }
}

/** A filter by customer needs the objects, because no sum is kept for each customer. */
function piecesFor({ source, customer_ids }: Plan, windows: readonly Window[]): Piece[] {
  if (source === 'BATCH' && customer_ids === undefined) return piecesOf(windows)
  return windows.map(({ from, to }, window) => ({ window, level: 'object', from, to }))
}

/** The objects of an hour are read at once. */
const CHEAP_MS = HOUR_MS

function objectMs(pieces: readonly Piece[]): number {
  return pieces.reduce((ms, { level, from, to }) => (level === 'object' ? ms + to - from : ms), 0)
}

/** Queries that read more objects take turns with the lists of the merchant that scan rows. */
async function read({ lists }: Context, selection: Selection): Promise<Group[]> {
  const isCostly = objectMs(selection.pieces) > CHEAP_MS
  const run = () => readGroups(lists.db, selection)
  try {
    const found = await (isCostly ? lists.scans.take(selection.merchant_id, run) : run())
    if (found.length > MAX_GROUPS) throw tooMany()
    return found
  } catch (error) {
    throw isTimeout(error) ? tooSlow() : error
  }
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

function groupsOf(plan: Plan, found: readonly Group[]): Map<string, GroupSums> {
  const groups = new Map<
    string,
    { values: Map<string, string | null>; windows: Map<number, Sums> }
  >()
  for (const { window, values, ...sums } of found) {
    const named = new Map(plan.groups.map((name) => [name, valueOf(plan.kind, values, name)]))
    const key = keyOf([...named.values()])
    const group = groups.get(key) ?? { values: named, windows: new Map() }
    group.windows.set(window, add(group.windows.get(window) ?? NOTHING, { ...sums, base: 0n }))
    groups.set(key, group)
  }
  return groups
}

function valueOf(kind: Kind, values: Group['values'], name: string): string | null {
  return values[(dimensions[kind] as readonly string[]).indexOf(name)] ?? null
}

function keyOf(values: readonly (string | null)[]): string {
  return JSON.stringify(values)
}

/** The succeeded payments of each window, by the dimensions that the groups share with payments. */
async function readBases(context: Context, plan: Plan, of: Selection) {
  const shared = SHARED.filter((name) => plan.groups.includes(name))
  const filters = new Map(
    [...plan.filters].filter(([name]) => SHARED.some((each) => each === name)),
  )
  const found = await read(context, { ...of, kind: 'payment', groups: shared, filters })
  const bases = new Map<string, bigint>()
  for (const { window, values, succeeded } of found) {
    const key = keyOf([String(window), ...shared.map((name) => valueOf('payment', values, name))])
    bases.set(key, (bases.get(key) ?? 0n) + succeeded)
  }
  return bases
}

/** The sums of a group in a window, with their denominator. */
export function sumsOf(plan: Plan, { bases }: Result, group: GroupSums, window: number): Sums {
  const shared = SHARED.filter((name) => plan.groups.includes(name))
  const key = keyOf([String(window), ...shared.map((name) => group.values.get(name) ?? null)])
  return { ...(group.windows.get(window) ?? NOTHING), base: bases.get(key) ?? 0n }
}

/** The denominators of all windows of the time range, of every group. */
export function totalBase({ bases, before: end }: Result): bigint {
  let sum = 0n
  for (const [key, base] of bases) {
    const [window] = JSON.parse(key) as [string]
    if (Number(window) < end) sum += base
  }
  return sum
}
