// A query over many merchants is read in parts, so that each statement ends within its time limit and other merchants
// get their turn in between. The cost unit is one merchant's sums for one day.
import { DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { Failure } from '#errors.ts'
import type { Selection } from './store.ts'
import type { Piece } from './windows.ts'

/** A month for a hundred merchants is read without a turn. */
const CHEAP_COST = 3_000
const PART_COST = 1_500
const MAX_PARTS = 20
/** A small merchant has few sums in a quarter hour, and none in most. */
const QUARTERS_COST = 8
/** There are more objects than sums; how many is not known before. */
const OBJECTS_COST = 20

/** A year by day in a zone up to eight hours from UTC. */
const CHEAP_QUARTERS_MS = 3_000 * HOUR_MS

/** One merchant has few sums, except for quarter hours over a long time. */
export function areSumsCheap(selection: Selection): boolean {
  if (selection.ids.length > 1) return queryCost(selection) <= CHEAP_COST
  const quarters = selection.pieces.filter(({ level }) => level === 'quarter')
  return quarters.reduce((ms, { from, to }) => ms + to - from, 0) <= CHEAP_QUARTERS_MS
}

function queryCost({ ids, pieces }: Pick<Selection, 'ids' | 'pieces'>): number {
  return ids.length * pieces.reduce((sum, piece) => sum + pieceCost(piece), 0)
}

const costs = { day: 1, quarter: QUARTERS_COST, object: OBJECTS_COST }

/** A short piece costs the search for its place. */
function pieceCost({ level, from, to }: Piece): number {
  const days = (to - from) / DAY_MS
  return Math.max(1, costs[level] * days)
}

/** Splits the merchants into parts. The cost for a single merchant has no bound here. */
export function splitParts(selection: Selection): Selection[] {
  const { ids, generations } = selection
  const each = queryCost({ ...selection, ids: ids.slice(0, 1) })
  const size = Math.max(1, Math.floor(PART_COST / each))
  if (ids.length > size * MAX_PARTS) throw tooCostly(ids.length)
  const starts = ids.flatMap((_, n) => (n % size === 0 ? [n] : []))
  return starts.map((start) => ({
    ...selection,
    ids: ids.slice(start, start + size),
    generations: generations.slice(start, start + size),
  }))
}

function tooCostly(merchants: number): Failure {
  const message = `The query reads too much for ${merchants} merchants. Use a shorter time range, a coarser granularity, the source BATCH, or name fewer merchants in \`filters.merchant_id\`.`
  return new Failure('IR_29', message, { field: 'timeRange' })
}
