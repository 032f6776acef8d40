// How refunds change state: their state table, their events, and which columns a transition can write.
import { type Update, update } from '../kernel/change.ts'
import type { Lifecycle } from '../events/transition.ts'
import { shown } from './shown.ts'
import { refund, type RefundTransition } from './state.ts'
import { type RefundRow, refunds } from './store.ts'

export const lifecycle: Lifecycle<RefundRow, RefundTransition> = {
  machine: refund,
  content: 'refund_details',
  idOf: (row) => row.refund_id,
  toApi: shown,
  update: outcomeChange,
}

/** What an outcome can change, always whole and in one order, so that it is always one statement. */
function outcomeChange(current: RefundRow, next: RefundRow): Update {
  return update(refunds, current, {
    status: next.status,
    error_code: next.error_code,
    error_message: next.error_message,
    unified_code: next.unified_code,
    unified_message: next.unified_message,
    connector_refund_id: next.connector_refund_id,
    send_at: next.send_at,
    amount_reserved: next.amount_reserved,
    completed_at: next.completed_at,
    modified_at: next.modified_at,
    transitions: next.transitions,
  })
}
