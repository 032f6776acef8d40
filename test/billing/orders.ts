// Possible orders for steps that were close together. Related steps stay in order: one subscription's billing, and
// one refund's or dispute's steps.

export interface Happening {
  readonly at: Date
  /** Order among steps at one moment. */
  readonly rank: number
  /** When it was seen to be done, if that can be later than the moment at which it counts. */
  readonly seen_at?: Date
  /** Ids give the order of other steps at one moment, as far as process clocks agree. */
  readonly id?: string
  /** The refund, dispute or subscription that this step belongs to, which may have been earlier or later. */
  readonly moves_with?: string
  readonly run: () => void
}

/** Past how many happenings each movable one goes: earlier if negative. */
export type Moves = readonly number[]

export interface Order {
  /** At one moment, ids decide before ranks: a process whose clock ran wrote them. */
  readonly by_ids: boolean
  readonly moves: Moves
}

export const NATURAL: Order = { by_ids: false, moves: [] }

interface Room {
  readonly earlier: number
  readonly later: number
}

export function inOrder(
  happenings: readonly Happening[],
  { by_ids, moves }: Order = NATURAL,
): Happening[] {
  const ranked = happenings.toSorted(compare)
  const sorted = by_ids ? sortMomentsByIds(ranked) : ranked
  const least = new Map<string, number>()
  let passed = 0
  let movables = 0
  const placed = sorted.map((happening) => {
    const { moves_with } = happening
    // A movable one with place n comes between the fixed ones n - 1 and n.
    if (moves_with === undefined) return { happening, place: passed++ + 0.5 }
    const wanted = passed + (moves[movables++] ?? 0)
    const place = Math.max(wanted, least.get(moves_with) ?? 0)
    least.set(moves_with, place)
    return { happening, place }
  })
  return placed.toSorted((a, b) => a.place - b.place).map(({ happening }) => happening)
}

function compare(a: Happening, b: Happening): number {
  return a.at.getTime() - b.at.getTime() || a.rank - b.rank || compareIds(a.id, b.id)
}

/** Those with ids change places among themselves; the others keep theirs. */
function sortMomentsByIds(ranked: readonly Happening[]): Happening[] {
  const moments = Map.groupBy(ranked, ({ at }) => at.getTime())
  return [...moments.values()].flatMap((moment) => {
    const named = moment.filter(({ id }) => id !== undefined)
    const sorted = named.toSorted(
      (a, b) => compareIds(timeIn(a.id), timeIn(b.id)) || a.rank - b.rank,
    )
    return moment.map((each) => (each.id === undefined ? each : (sorted.shift() ?? each)))
  })
}

/** An id without its prefix begins with the time. */
function timeIn(id = ''): string {
  return id.slice(id.indexOf('_') + 1)
}

function compareIds(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** At most `limit` moves past what is close, those over the shortest way first. */
export function* movesWithin(
  sorted: readonly Happening[],
  close_ms: number,
  limit: number,
): Generator<Moves> {
  const rooms = sorted.flatMap((happening, n) => {
    if (happening.moves_with === undefined) return []
    const isClose = (other: Happening) => gapOf(happening, other) <= close_ms
    return {
      earlier: countWhile(fixedOf(sorted.slice(0, n)).toReversed(), isClose),
      later: countWhile(fixedOf(sorted.slice(n + 1)), isClose),
    }
  })
  const longest = rooms.reduce((sum, { earlier, later }) => sum + Math.max(earlier, later), 0)
  let count = 0
  for (let length = 1; length <= longest; length++) {
    for (const moves of movesOver(rooms, length)) {
      if (count++ === limit) return
      yield moves
    }
  }
}

function* movesOver(rooms: readonly Room[], length: number): Generator<number[]> {
  const [room, ...others] = rooms
  if (room === undefined) {
    if (length === 0) yield []
    return
  }
  const { earlier, later } = room
  for (let move = -Math.min(earlier, length); move <= Math.min(later, length); move++) {
    for (const rest of movesOver(others, length - Math.abs(move))) yield [move, ...rest]
  }
}

function fixedOf(happenings: readonly Happening[]): Happening[] {
  return happenings.filter(({ moves_with }) => moves_with === undefined)
}

function gapOf({ at }: Happening, other: Happening): number {
  const gap = (moment: Date) => Math.abs(at.getTime() - moment.getTime())
  return Math.min(gap(other.at), gap(other.seen_at ?? other.at))
}

function countWhile<T>(list: readonly T[], isIn: (item: T) => boolean): number {
  const end = list.findIndex((item) => !isIn(item))
  return end === -1 ? list.length : end
}
