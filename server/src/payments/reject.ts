import type { Context } from '../kernel/context.ts'
import { checkHeldForReview } from './approve.ts'
import { followUp } from './follow_up.ts'
import type { Payment } from './schema.ts'

/** Releases the hold of a payment held for review; the customer is not charged. */
export function rejectPayment(context: Context, payment_id: string): Promise<Payment> {
  const set = {
    merchant_decision: { decision: 'rejected', decided_at: context.now },
    error_code: 'manual_review_rejected',
    error_message: 'The payment was rejected in manual review.',
  }
  return followUp(context, payment_id, (current) => {
    checkHeldForReview(current, 'rejected')
    return { kind: 'void', amount: 0, intent: { event: 'reject', set } }
  })
}
