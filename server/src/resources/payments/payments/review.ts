// A person decides about a payment that a risk rule, or the acquirer, has held for review.
import type { Context } from '#kernel/context.ts'
import { declineMessage } from '#core/declines.ts'
import { Failure } from '#errors.ts'
import { transition } from '#core/outbox/transition.ts'
import { lifecycle } from './lifecycle.ts'
import { modify } from './modify.ts'
import type { ApprovePayment, Payment } from './schema.ts'
import type { PaymentRow } from './store.ts'

/** Blocked by the merchant, like a payment that a risk rule blocks. */
const REJECTED = 'UE_2003'

/** Captures a payment held for review; with manual capture it becomes capturable. */
export function approvePayment(
  context: Context,
  payment_id: string,
  input: ApprovePayment,
): Promise<Payment> {
  const set = { merchant_decision: { decision: 'approved', ...input, decided_at: context.now } }
  return modify(context, payment_id, (current) => {
    checkHeldForReview(current, 'approved')
    if (current.capture_method !== 'automatic')
      return transition(lifecycle, current, 'approve_hold', set, context.now)
    const intent = { final: true, transition: 'approve' as const, set }
    return { kind: 'capture', amount: current.amount_capturable, intent }
  })
}

function checkHeldForReview(current: PaymentRow, what: string): void {
  if (current.status === 'requires_merchant_action') return
  throw new Failure(
    'IR_14',
    `A payment that is ${current.status} cannot be ${what}; it is not held for review.`,
  )
}

/** Releases the hold on a payment in review; the customer is not charged. */
export function rejectPayment(context: Context, payment_id: string): Promise<Payment> {
  const message = declineMessage(REJECTED)
  const set = {
    merchant_decision: { decision: 'rejected', decided_at: context.now },
    error_code: 'manual_review_rejected',
    error_message: 'The payment was rejected in manual review.',
    unified_code: REJECTED,
    unified_message: message,
    error_details: { unified_details: { category: REJECTED, message } },
  }
  return modify(context, payment_id, (current) => {
    checkHeldForReview(current, 'rejected')
    return { kind: 'void', intent: { transition: 'reject', set } }
  })
}
