import type { Context } from '#kernel/context.ts'
import { declineMessage } from '#core/declines.ts'
import { transition } from '#core/outbox/transition.ts'
import { queryOperation } from '#core/operations/recover.ts'
import { settle } from '#core/operations/settle.ts'
import { lifecycle } from './lifecycle.ts'
import { modify, type Step } from './modify.ts'
import { readPayment } from './read.ts'
import { paymentSettler } from './settler.ts'
import type { PaymentRow } from './store.ts'
import { openOperation } from './sync.ts'

/** Releases an expired hold; captured money stays captured. */
export function expireHold(context: Context, payment_id: string): Promise<unknown> {
  return modify(context, payment_id, (current): Step => {
    if (!hasPassed(current.capture_before, context)) return undefined
    if (current.status === 'partially_captured_and_capturable') {
      return { kind: 'void', intent: { transition: 'expire_rest' } }
    }
    const isHeld =
      current.status === 'requires_capture' || current.status === 'requires_merchant_action'
    if (!isHeld) return undefined
    const set = { cancellation_reason: 'authorization_expired' }
    return { kind: 'void', intent: { transition: 'expire', set } }
  })
}

/** Fails a payment whose customer did not act in time, and voids the page. */
export async function expireAction(context: Context, payment_id: string): Promise<unknown> {
  const opened = await pollChallenge(context, await readPayment(context, payment_id))
  return modify(context, payment_id, (current): Step => {
    if (!hasPassed(current.action_before, context)) return undefined
    if (current.status === 'requires_payment_method') return unconfirmed(current, context.now)
    if (current.status !== 'requires_action') return undefined
    const set = abandoned(opened)
    return current.authorization_id === null
      ? transition(lifecycle, current, 'abandon', set, context.now)
      : { kind: 'void', intent: { transition: 'abandon', set } }
  })
}

/** The payment's page was voided for another confirmation, which never came. */
function unconfirmed(current: PaymentRow, now: Date): Step {
  const set = { cancellation_reason: 'The confirmation was not completed.', action_before: null }
  return transition(lifecycle, current, 'cancel', set, now)
}

/** Polls once more, because the customer may have acted just before the deadline. Returns whether the page was opened. */
async function pollChallenge(context: Context, payment: PaymentRow): Promise<boolean> {
  const operation =
    payment.operation_id === null ? await openOperation(context, payment) : undefined
  if (operation === undefined) return false
  const outcome = await queryOperation(context, operation)
  if (outcome.result === 'challenge') return outcome.opened
  await settle(context, paymentSettler, { row: payment, operation }, outcome)
  return false
}

function hasPassed(before: Date | null, { now }: Context): boolean {
  return before !== null && before <= now
}

/** UE_5003 if the customer opened the page, UE_4003 if they never did. */
function abandoned(opened: boolean) {
  const code = opened ? 'UE_5003' : 'UE_4003'
  const message = declineMessage(code)
  return {
    unified_code: code,
    unified_message: message,
    error_details: { unified_details: { category: code, message } },
    next_action: null,
    action_before: null,
  }
}
