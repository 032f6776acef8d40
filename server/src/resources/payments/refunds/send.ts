import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { findDisputed } from '#resources/payments/disputes/read.ts'
import { UNKNOWN } from '#core/operations/evidence.ts'
import { perform, record } from '#core/operations/perform.ts'
import { readPayment } from '#resources/payments/payments/read.ts'
import { refundShare } from '#resources/payments/payments/refundable.ts'
import { readRefund } from './read.ts'
import { decideDisputed } from './outcome.ts'
import { intendRefund, refundSettler, requestRefund } from './settler.ts'
import { refunds } from './store.ts'

/** Sends a scheduled refund, unless its payment was disputed meanwhile. */
export async function sendRefund(context: Context, refund_id: string): Promise<void> {
  const operation_id = context.id('op')
  const started = await retryOnConflict(async () => {
    const due = await readRefund(context, refund_id)
    if (due.send_at === null || due.send_at > context.now) return undefined
    const payment = await readPayment(context, due.payment_id)
    if (await findDisputed(context, due.payment_id)) {
      await context.commit(...decideDisputed(due, context.now).writes)
      return undefined
    }
    const { row, operation, write, decided_ms } = await intendRefund(
      context,
      due,
      operation_id,
      payment,
    )
    const set = { operation_id, send_at: null }
    // A dispute that opens concurrently makes this commit a conflict.
    await record(context, operation, refundShare(due, 0), update(refunds, due, set), write)
    return { row: { ...row, version: due.version + 1 }, operation, decided_ms }
  })
  if (started === undefined) return
  // No caller waits: recovery sends a refund that could not be sent now.
  await perform(
    context,
    refundSettler,
    started,
    (provider) => requestRefund(context, provider, started.row, started.operation),
    (outcome) => (outcome.result === 'not_sent' ? UNKNOWN : outcome),
  )
}
