// Late outcomes: money moved for an operation that had been closed. If the payment can still use it, it is applied;
// otherwise it is booked and reversed by a separate operation, which recovery sends.
import { update, type Write } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { declineMessage } from '#core/declines.ts'
import { notice, transition } from '#core/outbox/transition.ts'
import { intend, type Moment, recordFound, toApproval } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import type { Approved, Outcome, Refused } from '#core/providers/provider.ts'
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
  { amount, review, transaction_id: moved }: Approved,
  { now, wall }: Moment,
): Decided<PaymentRow> {
  const { merchant_id, operation_id, object_id, kind, currency, provider } = operation
  const { connector_id, transaction_id, parent_transaction_id } = operation
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
    connector_id,
    parent_id: kind === 'authorize' ? operation_id : operation.parent_id,
    parent_transaction_id: kind === 'authorize' ? (moved ?? transaction_id) : parent_transaction_id,
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

/**
 * The provider has taken back a capture that it had approved, days later. It returned the money by itself, so the
 * reversal is on record as done. A payment without any other capture has failed.
 */
export function decideTakenBack(
  payment: PaymentRow,
  operation: CaptureOperation,
  outcome: Refused,
  { now, wall }: Moment,
): Decided<PaymentRow> {
  const { merchant_id, operation_id, object_id, kind, currency, provider, connector_id } = operation
  const known = payment.late_outcomes ?? []
  if (known.some((each) => each.operation_id === operation_id)) return { row: payment, writes: [] }
  const amount = outcome.amount ?? operation.amount
  const intent: ReversalIntent = { by: 'refund', reverses: operation_id }
  const reversal = recordFound(
    {
      merchant_id,
      operation_id: `${operation_id}_reversal`,
      object_id,
      kind: 'reversal',
      amount,
      currency,
      provider,
      connector_id,
      parent_id: operation.parent_id,
      intent,
      now: wall,
    },
    'approved',
    toApproval(operation, amount),
  )
  const found: LateOutcome = {
    operation_id,
    kind,
    amount,
    currency,
    reversal: 'done',
    created: now.toISOString(),
  }
  const amount_received = payment.amount_received - amount
  const late_outcomes = [...known, found]
  const booked = [reversal.write, ...book(reversal.operation, { reversal: amount }, now)]
  const alarm = 'the provider took back a capture that it had approved'
  if (amount_received > 0 || !allows(machine, payment.status, 'capture_taken_back')) {
    const { row, writes } = showing({ ...payment, amount_received }, late_outcomes, now)
    return { row, writes: [...writes, ...booked], alarm }
  }
  const set = {
    amount_received,
    unified_code: outcome.unified_code,
    unified_message: declineMessage(outcome.unified_code, outcome.message),
    error_code: outcome.provider_code,
    error_message: outcome.message,
  }
  const { row, events } = transition(lifecycle, payment, 'capture_taken_back', set, now)
  const { status, transitions, modified_at } = row
  const write = update(payments, payment, {
    ...set,
    status,
    late_outcomes,
    transitions,
    modified_at,
  })
  return { row: { ...row, late_outcomes }, writes: [write, ...events, ...booked], alarm }
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
    writes: [
      update(payments, payment, {
        late_outcomes,
        amount_received: payment.amount_received,
        transitions,
        modified_at,
      }),
      event,
    ],
  }
}
