// The metrics table: each metric's formula over a group's sums, and the grouping it requires.
import { average } from '#kernel/money.ts'
import type { Kind } from './dimensions.ts'

/** Sums over one group. `base` is the denominator, which comes from another kind. */
export interface Sums {
  readonly count: bigint
  readonly succeeded: bigint
  readonly failed: bigint
  /** Without payments that were never confirmed. */
  readonly tried: bigint
  readonly amount: bigint
  readonly lost_amount: bigint
  readonly retries: bigint
  readonly base: bigint
}

export const NOTHING: Sums = {
  count: 0n,
  succeeded: 0n,
  failed: 0n,
  tried: 0n,
  amount: 0n,
  lost_amount: 0n,
  retries: 0n,
  base: 0n,
}

export interface Metric {
  /** An amount belongs to one currency; a rate is between 0 and 1. */
  readonly type: 'count' | 'amount' | 'rate'
  readonly about: string
  readonly of: (sums: Sums) => bigint | number
  /** Rows are split by it, whatever the request groups by. */
  readonly splits?: string
  /** Needs the succeeded payments for the same time, currency and profile. */
  readonly needs_payments?: true
}

/** Four decimals; 0 if there is nothing to divide by. */
function rate(of: bigint, all: bigint): number {
  return all === 0n ? 0 : Math.round((Number(of) / Number(all)) * 10_000) / 10_000
}

function count(about: string, of: Metric['of']): Metric {
  return { type: 'count', about, of }
}

function amount(about: string, of: Metric['of']): Metric {
  return { type: 'amount', about, of }
}

function fraction(about: string, of: Metric['of']): Metric {
  return { type: 'rate', about, of }
}

export const metrics: Readonly<Record<Kind, Readonly<Record<string, Metric>>>> = {
  payment: {
    payment_count: count('payments created', ({ count: n }) => n),
    payment_success_count: count(
      'payments of which money was captured',
      ({ succeeded }) => succeeded,
    ),
    payment_failed_count: count('payments that failed', ({ failed }) => failed),
    payment_success_rate: fraction(
      'succeeded payments divided by those that were confirmed or cancelled',
      ({ succeeded, tried }) => rate(succeeded, tried),
    ),
    payment_processed_amount: amount('the amount captured', (sums) => sums.amount),
    avg_ticket_size: amount(
      'the amount captured divided by the succeeded payments, rounded',
      (sums) => average(sums.amount, sums.succeeded),
    ),
    retries_count: count('confirmations after the first one', ({ retries }) => retries),
    failure_reasons: {
      ...count('payments that failed, by `unified_code`', ({ failed }) => failed),
      splits: 'unified_code',
    },
  },
  refund: {
    refund_count: count('refunds created', ({ count: n }) => n),
    refund_success_count: count('refunds that succeeded', ({ succeeded }) => succeeded),
    refund_failed_count: count('refunds that failed', ({ failed }) => failed),
    refund_success_rate: fraction(
      'succeeded refunds divided by all refunds',
      ({ succeeded, count: n }) => rate(succeeded, n),
    ),
    refund_processed_amount: amount('the amount refunded', (sums) => sums.amount),
  },
  dispute: {
    dispute_count: count('disputes opened', ({ count: n }) => n),
    dispute_status_metric: {
      ...count('disputes, by `dispute_status`', ({ count: n }) => n),
      splits: 'dispute_status',
    },
    total_amount_disputed: amount('the amount disputed', (sums) => sums.amount),
    total_dispute_lost_amount: amount(
      'the amount of disputes that were lost, accepted or not answered in time',
      ({ lost_amount }) => lost_amount,
    ),
    dispute_rate: {
      ...fraction(
        'disputes divided by the succeeded payments of the same time, currency and profile',
        ({ count: n, base }) => rate(n, base),
      ),
      needs_payments: true,
    },
  },
}

export function add(one: Sums, other: Sums): Sums {
  return {
    count: one.count + other.count,
    succeeded: one.succeeded + other.succeeded,
    failed: one.failed + other.failed,
    tried: one.tried + other.tried,
    amount: one.amount + other.amount,
    lost_amount: one.lost_amount + other.lost_amount,
    retries: one.retries + other.retries,
    base: one.base + other.base,
  }
}

/** A difference between rates has four decimals too. */
export function difference(now: bigint | number, before: bigint | number): bigint | number {
  if (typeof now === 'bigint' && typeof before === 'bigint') return now - before
  return Math.round((Number(now) - Number(before)) * 10_000) / 10_000
}
