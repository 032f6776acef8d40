import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { allows } from '#kernel/machine.ts'
import { Failure } from '#errors.ts'
import { advance } from './lifecycle.ts'
import { readPaymentLink, toApi } from './read.ts'
import type { PaymentLink } from './schema.ts'
import { paymentLink } from './state.ts'

/** From now on it cannot be paid; a payment in progress continues. */
export function deactivatePaymentLink(
  context: Context,
  payment_link_id: string,
): Promise<PaymentLink> {
  return retryOnConflict(async () => {
    const current = await readPaymentLink(context, payment_link_id)
    if (!allows(paymentLink, current.status, 'deactivate')) {
      throw new Failure('IR_16', `The payment link is ${current.status} already.`)
    }
    const { row, writes } = advance(current, 'deactivate', {}, context.now)
    await context.commit(...writes)
    return toApi(row)
  })
}
