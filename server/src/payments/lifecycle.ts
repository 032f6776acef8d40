// How payments change state: their state table, their events, and which columns an outcome can write.
import { type Update, update } from '../kernel/change.ts'
import type { Lifecycle } from '../events/transition.ts'
import { shownInEvent } from './shown.ts'
import { payment, type PaymentTransition } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

export const lifecycle: Lifecycle<PaymentRow, PaymentTransition> = {
  machine: payment,
  content: 'payment_details',
  idOf: (row) => row.payment_id,
  toApi: shownInEvent,
  update: outcomeChange,
}

/** The same, for a transition that comes with what a merchant edited. */
export const editing: Lifecycle<PaymentRow, PaymentTransition> = {
  ...lifecycle,
  update: editChange,
}

/** No call is in flight any more. */
export const UNLOCKED = { operation_id: null }

/** What an outcome can change, always whole and in one order, so that it is always one statement. */
const OUTCOME = [
  'status',
  'amount_authorized',
  'amount_received',
  'amount_capturable',
  'payment_method_id',
  'vault_id',
  'statement_descriptor',
  'next_action',
  'cancellation_reason',
  'merchant_decision',
  'attempt_count',
  'unified_code',
  'unified_message',
  'error_code',
  'error_message',
  'error_details',
  'connector',
  'connector_transaction_id',
  'operation_id',
  'authorization_id',
  'captured_at',
  'capture_before',
  'action_before',
  'modified_at',
  'transitions',
] as const satisfies (keyof PaymentRow)[]

export function outcomeChange(current: PaymentRow, next: PaymentRow): Update {
  const set = Object.fromEntries(OUTCOME.map((column) => [column, next[column]]))
  return update(payments, current, set)
}

/** All columns but the key and the creation, in one order: for what a merchant edits. */
export function editChange(current: PaymentRow, next: PaymentRow): Update {
  const { merchant_id: _, payment_id: __, created: ___, version: ____, ...columns } = current
  const set = Object.fromEntries(
    Object.keys(columns)
      .toSorted()
      .map((column) => [column, next[column as keyof PaymentRow]]),
  )
  return update(payments, current, set)
}
