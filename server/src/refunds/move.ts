// One state transition of a refund as data: the row's update and the event that tells of it.
import { type Insert, type Update, update } from '../kernel/change.ts'
import { allows } from '../kernel/machine.ts'
import { event } from '../events/event.ts'
import { shown } from './shown.ts'
import { refund, type RefundEvent, told } from './state.ts'
import { type RefundRow, refunds } from './store.ts'

export interface Moved {
  row: RefundRow
  writes: [Update, Insert]
}

/** A move the table does not know is our mistake, never the caller's: those are refused before. */
export function move(
  current: RefundRow,
  name: RefundEvent,
  set: Partial<RefundRow>,
  now: Date,
): Moved {
  if (!allows(refund, current.status, name)) {
    throw new Error(`refund ${current.refund_id}: no ${name} from ${current.status}`)
  }
  const status = refund.events[name].to
  const transitions = current.transitions + 1
  const row = { ...current, ...set, status, modified_at: now, transitions }
  const news = event({
    merchant_id: row.merchant_id,
    profile_id: row.profile_id,
    event_type: told[name],
    object_type: 'refund_details',
    object_id: row.refund_id,
    sequence: transitions,
    object: shown(row),
    now,
  })
  return {
    row: { ...row, version: current.version + 1 },
    writes: [outcomeChange(current, row), news],
  }
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
    completed_at: next.completed_at,
    modified_at: next.modified_at,
    transitions: next.transitions,
  })
}
