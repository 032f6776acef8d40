// What follows from a provider's outcome, as data. It touches nothing: the same decision serves an answer
// that came at once, by callback, by query, or after a crash.
import { remove, type Write } from '../kernel/change.ts'
import { declineMessage } from '../declines.ts'
import { type Cause, transfer } from '../ledger/transfer.ts'
import { finish, isExhausted, isOpen, type OperationRow } from '../operations/operation.ts'
import type { Moment } from '../payments/outcome.ts'
import { refundShare } from '../payments/refundable.ts'
import type { Approved, Outcome, Refused } from '../providers/provider.ts'
import { move } from './move.ts'
import { type RefundRow, refunds } from './store.ts'

export interface Decided {
  /** Undefined when the refund was taken back before it was sent. */
  row: RefundRow | undefined
  writes: [Write, ...Write[]]
}

/** Undefined when there is nothing to write: what is told is known already. */
export function decideOutcome(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
): Decided | undefined {
  if (outcome.result === 'refused' && outcome.returned) {
    return returned(refund, operation, outcome, at)
  }
  if (!isOpen(operation)) return undefined
  switch (outcome.result) {
    case 'approved':
      return succeeded(refund, operation, outcome, at)
    case 'refused':
      return failed(refund, operation, outcome, at)
    case 'not_sent':
    case 'revoked':
      return withdrawn(refund, operation, outcome, at)
    case 'pending':
    case 'unknown':
      return waiting(refund, operation, outcome, at)
    case 'declined':
    case 'challenge':
      // Nothing of the kind is said of a refund; what is not understood tells nothing.
      return waiting(refund, operation, { result: 'unknown' }, at)
  }
}

function succeeded(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Approved,
  at: Moment,
): Decided {
  const set = { connector_refund_id: outcome.transaction_id, completed_at: at.now }
  const { row, writes } = move(refund, 'succeed', set, at.now)
  return {
    row,
    writes: [
      ...writes,
      finish(operation, outcome, at.wall),
      ...booked(refund, operation, 'refund', at.now),
    ],
  }
}

function failed(refund: RefundRow, operation: OperationRow, outcome: Refused, at: Moment): Decided {
  const { row, writes } = move(
    refund,
    'fail',
    { ...reasonOf(outcome), completed_at: at.now },
    at.now,
  )
  return {
    row,
    writes: [...writes, finish(operation, outcome, at.wall), refundShare(refund, -refund.amount)],
  }
}

/** The money had gone and came back. Who never heard that it had gone books both at once. */
function returned(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Refused,
  at: Moment,
): Decided | undefined {
  if (refund.status === 'failed') return undefined
  const isNews = isOpen(operation)
  const set = { ...reasonOf(outcome), completed_at: at.now }
  const { row, writes } = move(refund, isNews ? 'fail' : 'return', set, at.now)
  const late: Write[] = isNews
    ? [
        finish(operation, approvedOnce(operation), at.wall),
        ...booked(refund, operation, 'refund', at.now),
      ]
    : []
  const back = booked(refund, operation, 'refund_return', at.now)
  return { row, writes: [...writes, refundShare(refund, -refund.amount), ...late, ...back] }
}

/** The call itself was done, whatever came of it later: that is what the books rest on. */
function approvedOnce({ operation_id, amount, currency, ...row }: OperationRow): Approved {
  const transaction_id = row.transaction_id ?? operation_id
  return { result: 'approved', transaction_id, review: false, amount, currency }
}

/** Surely nothing was sent, and whoever asked for it is told so: it is as if it had never been made. */
function withdrawn(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
): Decided {
  const back = refundShare(refund, -refund.amount)
  const writes = [remove(refunds, refund), finish(operation, outcome, at.wall), back] as const
  return { row: undefined, writes: [...writes] }
}

/** No final answer: only waited for, until every planned question has been asked. */
function waiting(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
): Decided {
  const asked = finish(operation, outcome, at.wall)
  if (refund.status !== 'pending' || !isExhausted(operation)) {
    return { row: refund, writes: [asked] }
  }
  const { row, writes } = move(refund, 'give_up', {}, at.now)
  return { row, writes: [...writes, asked] }
}

function reasonOf({ unified_code, provider_code, message }: Refused): Partial<RefundRow> {
  return {
    error_code: provider_code,
    error_message: message,
    unified_code,
    unified_message: declineMessage(unified_code, message),
  }
}

function booked(
  { merchant_id, refund_id, amount, currency }: RefundRow,
  { operation_id }: OperationRow,
  cause: Cause,
  created: Date,
): Write[] {
  const what = { merchant_id, object_id: refund_id, operation_id, amount, currency, created }
  return transfer(cause, what)
}
