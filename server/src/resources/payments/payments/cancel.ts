import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { transition } from '#core/outbox/transition.ts'
import { evictSecret } from '#core/vault/vault.ts'
import { lifecycle } from './lifecycle.ts'
import { modify, type Step } from './modify.ts'
import type { CancelPayment, Payment } from './schema.ts'
import { isTerminal, payment, type PaymentTransition } from './state.ts'
import type { PaymentRow } from './store.ts'

/** Cancels the payment and releases any hold. */
export function cancelPayment(
  context: Context,
  payment_id: string,
  input: CancelPayment,
): Promise<Payment> {
  const set = { cancellation_reason: input.cancellation_reason ?? null }
  return modify(context, payment_id, (current) => {
    const name = checkCancel(current)
    return current.authorization_id === null
      ? cancelled(current, set, context.now)
      : { kind: 'void', intent: { transition: name, set } }
  })
}

/** Nothing is held: the payment ends at once, and its instrument is deleted from the vault. */
function cancelled(
  current: PaymentRow,
  set: Pick<PaymentRow, 'cancellation_reason'>,
  now: Date,
): Step {
  const ended = { ...set, vault_id: null, action_before: null }
  const done = transition(lifecycle, current, 'cancel', ended, now)
  if (current.vault_id === null) return done
  return { ...done, writes: [...done.writes, evictSecret(current.merchant_id, current.vault_id)] }
}

/** Undefined if the payment cannot be cancelled. */
export function cancelTransition(current: PaymentRow): 'cancel' | 'release_rest' | undefined {
  const name = current.amount_received > 0 ? 'release_rest' : 'cancel'
  const isAllowed = allows(payment, current.status, name) && current.status !== 'processing'
  return isAllowed ? name : undefined
}

function checkCancel(current: PaymentRow): PaymentTransition {
  if (isTerminal(current.status)) {
    throw new Failure('IR_16', `The payment is ${current.status} and cannot be cancelled.`)
  }
  const name = cancelTransition(current)
  if (name === undefined) {
    const isReviewed = current.status === 'requires_merchant_action'
    const advice = isReviewed ? ' Reject it instead: POST /payments/:payment_id/reject.' : ''
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be cancelled.${advice}`)
  }
  return name
}
