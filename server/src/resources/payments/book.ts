// How money is booked for an operation on a payment, and what is said when it is not the money that was asked for.
import type { Insert } from '#kernel/change.ts'
import { type Cause, transfer } from '#core/ledger/transfer.ts'
import type { OperationRow } from '#core/operations/operation.ts'
import type { Approved } from '#core/providers/provider.ts'
import type { PaymentRow } from './store.ts'

export function book(
  operation: OperationRow,
  causes: Partial<Record<Cause, number>>,
  created: Date,
): Insert[] {
  const { merchant_id, operation_id, object_id, currency } = operation
  const what = { merchant_id, operation_id, object_id, currency, created }
  return Object.entries(causes).flatMap(([cause, amount]) =>
    transfer(cause as Cause, { ...what, amount }),
  )
}

interface Difference {
  set: Partial<Pick<PaymentRow, 'error_code' | 'error_message'>>
  alarm?: string
}

/** What moved is what is booked; that it is not what was asked for is shown on the payment and logged. */
export function differenceOf({ kind, amount }: OperationRow, moved: Approved): Difference {
  if (moved.amount === amount) return { set: {} }
  const message = `The acquirer moved ${moved.amount} of the ${amount} asked for.`
  return {
    set: { error_code: 'amount_differs', error_message: message },
    alarm: `${kind} of ${amount} moved ${moved.amount}`,
  }
}
