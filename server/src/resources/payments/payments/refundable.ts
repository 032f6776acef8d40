// A payment's refundable amount. Refunds and disputes share one limit on the payment row, so that concurrent ones
// cannot exceed the captured amount.
import { type Add, add, type Update, update } from '#kernel/change.ts'
import { Failure } from '#errors.ts'
import { isCaptured } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

type Which = Pick<PaymentRow, 'merchant_id' | 'payment_id'>

/** Refuses a payment without captured money. */
export function checkCaptured({ status }: PaymentRow): void {
  if (isCaptured(status)) return
  throw new Failure('IR_14', `A payment that is ${status} has nothing to refund.`)
}

/**
 * Takes a share of the refundable amount, or returns it with a negative amount. With 0 it only refuses its commit when
 * refunds and disputes together exceed the captured amount.
 */
export function refundShare({ merchant_id, payment_id }: Which, amount: number): Add {
  const which = { merchant_id, payment_id }
  return add(payments, which, 'amount_refunded', amount, 'amount_received', 'amount_disputed')
}

/** Like `refundShare`, and refuses its commit when the payment has changed since it was read. */
export function refundShareAsRead(payment: PaymentRow, amount: number): Update {
  return update(payments, payment, { amount_refunded: payment.amount_refunded + amount })
}

/** A share that the acquirer has refunded already, whatever is left. */
export function refundedAnyway({ merchant_id, payment_id }: Which, amount: number): Add {
  return add(payments, { merchant_id, payment_id }, 'amount_refunded', amount, null)
}

/** A dispute's share; no limit applies to it. */
export function disputeShare({ merchant_id, payment_id }: Which, amount: number): Add {
  return add(payments, { merchant_id, payment_id }, 'amount_disputed', amount, null)
}
