// Time ranges and their buckets, in UTC. A window includes its start and excludes its end.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'

export interface Window {
  readonly from: number
  readonly to: number
}

export interface Bucket extends Window {
  /** Start of the whole bucket; a window at the edge of the time range covers only part of it. */
  readonly start: number
}

const WEEK_MS = 7 * DAY_MS
/** The first Monday after 1970 began. */
const MONDAY_MS = 4 * DAY_MS

/** Bucket length, or a calendar month. */
const lengths = {
  G_ONE_MIN: MINUTE_MS,
  G_FIVE_MIN: 5 * MINUTE_MS,
  G_FIFTEEN_MIN: 15 * MINUTE_MS,
  G_THIRTY_MIN: 30 * MINUTE_MS,
  G_ONE_HOUR: HOUR_MS,
  G_ONE_DAY: DAY_MS,
  G_ONE_WEEK: WEEK_MS,
  G_ONE_MONTH: 'month',
} as const

type Granularity = keyof typeof lengths

/** Each name, and the name without its second underscore. */
const names = new Map(
  (Object.keys(lengths) as Granularity[]).flatMap((name) => [
    [name as string, name],
    [name.replace(/_([A-Z]+)$/, '$1'), name],
  ]),
)
export const granularities: readonly string[] = [...names.keys()]

export const MAX_BUCKETS = 2_000

/** Undefined if there are more than `MAX_BUCKETS`. */
export function splitBuckets({ from, to }: Window, granularity: string): Bucket[] | undefined {
  const length = lengths[names.get(granularity) ?? 'G_ONE_DAY']
  const buckets: Bucket[] = []
  for (let start = startOf(from, length); start < to; ) {
    const next = nextStart(start, length)
    buckets.push({ start, from: Math.max(start, from), to: Math.min(next, to) })
    if (buckets.length > MAX_BUCKETS) return undefined
    start = next
  }
  return buckets
}

function startOf(moment: number, length: number | 'month'): number {
  if (length === 'month') {
    const date = new Date(moment)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const origin = length === WEEK_MS ? MONDAY_MS : 0
  return Math.floor((moment - origin) / length) * length + origin
}

function nextStart(start: number, length: number | 'month'): number {
  if (length !== 'month') return start + length
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The window with the same length just before. */
export function before({ from, to }: Window): Window {
  return { from: from - (to - from), to: from }
}

export type Level = 'day' | 'quarter' | 'object'

/** Part of the window with this number, and its source: the sums at a level, or the objects. */
export interface Piece extends Window {
  readonly level: Level
  readonly window: number
}

const QUARTER_MS = 15 * MINUTE_MS

function up(moment: number, length: number): number {
  return Math.ceil(moment / length) * length
}

function down(moment: number, length: number): number {
  return Math.floor(moment / length) * length
}

/** Whole days, then whole quarter hours, then the rest at both ends. */
export function splitPieces(windows: readonly Window[]): Piece[] {
  return windows.flatMap(({ from, to }, window): Piece[] => {
    const quarters = { from: up(from, QUARTER_MS), to: down(to, QUARTER_MS) }
    if (quarters.from >= quarters.to) return [{ window, level: 'object', from, to }]
    const days = { from: up(from, DAY_MS), to: down(to, DAY_MS) }
    if (days.from >= days.to) days.from = days.to = quarters.to
    const pieces: Piece[] = [
      { window, level: 'object', from, to: quarters.from },
      { window, level: 'quarter', from: quarters.from, to: days.from },
      { window, level: 'day', ...days },
      { window, level: 'quarter', from: days.to, to: quarters.to },
      { window, level: 'object', from: quarters.to, to },
    ]
    return pieces.filter((piece) => piece.from < piece.to)
  })
}
