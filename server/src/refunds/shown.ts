import type { Refund } from './schema.ts'
import type { RefundRow } from './store.ts'

/** The refund as the outside knows it. */
export function shown(row: RefundRow): Refund {
  const {
    send_at: _send_at,
    operation_id: _operation_id,
    amount_reserved: _amount_reserved,
    transitions: _transitions,
    version: _version,
    ...rest
  } = row
  return rest
}
