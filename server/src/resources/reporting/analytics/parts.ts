// A query over many merchants is read in parts, so that each statement ends within its time limit and other merchants
// get their turn in between. The cost unit is one merchant's sums for one day.
import { DAY_MS } from '#kernel/clock.ts'
import { Failure } from '#errors.ts'
import type { Selection } from './store.ts'
import type { Piece } from './windows.ts'

/** A month for a hundred merchants is read without a turn. */
const CHEAP_COST = 3_000
const PART_COST = 1_500
const MAX_PARTS = 20
/** There are more objects than sums; how many is not known before. */
const OBJECTS_COST = 20

/** One merchant has few sums. */
export function areSumsCheap(selection: Selection): boolean {
  return selection.ids.length === 1 || queryCost(selection) <= CHEAP_COST
}

function queryCost({ ids, pieces }: Pick<Selection, 'ids' | 'pieces'>): number {
  return ids.length * pieces.reduce((sum, piece) => sum + pieceCost(piece), 0)
}

/** A short piece costs the search for its place. */
function pieceCost({ level, from, to }: Piece): number {
  const days = (to - from) / DAY_MS
  return Math.max(1, level === 'object' ? OBJECTS_COST * days : days)
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
