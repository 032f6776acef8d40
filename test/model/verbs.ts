// Merchants' requests, and the clock's own actions: the first commit for each, built from the program's own state
// tables, `intend` and transfers.
import { insert, save, type Write } from '#kernel/change.ts'
import { allows } from '#kernel/machine.ts'
import { transition } from '#core/outbox/transition.ts'
import { book } from '#core/ledger/transfer.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import { intend } from '#core/operations/operation.ts'
import { editing, lifecycle, outcomeChange } from '#resources/payments/payments/lifecycle.ts'
import { refundShare } from '#resources/payments/payments/refundable.ts'
import { isCaptured, payment as paymentTable } from '#resources/payments/payments/state.ts'
import { type PaymentRow, payments } from '#resources/payments/payments/store.ts'
import { advance } from '#resources/payouts/payouts/lifecycle.ts'
import { payout as payoutTable } from '#resources/payouts/payouts/state.ts'
import { type PayoutRow, payouts } from '#resources/payouts/payouts/store.ts'
import { reserve } from '#resources/payments/refunds/book.ts'
import { type RefundRow, refunds } from '#resources/payments/refunds/store.ts'
import { type Row, rowOf, THEN } from './rows.ts'
import { commit, emptyStore, find, MERCHANT, type Store } from './store.ts'

export type Verb = 'confirm' | 'capture' | 'cancel' | 'replace' | 'expire' | 'refund' | 'fulfill'

export const AMOUNT = 1000
export const REFUND = 400

export const PAYMENT = `payments ${MERCHANT} pay`
export const PAYOUT = `payouts ${MERCHANT} po`
export const REFUNDED = `refunds ${MERCHANT} ref`

export interface FirstCommit {
  readonly writes: readonly Write[]
  /** The row that was decided upon. */
  readonly read?: Row
  /** The object's row and the operation, as the first commit leaves them. */
  readonly row: Row
  /** Undefined for what is done without the provider. */
  readonly operation?: Row
}

/** The object that an operation settles. */
export function objectName(operation_kind: OperationKind): string {
  if (operation_kind === 'payout') return PAYOUT
  return operation_kind === 'refund' ? REFUNDED : PAYMENT
}

const memo = new Map<string, FirstCommit | undefined>()

/** Undefined when the object does not allow it now, or is locked. */
export function firstCommit(store: Store, verb: Verb, id: string): FirstCommit | undefined {
  const object = find(store, verb === 'fulfill' ? PAYOUT : PAYMENT)
  const refund = verb === 'refund' ? (find(store, REFUNDED)?.id ?? -1) : 0
  const key = `${verb} ${id} ${object?.id} ${refund}`
  if (memo.has(key)) return memo.get(key)
  const made = object && decide(store, object, verb, id)
  const decided = made && verb !== 'refund' ? { ...made, read: object } : made
  memo.set(key, decided)
  return decided
}

function decide(store: Store, object: Row, verb: Verb, id: string): FirstCommit | undefined {
  const payment = object.row as unknown as PaymentRow
  switch (verb) {
    case 'fulfill':
      return fulfill(object.row as unknown as PayoutRow, id)
    case 'confirm':
      return confirm(payment, id)
    case 'refund':
      return find(store, REFUNDED) ? undefined : refund(payment, id)
    case 'capture':
      return capture(payment, id)
    case 'cancel':
      return cancel(payment, id)
    case 'replace':
      return replace(payment, id)
    case 'expire':
      return expire(payment, id)
  }
}

function intended(
  kind: OperationKind,
  operation_id: string,
  object_id: string,
  amount: number,
  parent_id: string | null,
  intent: object,
) {
  const about = { merchant_id: MERCHANT, operation_id, object_id, amount, parent_id }
  const planned = { ...about, kind, intent, currency: 'EUR', provider: 'p', now: THEN }
  const { operation, write } = intend(planned)
  return { write, operation: rowOf(`operations ${MERCHANT} ${operation_id}`, { ...operation }) }
}

function confirm(current: PaymentRow, operation_id: string): FirstCommit | undefined {
  if (!allows(paymentTable, current.status, 'confirm') || current.operation_id !== null) {
    return undefined
  }
  const set = {
    operation_id,
    authorization_id: null,
    next_action: null,
    action_before: null,
    unified_code: null,
    error_code: null,
  }
  const { row } = transition(editing, current, 'confirm', set, THEN)
  const intent = {
    from: current.status,
    capture: current.capture_method === 'automatic',
    review: false,
    capture_window_ms: 1,
    action_window_ms: 1,
  }
  const { write, operation } = intended('authorize', operation_id, 'pay', AMOUNT, null, intent)
  const writes = [save(editing.table, current, row), write]
  return { writes, row: rowOf(PAYMENT, { ...row }), operation }
}

function capture(current: PaymentRow, id: string): FirstCommit | undefined {
  const isHeld = allows(paymentTable, current.status, 'capture') && current.status !== 'processing'
  if (!isHeld) return undefined
  const { amount_capturable, status: from } = current
  return locked(current, id, 'capture', amount_capturable, { from, final: true, set: {} })
}

function cancel(current: PaymentRow, id: string): FirstCommit | undefined {
  const name = current.amount_received > 0 ? 'release_rest' : 'cancel'
  if (!allows(paymentTable, current.status, name) || current.status === 'processing') {
    return undefined
  }
  const set = { cancellation_reason: 'x' }
  if (current.authorization_id !== null) {
    return locked(current, id, 'void', 0, { from: current.status, transition: name, set })
  }
  const { row, writes } = transition(lifecycle, current, 'cancel', set, THEN)
  return { writes, row: rowOf(PAYMENT, { ...row }) }
}

/** An earlier attempt's page is closed, so that another instrument can be used. */
function replace(current: PaymentRow, id: string): FirstCommit | undefined {
  if (current.status !== 'requires_action') return undefined
  const set = { authorization_id: null }
  const intent = { from: current.status, transition: 'void_previous', set }
  return locked(current, id, 'void', 0, intent)
}

function expire(current: PaymentRow, id: string): FirstCommit | undefined {
  if (current.status !== 'requires_capture') return undefined
  return locked(current, id, 'void', 0, { from: current.status, transition: 'expire', set: {} })
}

function locked(
  current: PaymentRow,
  operation_id: string,
  kind: 'capture' | 'void',
  amount: number,
  intent: object,
): FirstCommit | undefined {
  if (current.operation_id !== null) return undefined
  const parent_id = current.authorization_id
  const { write, operation } = intended(kind, operation_id, 'pay', amount, parent_id, intent)
  const row = { ...current, operation_id }
  return {
    writes: [outcomeChange(current, row), write],
    row: rowOf(PAYMENT, row as object as Record<string, unknown>),
    operation,
  }
}

function refund(payment: PaymentRow, operation_id: string): FirstCommit | undefined {
  const { amount_received, amount_refunded } = payment
  if (!isCaptured(payment.status) || amount_received - amount_refunded < REFUND) return undefined
  const made = {
    merchant_id: MERCHANT,
    refund_id: 'ref',
    payment_id: 'pay',
    profile_id: 'pro',
    amount: REFUND,
    amount_reserved: REFUND,
    currency: 'EUR',
    status: 'pending',
    send_at: null,
    operation_id,
    transitions: 0,
    version: 1,
  } as unknown as RefundRow
  const parent = payment.authorization_id
  const { write, operation } = intended('refund', operation_id, 'ref', REFUND, parent, {})
  const reserved = reserve(made, THEN)
  const writes = [refundShare(payment, REFUND), insert(refunds, made), write, ...reserved]
  return { writes, row: rowOf(REFUNDED, { ...made }), operation }
}

function fulfill(current: PayoutRow, operation_id: string): FirstCommit | undefined {
  if (!allows(payoutTable, current.status, 'send')) return undefined
  const { row, writes } = advance(current, ['send'], { operation_id, fulfill_at: null }, THEN)
  const intent = { payout_method_id: 'pom' }
  const { write, operation } = intended('payout', operation_id, 'po', AMOUNT, null, intent)
  const about = { merchant_id: MERCHANT, operation_id, object_id: 'po' }
  const booked = book({ ...about, currency: 'EUR' }, { payout: AMOUNT }, THEN)
  return { writes: [...writes, write, ...booked], row: rowOf(PAYOUT, { ...row }), operation }
}

function filled(store: Store, write: Write): Store {
  return commit(store, [write])?.store ?? store
}

export function withPayment(capture_method: 'automatic' | 'manual'): Store {
  const row = {
    merchant_id: MERCHANT,
    payment_id: 'pay',
    profile_id: 'pro',
    status: 'requires_payment_method',
    amount: AMOUNT,
    currency: 'EUR',
    capture_method,
    amount_authorized: 0,
    amount_received: 0,
    amount_capturable: 0,
    amount_refunded: 0,
    amount_disputed: 0,
    late_outcomes: null,
    payment_method: 'card',
    next_action: null,
    action_before: null,
    capture_before: null,
    captured_at: null,
    cancellation_reason: null,
    connector_transaction_id: null,
    unified_code: null,
    unified_message: null,
    error_code: null,
    error_message: null,
    operation_id: null,
    authorization_id: null,
    transitions: 0,
    version: 1,
  } as unknown as PaymentRow
  return filled(emptyStore(), insert(payments, row))
}

export function withPayout(): Store {
  const row = {
    merchant_id: MERCHANT,
    payout_id: 'po',
    profile_id: 'pro',
    status: 'requires_fulfillment',
    amount: AMOUNT,
    currency: 'EUR',
    attempts: null,
    connector_transaction_id: null,
    unified_code: null,
    unified_message: null,
    error_code: null,
    error_message: null,
    fulfill_at: null,
    expires_at: null,
    payout_link: null,
    created: THEN,
    operation_id: null,
    vault_id: null,
    payout_method_id: null,
    recurring: false,
    auto_fulfill: true,
    confirmed_at: THEN,
    session_before: THEN,
    transitions: 0,
    version: 1,
  } as unknown as PayoutRow
  return filled(emptyStore(), insert(payouts, row))
}
