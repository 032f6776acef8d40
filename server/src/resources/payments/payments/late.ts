// Late outcomes: money moved for an operation that had been closed. If the payment can still use it, it is applied;
// otherwise it is booked and reversed by a separate operation, which recovery sends.
import { update, type Write } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { notice } from '#core/outbox/transition.ts'
import { intend, type Moment } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import type { Approved, Outcome } from '#core/providers/provider.ts'
import { book } from '#core/ledger/transfer.ts'
import type {
  AuthorizeOperation,
  CaptureOperation,
  PaymentOperation,
  ReversalIntent,
  ReversalOperation,
} from './intent.ts'
import { lifecycle } from './lifecycle.ts'
import { modified } from './decide_modification.ts'
import type { LateOutcome } from './answer_shapes.ts'
import { payment as machine } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

export function decideLate(
  payment: PaymentRow,
  operation: PaymentOperation,
  outcome: Approved,
  at: Moment,
): Decided<PaymentRow> {
  switch (operation.kind) {
    case 'authorize':
      return reverse(payment, operation, outcome, at)
    case 'capture':
    case 'void': {
      const name = operation.intent.transition ?? 'capture'
      const isWanted =
        payment.operation_id === null &&
        payment.authorization_id === operation.parent_id &&
        allows(machine, payment.status, name)
      if (isWanted) return modified(payment, operation, outcome, at.now)
      // A void moves no money.
      if (operation.kind === 'void') return { row: payment, writes: [] }
      return reverse(payment, operation, outcome, at)
    }
    case 'reversal':
      return decideReversal(payment, operation, outcome, at) ?? { row: payment, writes: [] }
  }
}

/** Books the amount that moved and records the operation that reverses it. */
export function reverse(
  payment: PaymentRow,
  operation: AuthorizeOperation | CaptureOperation,
  { amount, review }: Approved,
  { now, wall }: Moment,
): Decided<PaymentRow> {
  const { merchant_id, operation_id, object_id, kind, currency, provider } = operation
  const isHold = kind === 'authorize' && (!operation.intent.capture || review)
  const intent: ReversalIntent = { by: isHold ? 'void' : 'refund', reverses: operation_id }
  const { write } = intend({
    merchant_id,
    operation_id: `${operation_id}_reversal`,
    object_id,
    kind: 'reversal',
    amount,
    currency,
    provider,
    parent_id: kind === 'authorize' ? operation_id : operation.parent_id,
    intent,
    now: wall,
  })
  const found: LateOutcome = {
    operation_id,
    kind,
    amount,
    currency,
    reversal: 'pending',
    created: now.toISOString(),
  }
  const late_outcomes = [...(payment.late_outcomes ?? []), found]
  const { row, writes } = showing(payment, late_outcomes, now)
  const booked = book(operation, isHold ? { hold: amount } : { capture: amount }, now)
  return { row, writes: [...writes, ...booked, write] }
}

export function decideReversal(
  payment: PaymentRow,
  operation: ReversalOperation,
  outcome: Outcome,
  { now }: Moment,
  is_hold_gone = false,
): Decided<PaymentRow> | undefined {
  const { by, reverses } = operation.intent
  if (outcome.result !== 'approved' && outcome.result !== 'refused') return undefined
  // The provider has dropped the hold by itself: nothing is left to release.
  const isDone = outcome.result === 'approved' || is_hold_gone
  const late_outcomes = (payment.late_outcomes ?? []).map((each) =>
    each.operation_id === reverses
      ? { ...each, reversal: isDone ? ('done' as const) : ('refused' as const) }
      : each,
  )
  const { row, writes } = showing(payment, late_outcomes, now)
  if (!isDone) return { row, writes, alarm: 'the reversal of a late outcome was refused' }
  const cause = by === 'void' ? { release: operation.amount } : { reversal: operation.amount }
  return { row, writes: [...writes, ...book(operation, cause, now)] }
}

function showing(
  payment: PaymentRow,
  late_outcomes: LateOutcome[],
  now: Date,
): { row: PaymentRow; writes: Write[] } {
  const { row, event } = notice(lifecycle, payment, 'payment_reversed', { late_outcomes }, now)
  const { transitions, modified_at } = row
  return {
    row,
    writes: [update(payments, payment, { late_outcomes, transitions, modified_at }), event],
  }
}
