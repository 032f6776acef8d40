// Payment changes: their state table, their events, and the columns that an outcome can write.
import { save, type Update } from '#kernel/change.ts'
import { type Lifecycle, transition } from '#core/outbox/transition.ts'
import { eventObject } from './read.ts'
import { payment, type PaymentTransition } from './state.ts'
import { type PaymentRow, payments } from './store.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'

/** Columns that an outcome writes, always all together, so that it is always the same statement. */
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

/** For transitions that also write the fields a merchant edited. */
export const editing: Lifecycle<PaymentRow, PaymentTransition> = {
  machine: payment,
  content: 'payment_details',
  table: payments,
  toApi: eventObject,
}

export const lifecycle: Lifecycle<PaymentRow, PaymentTransition, (typeof OUTCOME)[number]> = {
  ...editing,
  columns: OUTCOME,
}

/** No call is in flight any more. */
export const UNLOCKED = { operation_id: null }

export function outcomeChange(current: PaymentRow, next: PaymentRow): Update {
  return save(payments, current, next, OUTCOME)
}

/** The amount that moved is booked; the payment shows that it is not the one requested. */
export function amountDiffers({ amount }: OperationRow, moved: number) {
  const error_message = `The acquirer moved ${moved} of the ${amount} asked for.`
  return { error_code: 'amount_differs', error_message }
}

/** No final outcome: `processing` is emitted once, then the provider is only polled. */
export function waiting(
  payment: PaymentRow,
  { checks }: OperationRow,
  now: Date,
): Decided<PaymentRow> | undefined {
  if (payment.status === 'processing' && checks > 0) return undefined
  return transition(lifecycle, payment, 'outcome_unknown', {}, now)
}
