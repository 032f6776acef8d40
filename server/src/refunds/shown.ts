import type { Refund } from './schema.ts'
import type { RefundRow } from './store.ts'

/** The refund as the outside knows it. */
export function shown(row: RefundRow): Refund {
  const { send_at: _, operation_id: __, transitions: ___, version: ____, ...rest } = row
  return rest
}
