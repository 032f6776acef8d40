// A subscription history's worth, computed without the engine: with its own calendar, and with whole numbers only. A
// slice is the time that one invoice line covers, to its end or to the next plan change. Its worth is the line's
// amount less the rounded share that was left when it ended.
import type { Discount, Happening, History, Terms } from './billing_history.ts'

interface Slice {
  /** The line's amount. */
  readonly amount: bigint
  /** The line's seconds. */
  readonly total: bigint
  /** The seconds left at the end of the slice. */
  readonly rest: bigint
}

/** In the minor unit. */
export function worthOfHistory(history: History): bigint {
  return slicesOf(history).reduce((sum, slice) => sum + worthOfSlice(slice), 0n)
}

function worthOfSlice({ amount, total, rest }: Slice): bigint {
  return amount - roundHalfUp(amount * rest, total)
}

function roundHalfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator)
}

interface Running {
  terms: Terms
  anchor: Date
  /** The period ends this many intervals after the anchor. */
  n: number
  start: Date
  end: Date
  is_discounted: boolean
  /** The current line: a whole period, or the rest of one at a new price. */
  line: { amount: bigint; total: bigint }
}

function slicesOf({ start, terms, discount, happenings, end }: History): Slice[] {
  const slices: Slice[] = []
  let left = discount?.cycles ?? Number.POSITIVE_INFINITY
  const open = (of: Terms, anchor: Date, from: Date, n: number): Running => {
    const is_discounted = discount !== undefined && left > 0
    left -= 1
    const until = periodEnd(anchor, of, n)
    const amount = rateOf(of, is_discounted ? discount : undefined)
    const line = { amount, total: secondsBetween(from, until) }
    return { terms: of, anchor, n, start: from, end: until, is_discounted, line }
  }
  const close = ({ line, end: until }: Running, at: Date) => {
    slices.push({ ...line, rest: at >= until ? 0n : secondsBetween(at, until) })
  }
  const renewed = (of: Running, at: Date): Running => {
    let running = of
    while (running.end <= at) {
      close(running, running.end)
      running = open(running.terms, running.anchor, running.end, running.n + 1)
    }
    return running
  }
  const after = (running: Running, happening: Happening): Running => {
    if (happening.kind === 'pause') {
      if (happening.until < running.end) return running
      close(running, running.end)
      return open(running.terms, happening.until, happening.until, 1)
    }
    const { at, to } = happening
    close(running, at)
    if (!isSameInterval(running.terms, to)) return open(to, at, at, 1)
    const rate = rateOf(to, running.is_discounted ? discount : undefined)
    const rest = secondsBetween(at, running.end)
    const amount = roundHalfUp(rate * rest, secondsBetween(running.start, running.end))
    return { ...running, terms: to, line: { amount, total: rest } }
  }
  let running = open(terms, start, start, 1)
  for (const happening of happenings) running = after(renewed(running, happening.at), happening)
  close(renewed(running, end), end)
  return slices
}

function isSameInterval(a: Terms, b: Terms): boolean {
  return a.interval === b.interval && a.interval_count === b.interval_count
}

function rateOf({ amount }: Terms, discount: Discount | undefined): bigint {
  const whole = BigInt(amount)
  if (discount === undefined) return whole
  if (discount.percent_off !== null) {
    return whole - roundHalfUp(whole * BigInt(discount.percent_off), 100n)
  }
  const off = BigInt(discount.amount_off ?? 0)
  return off > whole ? 0n : whole - off
}

function secondsBetween(from: Date, to: Date): bigint {
  return BigInt(Math.floor((to.getTime() - from.getTime()) / 1_000))
}

/** Days that a month does not have become its last day. */
function periodEnd(anchor: Date, { interval, interval_count }: Terms, n: number): Date {
  const count = n * interval_count
  const end = new Date(anchor)
  if (interval === 'day' || interval === 'week') {
    end.setUTCDate(end.getUTCDate() + count * (interval === 'week' ? 7 : 1))
    return end
  }
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, last))
  return end
}
