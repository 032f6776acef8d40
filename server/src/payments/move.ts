// One state transition of a payment as data: the row's update and the event that tells of it.
import { type Update, type Insert, update } from '../kernel/change.ts'
import { allows } from '../kernel/machine.ts'
import { event } from '../events/event.ts'
import { shownInEvent } from './shown.ts'
import { payment, type PaymentEvent, type PaymentStatus, told } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

export interface Moved {
  row: PaymentRow
  writes: [Update, Insert]
}

/** A move the table does not know is our mistake, never the caller's: those are refused before. */
export function move(
  current: PaymentRow,
  name: PaymentEvent,
  set: Partial<PaymentRow>,
  now: Date,
): Moved {
  if (!allows(payment, current.status, name)) {
    throw new Error(`payment ${current.payment_id}: no ${name} from ${current.status}`)
  }
  return arrive(current, payment.events[name].to, set, now)
}

/** The same state told again: the acquirer has no final answer yet. */
export function arrive(
  current: PaymentRow,
  status: PaymentStatus,
  set: Partial<PaymentRow>,
  now: Date,
): Moved {
  const transitions = current.transitions + 1
  const row = { ...current, ...set, status, modified_at: now, transitions }
  const news = event({
    merchant_id: row.merchant_id,
    profile_id: row.profile_id,
    event_type: told[status],
    object_type: 'payment_details',
    object_id: row.payment_id,
    sequence: transitions,
    object: shownInEvent(row),
    now,
  })
  return {
    row: { ...row, version: current.version + 1 },
    writes: [outcomeChange(current, row), news],
  }
}

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

/** The row as its update leaves it. */
export function next(row: PaymentRow): PaymentRow {
  return { ...row, version: row.version + 1 }
}

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
