// What follows from a capture or a void that was done, and how money is booked for any operation.
import { type Cause, transfer } from '../ledger/transfer.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Decided, Intent } from './intent.ts'
import { move, next, outcomeChange } from './move.ts'
import type { PaymentRow } from './store.ts'

/** No call is in flight any more. */
export const UNLOCKED = { operation_id: null }

export function followedUp(
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

/**
 * The customer's page was closed so that another instrument can be tried. The payment itself stands, and
 * still fails in its time if that try never comes.
 */
function superseded(payment: PaymentRow, now: Date): Decided {
  const free = { authorization_id: null, next_action: null }
  const row = { ...payment, ...UNLOCKED, ...free, modified_at: now }
  return { row: next(row), writes: [outcomeChange(payment, row)] }
}

export function booked(
  moved: Decided,
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
