// Random subscription histories: prices that change at any second, coupons, pauses and intervals of every kind. The
// seed decides everything, so that a failure can be repeated.
import type { Interval } from '#kernel/calendar.ts'
import { DAY_MS } from '#kernel/clock.ts'

export interface Terms {
  readonly amount: number
  readonly interval: Interval
  readonly interval_count: number
}

export interface Discount {
  readonly percent_off: number | null
  readonly amount_off: number | null
  /** Number of billed periods it applies to; null: all. */
  readonly cycles: number | null
}

export type Happening =
  | { readonly at: Date; readonly kind: 'change'; readonly to: Terms }
  | { readonly at: Date; readonly kind: 'pause'; readonly until: Date }

export interface History {
  readonly currency: string
  readonly start: Date
  readonly terms: Terms
  readonly discount: Discount | undefined
  readonly happenings: readonly Happening[]
  /** It is cancelled then, and the rest of the period is credited. */
  readonly end: Date
}

/** From 0 to below n. */
export type Dice = (n: number) => number

/** A small generator (mulberry32). */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

const CURRENCIES = ['JPY', 'EUR', 'KWD'] as const
const DAYS = { day: 1, week: 7, month: 31, year: 366 } as const
const INTERVALS = Object.keys(DAYS) as Interval[]
const FIRST_MS = Date.UTC(2027, 0, 1)

/** Times are in milliseconds, as in requests. */
export function randomHistory(roll: Dice, most: number): History {
  const start = new Date(FIRST_MS + roll(3 * 365) * DAY_MS + roll(DAY_MS))
  const terms = randomTerms(roll, undefined)
  const happenings: Happening[] = []
  let now = start
  let present = terms
  for (let n = roll(most + 1); n > 0; n--) {
    now = later(roll, now, present)
    if (roll(4) === 0) {
      const until = later(roll, now, present)
      happenings.push({ at: now, kind: 'pause', until })
      now = until
    } else {
      present = randomTerms(roll, present)
      happenings.push({ at: now, kind: 'change', to: present })
    }
  }
  const currency = CURRENCIES[roll(CURRENCIES.length)] ?? 'EUR'
  return {
    currency,
    start,
    terms,
    discount: randomDiscount(roll),
    happenings,
    end: later(roll, now, present),
  }
}

/** Often the same interval, because then the period stays as it is. */
function randomTerms(roll: Dice, present: Terms | undefined): Terms {
  const amount = 1 + roll(10 ** (1 + roll(9)))
  if (present && roll(3) > 0) return { ...present, amount }
  const interval = INTERVALS[roll(INTERVALS.length)] ?? 'month'
  return { amount, interval, interval_count: 1 + roll(3) }
}

function randomDiscount(roll: Dice): Discount | undefined {
  if (roll(2) === 0) return undefined
  const cycles = [1, 3, null][roll(3)] ?? null
  if (roll(2) === 0) return { percent_off: 1 + roll(100), amount_off: null, cycles }
  return { percent_off: null, amount_off: 1 + roll(5_000), cycles }
}

/** At most some periods later, at least a second. */
function later(roll: Dice, from: Date, { interval, interval_count }: Terms): Date {
  const most_s = (DAYS[interval] * interval_count * (1 + roll(3)) * DAY_MS) / 1_000
  return new Date(from.getTime() + 1_000 + roll(most_s) * 1_000 + roll(1_000))
}
