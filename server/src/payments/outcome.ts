// What follows from a provider's outcome, as data. It touches nothing: the same decision serves an
// answer that came at once, by callback, by query, or after a crash.
import type { Write } from '../kernel/change.ts'
import { addMs } from '../kernel/clock.ts'
import { declineMessage } from '../declines.ts'
import { type Cause, transfer } from '../ledger/transfer.ts'
import { finish } from '../operations/operation.ts'
import { save } from '../payment_methods/saved.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Declined, Outcome, Pending } from '../providers/provider.ts'
import { remember } from './guard.ts'
import { arrive, move, outcomeChange } from './move.ts'
import { follow, redirectTo, waitScreen } from './next_action.ts'
import type { PaymentEvent, PaymentStatus } from './state.ts'
import type { PaymentRow } from './store.ts'

export interface Decided {
  row: PaymentRow
  writes: [Write, ...Write[]]
}

/** What an operation was meant for; written with it, so that whoever finishes it knows. */
export interface Intent extends Record<string, unknown> {
  /** Authorize: take the money at once. */
  capture?: boolean
  /** Capture: the rest of the hold is released. */
  final?: boolean
  /** The event that an approval means, for captures and voids. */
  event?: PaymentEvent
  /** Where the payment stood, and stands again if nothing was done. */
  from: PaymentStatus
  set?: Partial<PaymentRow>
  /** Void: only to make room for another try. */
  supersede?: boolean
  capture_window_ms?: number
  action_window_ms?: number
  /** Authorize: a rule of the merchant's wants to look at it first. */
  review?: boolean
  /** Whom the guard against card testing remembers if it is declined. */
  marks?: string[]
  /** Authorize: the instrument to save if it succeeds, to destroy if it does not. */
  save?: { payment_method_id: string; vault_id: string } | undefined
}

const UNLOCKED = { operation_id: null }

/** An instrument that was not sent, put into the vault so that the payment can be confirmed again. */
export interface Kept {
  vault_id: string
  write: Write
}

export function decideOutcome(
  payment: PaymentRow,
  operation: OperationRow,
  outcome: Outcome,
  now: Date,
  kept?: Kept,
): Decided {
  const intent = operation.intent as Intent
  // News of an operation that the payment no longer waits for closes the operation and nothing else.
  if (waitedFor(payment) !== operation.operation_id) {
    // While another call is in flight it is too early to tell: it is asked about again afterwards.
    const busy =
      payment.operation_id !== null && payment.authorization_id === operation.operation_id
    const heard: Outcome = busy ? { result: 'unknown' } : outcome
    return { row: payment, writes: [finish(operation, heard, now)] }
  }
  const decided =
    kept && intent.from !== 'requires_payment_method'
      ? unsent(payment, kept, now)
      : decide(payment, operation, outcome, intent, now)
  return { row: decided.row, writes: [...decided.writes, finish(operation, outcome, now)] }
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

/** A capture or a void that was done. */
function followedUp(
  payment: PaymentRow,
  operation: OperationRow,
  intent: Intent,
  now: Date,
): Decided {
  if (intent.supersede) return superseded(payment, now)
  const taken = operation.kind === 'capture' ? operation.amount : 0
  const left = payment.amount_capturable - taken
  const over = operation.kind === 'void' || intent.final === true || left === 0
  const set: Partial<PaymentRow> = {
    ...UNLOCKED,
    ...intent.set,
    amount_received: payment.amount_received + taken,
    amount_capturable: over ? 0 : left,
    ...(taken > 0 ? { captured_at: now } : {}),
    ...(over ? { capture_before: null } : {}),
    next_action: null,
    action_before: null,
  }
  const name = intent.event ?? (over ? 'capture' : 'capture_part')
  const released = payment.amount_capturable - (over ? 0 : left)
  return booked(
    move(payment, name, set, now),
    operation,
    { release: released, capture: taken },
    now,
  )
}

/** The customer's page was closed so that another instrument can be tried; the payment itself stands. */
function superseded(payment: PaymentRow, now: Date): Decided {
  const free = { authorization_id: null, next_action: null, action_before: null }
  const row = { ...payment, ...UNLOCKED, ...free, modified_at: now }
  return { row: next(row), writes: [outcomeChange(payment, row)] }
}

function booked(
  moved: { row: PaymentRow; writes: [Write, ...Write[]] },
  operation: OperationRow,
  causes: Partial<Record<Cause, number>>,
  now: Date,
): Decided {
  const { merchant_id, operation_id, object_id, currency } = operation
  const what = { merchant_id, operation_id, object_id, currency, created: now }
  const transfers = Object.entries(causes).flatMap(([cause, amount]) =>
    transfer(cause as Cause, { ...what, amount }),
  )
  return { row: moved.row, writes: [...moved.writes, ...transfers] }
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

function declined(outcome: Declined): Partial<PaymentRow> {
  const message = declineMessage(outcome.code, outcome.provider_message)
  const { network } = outcome
  return {
    unified_code: outcome.code,
    unified_message: message,
    error_code: outcome.provider_code,
    error_message: outcome.provider_message,
    error_details: {
      unified_details: { category: outcome.code, message },
      issuer_details: network && {
        code: network.code,
        message: network.message,
        network_details: { name: network.name },
      },
      connector_details: {
        code: outcome.provider_code,
        message: outcome.provider_message,
        reason: outcome.reason,
      },
    },
    connector_transaction_id: outcome.transaction_id,
    next_action: null,
    action_before: null,
  }
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

function next(row: PaymentRow): PaymentRow {
  return { ...row, version: row.version + 1 }
}
