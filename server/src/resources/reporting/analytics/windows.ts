// Time ranges and their buckets in a time zone. A window includes its start and excludes its end.
import { UTC, type ZoneOffset } from '#kernel/calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'

export interface Window {
  readonly from: number
  readonly to: number
}

export interface Bucket extends Window {
  /** Start of the whole bucket; a window at the edge of the time range covers only part of it. */
  readonly start: number
  /** The zone's offset from UTC at the start, in milliseconds. */
  readonly offset: number
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

/** Undefined if there are more than `MAX_BUCKETS`. The zone's offsets reach a month before and after the window. */
export function splitBuckets(
  { from, to }: Window,
  granularity: string,
  offsets: readonly ZoneOffset[] = UTC,
): Bucket[] | undefined {
  const length = lengths[names.get(granularity) ?? 'G_ONE_DAY']
  const calendar = toCalendar(length, offsets)
  const buckets: Bucket[] = []
  for (let start = calendar.startOf(from); start < to; ) {
    const next = calendar.nextStart(start)
    const { offset } = offsets[indexAt(offsets, start)] ?? NO_OFFSET
    buckets.push({ start, offset, from: Math.max(start, from), to: Math.min(next, to) })
    if (buckets.length > MAX_BUCKETS) return undefined
    start = next
  }
  return buckets
}

interface Calendar {
  startOf(moment: number): number
  nextStart(start: number): number
}

function toCalendar(length: number | 'month', offsets: readonly ZoneOffset[]): Calendar {
  return length !== 'month' && length < DAY_MS ? clockTime(length, offsets) : days(length, offsets)
}

function indexAt(offsets: readonly ZoneOffset[], moment: number): number {
  return offsets.findLastIndex(({ since }) => since <= moment)
}

/** Minutes and hours by the zone's clock. A change of the clock within a bucket, by half an hour, ends it. */
function clockTime(length: number, offsets: readonly ZoneOffset[]): Calendar {
  const startOf = (moment: number) => {
    const { since, offset } = offsets[indexAt(offsets, moment)] ?? NO_OFFSET
    return Math.max(since, down(moment + offset, length) - offset)
  }
  const nextStart = (start: number) => {
    const at = indexAt(offsets, start)
    const { offset } = offsets[at] ?? NO_OFFSET
    const changed = offsets[at + 1]?.since ?? Number.POSITIVE_INFINITY
    return Math.min(changed, down(start + offset, length) - offset + length)
  }
  return { startOf, nextStart }
}

const [NO_OFFSET] = UTC as [ZoneOffset]

/** Days, weeks and months begin at the first moment at which the zone's clock shows the date. */
function days(length: number | 'month', offsets: readonly ZoneOffset[]): Calendar {
  const startOf = (moment: number) => {
    const { offset } = offsets[indexAt(offsets, moment)] ?? NO_OFFSET
    return firstAt(offsets, dateStart(moment + offset, length))
  }
  const nextStart = (start: number) => {
    const { offset } = offsets[indexAt(offsets, start)] ?? NO_OFFSET
    let date = dateStart(start + offset, length)
    // A date that the zone skips, as Samoa did when it changed sides, begins with the next one.
    for (;;) {
      date = nextDate(date, length)
      const next = firstAt(offsets, date)
      if (next > start) return next
    }
  }
  return { startOf, nextStart }
}

function firstAt(offsets: readonly ZoneOffset[], date: number): number {
  const at = offsets.findIndex(({ since, offset }, i) => {
    const end = offsets[i + 1]?.since ?? Number.POSITIVE_INFINITY
    return Math.max(since, date - offset) < end
  })
  const { since, offset } = offsets[at] ?? NO_OFFSET
  return Math.max(since, date - offset)
}

function dateStart(moment: number, length: number | 'month'): number {
  if (length === 'month') {
    const date = new Date(moment)
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  }
  const origin = length === WEEK_MS ? MONDAY_MS : 0
  return down(moment - origin, length) + origin
}

function nextDate(start: number, length: number | 'month'): number {
  if (length !== 'month') return start + length
  const date = new Date(start)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}

/** The window with the same length just before. */
export function before({ from, to }: Window): Window {
  return { from: from - (to - from), to: from }
}

export type Level = 'day' | 'quarter' | 'object'

/** Sums at a level, or objects, between two moments. Several pieces can have the same number. */
export interface Piece extends Window {
  readonly level: Level
  readonly number: number
}

/** Adds a piece's sums to a window's, or subtracts them. */
interface Term {
  readonly window: number
  readonly sign: 1n | -1n
}

export interface Split {
  readonly pieces: readonly Piece[]
  /** By piece number. */
  readonly terms: readonly (readonly Term[])[]
}

const QUARTER_MS = 15 * MINUTE_MS

function up(moment: number, length: number): number {
  return Math.ceil(moment / length) * length
}

function down(moment: number, length: number): number {
  return Math.floor(moment / length) * length
}

function nearest(moment: number, length: number): number {
  return Math.round(moment / length) * length
}

/** Each window is read from its objects. */
export function splitObjects(windows: readonly Window[]): Split {
  return {
    pieces: windows.map(({ from, to }, number) => ({ number, level: 'object', from, to })),
    terms: windows.map((_, window) => [{ window, sign: 1n }]),
  }
}

/**
 * Whole quarter hours are read from sums, the rest at both ends from objects. A window that begins or ends within a UTC
 * day has the whole days between the nearest midnights, and adds or subtracts the quarter hours between its ends and
 * these midnights: at most half a day each, read once for both windows that meet there. `first` is the number of the
 * first window.
 */
export function splitPieces(windows: readonly Window[], first = 0): Split {
  const pieces: Piece[] = []
  const terms: Term[][] = windows.map((_, nth) => [{ window: first + nth, sign: 1n }])
  const edges = new Map<number, Term[]>()
  const addEdge = (at: number, term: Term) => {
    const day = nearest(at, DAY_MS)
    if (at === day) return
    const known = edges.get(at) ?? []
    if (known.length === 0) {
      const [from, to] = at > day ? [day, at] : [at, day]
      pieces.push({ number: terms.length, level: 'quarter', from, to })
      edges.set(at, known)
      terms.push(known)
    }
    const sign = at > day ? term.sign : term.sign === 1n ? -1n : 1n
    known.push({ ...term, sign })
  }
  for (const [nth, { from, to }] of windows.entries()) {
    const window = first + nth
    const whole = { from: up(from, QUARTER_MS), to: down(to, QUARTER_MS) }
    const add = (level: Level, part: Window) => {
      if (part.from < part.to) pieces.push({ number: nth, level, ...part })
    }
    if (whole.from >= whole.to) {
      add('object', { from, to })
      continue
    }
    add('object', { from, to: whole.from })
    add('object', { from: whole.to, to })
    if (!isShorterByDays(whole)) {
      add('quarter', whole)
      continue
    }
    add('day', { from: nearest(whole.from, DAY_MS), to: nearest(whole.to, DAY_MS) })
    addEdge(whole.from, { window, sign: -1n })
    addEdge(whole.to, { window, sign: 1n })
  }
  return { pieces, terms }
}

/** An edge counts half, because the window beside it reads it too. */
function isShorterByDays({ from, to }: Window): boolean {
  const days = { from: nearest(from, DAY_MS), to: nearest(to, DAY_MS) }
  const edges = Math.abs(from - days.from) + Math.abs(to - days.to)
  return days.from < days.to && edges / 2 < to - from
}

/** A statement with more quarter hours could exceed its time limit for a merchant with many sums. */
const STATEMENT_QUARTERS_MS = 16 * DAY_MS

/** Windows in parts that can be read one after the other, each consistent in itself. */
export function splitStatements(windows: readonly Window[]): Split[] {
  const splits: Split[] = []
  let [first, quarters] = [0, 0]
  for (const [nth, window] of windows.entries()) {
    const own = splitPieces([window]).pieces.filter(({ level }) => level === 'quarter')
    quarters += own.reduce((ms, { from, to }) => ms + to - from, 0)
    if (nth > first && quarters > STATEMENT_QUARTERS_MS) {
      splits.push(splitPieces(windows.slice(first, nth), first))
      ;[first, quarters] = [nth, 0]
    }
  }
  return [...splits, splitPieces(windows.slice(first), first)]
}
