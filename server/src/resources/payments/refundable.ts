// What of a payment can go back. Refunds and disputes are objects of their own; the payment keeps the bound that all
// of them share, so that any number at once can never give back more than was captured.
import { type Add, add } from '#kernel/change.ts'
import { Failure } from '#errors.ts'
import { isCaptured } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

type Which = Pick<PaymentRow, 'merchant_id' | 'payment_id'>

/** How much is left to refund; refuses a payment of which nothing was captured. */
export function refundableOf(payment: PaymentRow): number {
  if (!isCaptured(payment.status)) {
    throw new Failure('IR_14', `A payment that is ${payment.status} has nothing to refund.`)
  }
  const { amount_received, amount_refunded, amount_disputed = 0 } = payment
  return Math.max(0, amount_received - amount_refunded - amount_disputed)
}

/**
 * Takes a share of what is refundable, or with a negative amount gives it back. With 0 it only refuses its commit
 * when refunds and disputes together exceed what was captured.
 */
export function refundShare({ merchant_id, payment_id }: Which, amount: number): Add {
  const which = { merchant_id, payment_id }
  return add(payments, which, 'amount_refunded', amount, 'amount_received', 'amount_disputed')
}

/** A share that the acquirer has given back already, whatever is left. */
export function refundedAnyway({ merchant_id, payment_id }: Which, amount: number): Add {
  return add(payments, { merchant_id, payment_id }, 'amount_refunded', amount, null)
}

/** What a dispute claims: the cardholder's bank asks nobody. */
export function disputeShare({ merchant_id, payment_id }: Which, amount: number): Add {
  return add(payments, { merchant_id, payment_id }, 'amount_disputed', amount, null)
}
