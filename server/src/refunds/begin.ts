import type { Insert } from '../kernel/change.ts'
import type { Services } from '../kernel/context.ts'
import { newId } from '../kernel/ids.ts'
import { begin, type OperationRow } from '../operations/operation.ts'
import type { RefundRow } from './store.ts'

/** What we are about to ask, as data; the refund names its call from now on. */
export function beginRefund(
  { provider, clock }: Pick<Services, 'provider' | 'clock'>,
  refund: RefundRow,
  authorization_id: string | null,
): { refund: RefundRow; operation: OperationRow; write: Insert } {
  const { merchant_id, refund_id, amount, currency } = refund
  const { row: operation, write } = begin({
    merchant_id,
    operation_id: newId('op'),
    object_id: refund_id,
    kind: 'refund',
    amount,
    currency,
    provider: provider.name,
    parent_id: authorization_id,
    intent: {},
    now: clock.now(),
  })
  const { operation_id } = operation
  return { refund: { ...refund, operation_id, send_at: null }, operation, write }
}
