// The transfers of an operation on a payment, and the error when the amount differs from the one requested.
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

/** The amount that moved is booked. If it differs from the one requested, the payment shows it and it is logged. */
export function differenceOf({ kind, amount }: OperationRow, moved: Approved): Difference {
  if (moved.amount === amount) return { set: {} }
  const message = `The acquirer moved ${moved.amount} of the ${amount} asked for.`
  return {
    set: { error_code: 'amount_differs', error_message: message },
    alarm: `${kind} of ${amount} moved ${moved.amount}`,
  }
}
