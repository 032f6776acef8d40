import type { Context } from '../kernel/context.ts'
import { allows } from '../kernel/machine.ts'
import { Failure } from '../errors.ts'
import { followUp } from './follow_up.ts'
import { move } from './move.ts'
import type { CancelPayment, Payment } from './schema.ts'
import { isOver, payment, type PaymentEvent } from './state.ts'
import type { PaymentRow } from './store.ts'

/** Calls the payment off and releases what is held. */
export function cancelPayment(
  context: Context,
  payment_id: string,
  input: CancelPayment,
): Promise<Payment> {
  const set = { cancellation_reason: input.cancellation_reason ?? null }
  return followUp(context, payment_id, (current) => {
    const event = checkCancel(current)
    return current.authorization_id === null
      ? move(current, event, set, context.now)
      : { kind: 'void', amount: 0, intent: { event, set } }
  })
}

function checkCancel(current: PaymentRow): PaymentEvent {
  if (isOver(current.status)) {
    throw new Failure('IR_16', `The payment is ${current.status} and cannot be cancelled.`)
  }
  const event = current.amount_received > 0 ? 'cancel_rest' : 'cancel'
  if (!allows(payment, current.status, event) || current.status === 'processing') {
    throw new Failure('IR_14', `A payment that is ${current.status} cannot be cancelled.`)
  }
  return event
}
