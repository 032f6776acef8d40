import { transition } from '#core/outbox/transition.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { Decided } from '#core/operations/settler.ts'
import { lifecycle } from './lifecycle.ts'
import type { PaymentRow } from './store.ts'

/** No final outcome: `processing` is emitted once, then the provider is only polled. */
export function waiting(
  payment: PaymentRow,
  { checks }: OperationRow,
  now: Date,
): Decided<PaymentRow> | undefined {
  if (payment.status === 'processing' && checks > 0) return undefined
  return transition(lifecycle, payment, 'outcome_unknown', {}, now)
}
