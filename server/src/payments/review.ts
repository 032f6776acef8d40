// A payment held for the merchant's review is approved or rejected.
import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { beginFollowUp, earlierTry, finishFollowUp } from './follow_up.ts'
import { readPayment } from './read.ts'
import { move } from './move.ts'
import type { ApprovePayment, Payment } from './schema.ts'
import { shown } from './shown.ts'
import type { PaymentRow } from './store.ts'

/** Takes the money, or under manual capture leaves it held for a later one. */
export async function approvePayment(
  context: Context,
  payment_id: string,
  input: ApprovePayment,
): Promise<Payment> {
  const merchant_decision = { decision: 'approved', ...input, decided_at: context.now }
  const operation_id = context.id('op')
  const earlier = await earlierTry(context, payment_id, operation_id)
  if (earlier) return shown(context.keyring, earlier)
  const begun = await deciding(async () => {
    const current = await readPayment(context, payment_id)
    checkReview(current, 'approved')
    if (current.capture_method === 'automatic') {
      const amount = current.amount_capturable
      const intent = { final: true, event: 'approve' as const, set: { merchant_decision } }
      return beginFollowUp(context, current, { operation_id, kind: 'capture', amount, intent })
    }
    const moved = move(current, 'approve_hold', { merchant_decision }, context.now)
    await context.committer.commit(change(...moved.writes))
    return moved.row
  })
  const row = 'operation' in begun ? await finishFollowUp(context, begun) : begun
  return shown(context.keyring, row)
}

/** Releases the hold; the customer is not charged. */
export async function rejectPayment(context: Context, payment_id: string): Promise<Payment> {
  const set = {
    merchant_decision: { decision: 'rejected', decided_at: context.now },
    error_code: 'manual_review_rejected',
    error_message: 'The payment was rejected in manual review.',
  }
  const operation_id = context.id('op')
  const earlier = await earlierTry(context, payment_id, operation_id)
  if (earlier) return shown(context.keyring, earlier)
  const begun = await deciding(async () => {
    const current = await readPayment(context, payment_id)
    checkReview(current, 'rejected')
    const intent = { event: 'reject' as const, set }
    return beginFollowUp(context, current, { operation_id, kind: 'void', amount: 0, intent })
  })
  return shown(context.keyring, await finishFollowUp(context, begun))
}

function checkReview(current: PaymentRow, what: string): void {
  if (current.status === 'requires_merchant_action') return
  throw new Failure(
    'IR_14',
    `A payment that is ${current.status} cannot be ${what}; it is not held for review.`,
  )
}
