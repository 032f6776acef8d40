import { change } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { allows } from '../kernel/machine.ts'
import { Failure } from '../errors.ts'
import { beginFollowUp, earlierTry, finishFollowUp } from './follow_up.ts'
import { readPayment } from './read.ts'
import { move } from './move.ts'
import type { CancelPayment, Payment } from './schema.ts'
import { shown } from './shown.ts'
import { isOver, payment, type PaymentEvent } from './state.ts'
import type { PaymentRow } from './store.ts'

/** Calls the payment off and releases what is held. */
export async function cancelPayment(
  context: Context,
  payment_id: string,
  input: CancelPayment,
): Promise<Payment> {
  const set = { cancellation_reason: input.cancellation_reason ?? null }
  const operation_id = context.id('op')
  const earlier = await earlierTry(context, payment_id, operation_id)
  if (earlier) return shown(context.keyring, earlier)
  const begun = await deciding(async () => {
    const current = await readPayment(context, payment_id)
    const event = checkCancel(current)
    if (current.authorization_id !== null) {
      return beginFollowUp(context, current, {
        operation_id,
        kind: 'void',
        amount: 0,
        intent: { event, set },
      })
    }
    const moved = move(current, event, set, context.now)
    await context.committer.commit(change(...moved.writes))
    return moved.row
  })
  const row = 'operation' in begun ? await finishFollowUp(context, begun) : begun
  return shown(context.keyring, row)
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
