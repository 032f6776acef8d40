// Refund changes: their state table, their events, and the columns that a transition can write.
import type { Lifecycle } from '#core/outbox/transition.ts'
import { refund, type RefundTransition } from './state.ts'
import { type RefundRow, refunds } from './store.ts'
import { toApi } from './read.ts'

const COLUMNS = [
  'status',
  'error_code',
  'error_message',
  'unified_code',
  'unified_message',
  'connector_refund_id',
  'send_at',
  'amount_reserved',
  'completed_at',
  'modified_at',
  'transitions',
] as const satisfies (keyof RefundRow)[]

export const lifecycle: Lifecycle<RefundRow, RefundTransition, (typeof COLUMNS)[number]> = {
  machine: refund,
  content: 'refund_details',
  table: refunds,
  columns: COLUMNS,
  toApi,
}
