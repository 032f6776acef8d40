// Decides what follows from the outcome of a refund operation, as data, without side effects: the same for an
// immediate outcome, a callback, a poll, or recovery after a crash.
import { remove } from '#kernel/change.ts'
import { declineMessage } from '#core/declines.ts'
import { transition } from '#core/outbox/transition.ts'
import {
  isExhausted,
  isOpen,
  type Moment,
  type OperationRow,
  toApproval,
} from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import { refundedAnyway, refundShare } from '#resources/payments/payments/refundable.ts'
import type { Approved, Outcome, Refused } from '#core/providers/provider.ts'
import { bookReturn, pay, release } from './book.ts'
import { lifecycle } from './lifecycle.ts'
import type { RefundTransition } from './state.ts'
import { type RefundRow, refunds } from './store.ts'

export function decide(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Outcome,
  { now }: Moment,
): Decided<RefundRow> | undefined {
  switch (outcome.result) {
    case 'approved':
      return decideSucceeded(refund, outcome, now)
    case 'refused':
      return outcome.returned
        ? decideReturned(refund, operation, outcome, now)
        : decideFailed(refund, outcome, now)
    case 'revoked':
      return decideFailed(refund, NEVER_RECEIVED, now)
    case 'not_sent':
      return decideWithdrawn(refund, now)
    case 'pending':
    case 'unknown':
    // Refunds have no such outcomes; the operation is polled again.
    case 'declined':
    case 'challenge':
      return waiting(refund, operation, now)
  }
}

const NEVER_RECEIVED: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_3001',
  provider_code: 'not_sent',
  message: 'The acquirer did not receive this refund; nothing was sent back.',
}

/** The amount that moved is booked and counts against the payment, whatever was requested. */
function decideSucceeded(
  refund: RefundRow,
  { amount, transaction_id }: Approved,
  now: Date,
  name: RefundTransition = 'succeed',
  reserved = refund.amount,
): Decided<RefundRow> {
  const difference = amount - refund.amount
  const flag = {
    error_code: 'amount_differs',
    error_message: `The acquirer sent back ${amount} of the ${refund.amount} asked for.`,
  }
  const set = {
    connector_refund_id: transaction_id,
    completed_at: now,
    amount_reserved: 0,
    ...(difference === 0 ? {} : flag),
  }
  const { row, writes } = transition(lifecycle, refund, name, set, now)
  const share = amount === reserved ? [] : [refundedAnyway(refund, amount - reserved)]
  return { row, writes: [...writes, ...pay(refund, amount, now), ...share] }
}

function decideFailed(refund: RefundRow, outcome: Refused, now: Date): Decided<RefundRow> {
  const set = { ...toErrorFields(outcome), send_at: null, completed_at: now, amount_reserved: 0 }
  const { row, writes } = transition(lifecycle, refund, 'fail', set, now)
  const share = refundShare(refund, -refund.amount)
  return { row, writes: [...writes, share, ...release(refund, now)] }
}

/** The money was sent and returned. If the first was never recorded, both are booked now. */
function decideReturned(
  refund: RefundRow,
  operation: OperationRow,
  outcome: Refused,
  now: Date,
): Decided<RefundRow> | undefined {
  if (refund.status === 'failed') return undefined
  const isFirst = isOpen(operation)
  const set = { ...toErrorFields(outcome), completed_at: now, amount_reserved: 0 }
  const name = isFirst ? 'fail' : 'return'
  const { row, writes } = transition(lifecycle, refund, name, set, now)
  const { amount = refund.amount } = outcome
  const gone = isFirst ? pay(refund, amount, now) : []
  return {
    row,
    writes: [...writes, refundShare(refund, -amount), ...gone, ...bookReturn(refund, amount, now)],
    // The call was approved: the transfers need an approved operation.
    closes_with: toApproval(operation),
  }
}

/** Nothing was sent, and the answer says so: the refund is deleted. */
function decideWithdrawn(refund: RefundRow, now: Date): Decided<RefundRow> {
  const share = refundShare(refund, -refund.amount)
  return { row: undefined, writes: [remove(refunds, refund), share, ...release(refund, now)] }
}

/** No final outcome: after the last poll the refund moves to review. */
function waiting(
  refund: RefundRow,
  operation: OperationRow,
  now: Date,
): Decided<RefundRow> | undefined {
  if (refund.status !== 'pending' || !isExhausted(operation)) return undefined
  return transition(lifecycle, refund, 'move_to_review', {}, now)
}

/** The acquirer sent the money after the operation was closed, so the refund has succeeded. */
export function decideLate(
  refund: RefundRow,
  _: OperationRow,
  outcome: Approved,
  { now }: Moment,
): Decided<RefundRow> {
  // A failed refund no longer has a share in the payment.
  return decideSucceeded(refund, outcome, now, 'succeed_late', 0)
}

function toErrorFields({ unified_code, provider_code, message }: Refused) {
  return {
    error_code: provider_code,
    error_message: message,
    unified_code,
    unified_message: declineMessage(unified_code, message),
  }
}

/** Fails a scheduled refund whose payment was disputed meanwhile: the dispute decides about the money. */
export function decideDisputed(refund: RefundRow, now: Date): Decided<RefundRow> {
  return decideFailed(
    refund,
    {
      result: 'refused',
      code: 'PE_01',
      unified_code: 'UE_4004',
      provider_code: 'payment_disputed',
      message: 'The payment was disputed before this refund was sent; answer the dispute instead.',
    },
    now,
  )
}
