import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { isLost, isOpen } from './state.ts'
import { findDisputesOf } from './store.ts'

/** What is disputed, or was lost to a dispute, must not go back a second time. */
export async function checkUndisputed(context: Context, payment_id: string): Promise<void> {
  const all = await findDisputesOf(context.db, context.merchant_id, payment_id)
  const open = all.find(({ status }) => isOpen(status))
  if (open) {
    throw new Failure(
      'IR_16',
      `The payment is disputed: answer or accept ${open.dispute_id} instead of refunding.`,
      { details: { dispute_id: open.dispute_id } },
    )
  }
  const lost = all.find(({ status, amount_claimed }) => isLost(status) || amount_claimed > 0)
  if (lost) {
    const message = `The money of this payment went back by the dispute ${lost.dispute_id}.`
    throw new Failure('IR_16', message, { details: { dispute_id: lost.dispute_id } })
  }
}

/** Whether a dispute is open, or was lost, so that the money must not go back a second time. */
export async function isDisputed(context: Context, payment_id: string): Promise<boolean> {
  const all = await findDisputesOf(context.db, context.merchant_id, payment_id)
  return all.some(
    ({ status, amount_claimed }) => isOpen(status) || isLost(status) || amount_claimed > 0,
  )
}
