// What of a payment can go back. Refunds are objects of their own; the payment keeps the bound that all of
// them share, so that any number at once can never give back more than was taken.
import { type Add, add } from '../kernel/change.ts'
import { Failure } from '../errors.ts'
import { isTaken } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

/** How much is left to refund; refuses a payment whose money was never taken. */
export function refundableOf(payment: PaymentRow): number {
  if (!isTaken(payment.status)) {
    throw new Failure('IR_14', `A payment that is ${payment.status} has nothing to refund.`)
  }
  return payment.amount_received - payment.amount_refunded
}

/** Takes a share of what is refundable, or with a negative amount gives it back. */
export function refundShare(
  { merchant_id, payment_id }: Pick<PaymentRow, 'merchant_id' | 'payment_id'>,
  amount: number,
): Add {
  return add(payments, { merchant_id, payment_id }, 'amount_refunded', amount, 'amount_received')
}
