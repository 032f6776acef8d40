// What follows from a provider's outcome, as data. It touches nothing: the same decision serves an
// answer that came at once, by callback, by query, or after a crash.
import type { Write } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import { finish, type OperationRow } from '../operations/operation.ts'
import { save } from '../payment_methods/saved.ts'
import type { Declined, Outcome, Pending } from '../providers/provider.ts'
import { forget } from '../vault/vault.ts'
import { declined } from './declined.ts'
import { booked, followedUp, UNLOCKED } from './followed_up.ts'
import { remember } from './guard.ts'
import type { Decided, Intent } from './intent.ts'
import { arrive, move, next, outcomeChange } from './move.ts'
import { follow, redirectTo, waitScreen } from './next_action.ts'
import type { PaymentRow } from './store.ts'

/** An instrument that was not sent, put into the vault so that the payment can be confirmed again. */
export interface Kept {
  vault_id: string
  write: Write
}

/** One moment by both clocks: the merchant's for the payment, the wall's for calls to the provider. */
export interface Moment {
  now: Date
  wall: Date
}

export function decideOutcome(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
  kept?: Kept,
): Decided {
  const decided =
    waitedFor(payment) === operation.operation_id
      ? decideWaited(payment, operation, outcome, at, kept)
      : calledOff(payment, operation, outcome, at)
  return { row: decided.row, writes: [...decided.writes, ...unsaved(decided, operation, outcome)] }
}

function decideWaited(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
  kept?: Kept,
): Decided {
  const intent = operation.intent as Intent
  const { row, writes } =
    kept && intent.from !== 'requires_payment_method'
      ? unsent(payment, kept, at.now)
      : decide(payment, operation, outcome, intent, at.now)
  return { row, writes: [...writes, finish(operation, outcome, at.wall)] }
}

/**
 * News of an operation that the payment no longer waits for closes the operation and leaves the payment
 * alone. An authorization that was called off in the very moment it was given has held the money until
 * then: the books say both.
 */
function calledOff(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  at: Moment,
): Decided {
  // While another call is in flight it is too early to tell: it is asked about again afterwards.
  const busy = payment.operation_id !== null && payment.authorization_id === operation.operation_id
  const heard: Outcome = busy ? { result: 'unknown' } : outcome
  const closed: Decided = { row: payment, writes: [finish(operation, heard, at.wall)] }
  if (heard.result !== 'approved' || operation.kind !== 'authorize') return closed
  const { amount } = operation
  return booked(closed, operation, { hold: amount, release: amount }, at.now)
}

/** An instrument that was to be saved and will not be is destroyed. */
function unsaved({ row }: Decided, operation: OperationRow, { result }: Outcome): Write[] {
  const { save: meant } = operation.intent as Intent
  const isOver = result === 'approved' || result === 'declined' || result === 'not_sent'
  if (!meant || !isOver || row.payment_method_id === meant.payment_method_id) return []
  return [forget(operation.merchant_id, meant.vault_id)]
}

/** The call in flight, or the authorization whose customer has not acted yet. */
function waitedFor(payment: PaymentRow): string | null {
  const open = payment.status === 'requires_action' || payment.status === 'processing'
  return payment.operation_id ?? (open ? payment.authorization_id : null)
}

function unsent(payment: PaymentRow, kept: Kept, now: Date): Decided {
  const status = 'requires_confirmation' as const
  const set = { ...UNLOCKED, vault_id: kept.vault_id }
  if (payment.transitions === 0) {
    const moved = arrive(payment, status, set, now)
    return { row: moved.row, writes: [...moved.writes, kept.write] }
  }
  const row = { ...payment, ...set, status, modified_at: now }
  return { row: next(row), writes: [outcomeChange(payment, row), kept.write] }
}

function decide(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  intent: Intent,
  now: Date,
): Decided {
  switch (outcome.result) {
    case 'approved':
      return operation.kind === 'authorize'
        ? authorized(payment, operation, outcome, intent, now)
        : followedUp(payment, operation, intent, now)
    case 'declined':
      return refusedByIssuer(payment, outcome, intent, now)
    case 'challenge':
      return challenged(payment, redirectTo(outcome.page_url), outcome.transaction_id, intent, now)
    case 'pending':
      return pending(payment, operation, outcome, intent, now)
    case 'unknown':
      // Who waits for the customer learns nothing from a question that was not answered.
      return operation.status === 'sent' ? waiting(payment, operation, now) : unchanged(payment)
    case 'refused':
    case 'not_sent':
    case 'revoked':
      return undone(payment, operation, intent, now)
  }
}

function authorized(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: { transaction_id: string; review: boolean },
  intent: Intent,
  now: Date,
): Decided {
  const amount = operation.amount
  const common = {
    ...UNLOCKED,
    amount_authorized: amount,
    authorization_id: operation.operation_id,
    connector_transaction_id: outcome.transaction_id,
    next_action: null,
    action_before: null,
  }
  const review = outcome.review || intent.review === true
  const taken = intent.capture === true && !review
  const saved = savedMethod(payment, intent, now)
  if (taken) {
    const set = { ...common, ...saved.set, amount_received: amount, captured_at: now }
    const moved = move(payment, 'charge', set, now)
    return withWrites(booked(moved, operation, { capture: amount }, now), saved.writes)
  }
  const capture_before = addMs(now, intent.capture_window_ms ?? 0)
  const set = { ...common, ...saved.set, amount_capturable: amount, capture_before }
  const name = review ? 'review' : 'authorize'
  const moved = move(payment, name, set, now)
  return withWrites(booked(moved, operation, { hold: amount }, now), saved.writes)
}

function withWrites(decided: Decided, more: readonly Write[]): Decided {
  return { row: decided.row, writes: [...decided.writes, ...more] }
}

function savedMethod(payment: PaymentRow, { save: saved }: Intent, now: Date) {
  const { customer_id, payment_method, payment_method_type, payment_method_data } = payment
  if (!saved || !customer_id || !payment_method || !payment_method_type || !payment_method_data) {
    return { set: {}, writes: [] }
  }
  const write = save({
    merchant_id: payment.merchant_id,
    customer_id,
    ...saved,
    payment_method,
    payment_method_type,
    payment_method_data,
    created: now,
  })
  return { set: { payment_method_id: saved.payment_method_id }, writes: [write] }
}

function refusedByIssuer(
  payment: PaymentRow,
  outcome: Declined,
  intent: Intent,
  now: Date,
): Decided {
  const moved = move(payment, 'decline', { ...UNLOCKED, ...declined(outcome) }, now)
  const marks = remember(payment.merchant_id, intent.marks ?? [], now)
  return { row: moved.row, writes: [...moved.writes, ...marks] }
}

/** The customer must act. The call is over, but its outcome is not: the authorization is remembered. */
function challenged(
  payment: PaymentRow,
  next_action: PaymentRow['next_action'],
  transaction_id: string,
  intent: Intent,
  now: Date,
): Decided {
  const action_before = addMs(now, intent.action_window_ms ?? 0)
  // Asked again before the customer has acted: the time to act does not start anew.
  if (payment.status === 'requires_action') return unchanged(payment)
  const set = { ...UNLOCKED, next_action, action_before, connector_transaction_id: transaction_id }
  return move(payment, 'challenge', { ...set, authorization_id: payment.operation_id }, now)
}

/** The customer pays elsewhere, or the acquirer takes its time. */
function pending(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Pending,
  intent: Intent,
  now: Date,
): Decided {
  const { instructions, transaction_id } = outcome
  const until = addMs(now, intent.action_window_ms ?? 0)
  const own = payment.payment_method === 'upi' && operation.kind === 'authorize'
  const action = instructions ? follow(instructions) : own ? waitScreen(now, until) : undefined
  if (action === undefined) return waiting(payment, operation, now)
  return challenged(payment, action, transaction_id, intent, now)
}

/** No final answer: told once, then only waited for. */
function waiting(payment: PaymentRow, operation: OperationRow, now: Date): Decided {
  if (payment.status !== 'processing') return move(payment, 'lose_sight', {}, now)
  if (operation.checks === 0) return arrive(payment, 'processing', {}, now)
  return unchanged(payment)
}

function unchanged(payment: PaymentRow): Decided {
  return { row: next(payment), writes: [outcomeChange(payment, payment)] }
}

/** Surely nothing was done: the payment stands where it stood, and who was told otherwise is told. */
function undone(payment: PaymentRow, operation: OperationRow, intent: Intent, now: Date): Decided {
  // An instrument that nobody holds any more must be sent again.
  const bare = operation.kind === 'authorize' && intent.from === 'requires_confirmation'
  const status = bare ? 'requires_payment_method' : intent.from
  // Nobody has heard of a payment that was made and charged in one step: now they do.
  const isNew = payment.transitions === 0
  if (isNew || operation.checks > 0) return arrive(payment, status, UNLOCKED, now)
  const row = { ...payment, ...UNLOCKED, status, modified_at: now }
  return { row: next(row), writes: [outcomeChange(payment, row)] }
}
