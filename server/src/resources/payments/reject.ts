import type { Context } from '#kernel/context.ts'
import { checkHeldForReview } from './approve.ts'
import { modify } from './modify.ts'
import type { Payment } from './schema.ts'

/** Releases the hold of a payment held for review; the customer is not charged. */
export function rejectPayment(context: Context, payment_id: string): Promise<Payment> {
  const set = {
    merchant_decision: { decision: 'rejected', decided_at: context.now },
    error_code: 'manual_review_rejected',
    error_message: 'The payment was rejected in manual review.',
  }
  return modify(context, payment_id, (current) => {
    checkHeldForReview(current, 'rejected')
    return { kind: 'void', intent: { transition: 'reject', set } }
  })
}
