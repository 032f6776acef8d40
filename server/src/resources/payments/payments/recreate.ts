import { insert } from '#kernel/change.ts'
import { DAY_MS } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import { startIn } from '#core/outbox/transition.ts'
import { intend } from '#core/operations/operation.ts'
import { defaultProfile } from '#resources/accounts/profiles/read.ts'
import type { AuthorizeIntent } from './intent.ts'
import { newPayment } from './place.ts'
import { payment } from './state.ts'
import { type PaymentRow, payments } from './store.ts'

/** An authorization whose payment is lost, as the provider's log has it. */
export interface LostAuthorization {
  readonly payment_id: string
  readonly operation_id: string
  readonly amount: number
  readonly currency: string
  readonly capture_method: PaymentRow['capture_method']
}

/**
 * The rows that a request wrote before its call, for a payment that a restore has lost: processing, with the operation
 * as sent. Method, customer and metadata are lost with the request.
 */
export async function recreatePayment(context: Context, lost: LostAuthorization) {
  const { merchant_id, provider, clock } = context
  const { operation_id, payment_id, amount, currency, capture_method } = lost
  const profile = await defaultProfile(context)
  const created = await newPayment(context, profile, lost, undefined, {})
  const row: PaymentRow = {
    ...created,
    status: startIn(payment, 'processing'),
    attempt_count: 1,
    connector: provider.name,
    operation_id,
  }
  const intent: AuthorizeIntent = {
    from: 'requires_payment_method',
    capture: capture_method === 'automatic',
    review: false,
    capture_window_ms: profile.capture_window_days * DAY_MS,
    action_window_ms: profile.session_expiry * 1000,
  }
  const { operation, write } = intend({
    merchant_id,
    operation_id,
    object_id: payment_id,
    kind: 'authorize',
    amount,
    currency,
    provider: provider.name,
    parent_id: null,
    intent,
    now: clock.now(),
  })
  return { row, operation, writes: [insert(payments, row), write] }
}
