import { change, update } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { readPayment } from '../payments/read.ts'
import { askForRefund } from './ask.ts'
import { beginRefund } from './begin.ts'
import { getRefund } from './get.ts'
import { settlePatiently } from './settle.ts'
import { refunds } from './store.ts'

/** Sends a refund that has waited for its batch. */
export async function sendRefund(context: Context, refund_id: string): Promise<void> {
  const begun = await deciding(async () => {
    const due = await getRefund(context, refund_id)
    if (due.send_at === null || due.send_at > context.now) return undefined
    const { authorization_id } = await readPayment(context, due.payment_id)
    const { refund, operation, write } = beginRefund(context, due, authorization_id)
    const { operation_id, send_at } = refund
    await context.committer.commit(change(update(refunds, due, { operation_id, send_at }), write))
    return { refund: { ...refund, version: due.version + 1 }, operation }
  })
  if (begun === undefined) return
  const { refund, operation } = begun
  await settlePatiently(context, refund, operation, await askForRefund(context, refund, operation))
}
