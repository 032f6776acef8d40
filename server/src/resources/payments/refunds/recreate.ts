import { insert } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import type { PaymentRow } from '#resources/payments/payments/read.ts'
import { refundShare } from '#resources/payments/payments/refundable.ts'
import { reserve } from './book.ts'
import { newRefund } from './create.ts'
import { intendRefund } from './settler.ts'
import { refunds } from './store.ts'

export interface LostRefund {
  readonly refund_id: string
  readonly operation_id: string
  readonly amount: number
}

/**
 * The rows that a request wrote before its call, for a refund that a restore has lost: pending, with the operation as
 * sent. Fails like a request if the amount is not refundable.
 */
export async function recreateRefund(
  context: Context,
  payment: PaymentRow,
  { operation_id, ...lost }: LostRefund,
) {
  const { payment_id } = payment
  const refund = await newRefund(context, payment, lost.refund_id, { payment_id, ...lost })
  const { row, operation, write } = await intendRefund(context, refund, operation_id, payment)
  const share = refundShare(payment, row.amount)
  const reserved = reserve(row, context.now)
  return { row, operation, writes: [share, insert(refunds, row), write, ...reserved] }
}
