// A fault as the load sees it: for how long no payment was acknowledged, and how long callers waited.
import { isAcknowledged } from '../faults/answers.ts'
import type { Sent } from '../faults/load.ts'

export interface Gap {
  /** The longest time between two acknowledged payments that follow each other, the window's ends included. */
  readonly longest_ms: number
  /** The longest that a caller waited for any other answer. */
  readonly refusal_ms: number
  /** Requests since the fault began that were not paid. */
  readonly unpaid: number
  /** Acknowledged payments per second before the fault. */
  readonly rate: number
}

/** One in `processing` exists and is not paid yet: its outcome could not be recorded. */
export function isPaid(request: Sent): boolean {
  return isAcknowledged(request) && request.answer?.status === 'succeeded'
}

/** `from` is when the fault began, by `performance.now()`; `to` is when the load was stopped. */
export function measureGap(sent: readonly Sent[], from: number, to: number): Gap {
  const acknowledged = sent
    .filter(isPaid)
    .map(({ answered_at = 0 }) => answered_at)
    .toSorted((a, b) => a - b)
  const before = acknowledged.filter((time) => time < from)
  const times = [before.at(-1) ?? from, ...acknowledged.filter((time) => time >= from), to]
  const gaps = times.slice(1).map((time, n) => time - (times[n] ?? time))
  const refused = sent.filter((each) => each.sent_at >= from && !isPaid(each))
  const waits = refused.map(({ sent_at, answered_at = to }) => answered_at - sent_at)
  const [first = from] = before
  return {
    longest_ms: Math.max(...gaps),
    refusal_ms: Math.max(0, ...waits),
    unpaid: refused.length,
    rate: (before.length / Math.max(1, from - first)) * 1_000,
  }
}
