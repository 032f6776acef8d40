import { change, insert } from '../kernel/change.ts'
import { deciding } from '../kernel/commit.ts'
import type { Context } from '../kernel/context.ts'
import { checkUndisputed } from '../disputes/check_undisputed.ts'
import { Failure } from '../errors.ts'
import { mergeMetadata } from '../http/metadata.ts'
import type { OperationRow } from '../operations/operation.ts'
import { faultsOf, unlessDown } from '../payments/faults.ts'
import { notSent } from '../payments/not_sent.ts'
import { readPayment } from '../payments/read.ts'
import { refundableOf, refundShare } from '../payments/refundable.ts'
import { profileOfExisting } from '../profiles/in_force.ts'
import { askForRefund } from './ask.ts'
import { nextBatch } from './batch.ts'
import { beginRefund } from './begin.ts'
import { type CreateRefund, type Refund, refundTypeOf } from './schema.ts'
import { settle } from './settle.ts'
import { findRefund, type RefundRow, refunds } from './store.ts'

type Payment = Awaited<ReturnType<typeof readPayment>>

interface Begun {
  refund: RefundRow
  /** Absent when there is nothing to ask: it waits for its batch, or an earlier try has asked. */
  operation?: OperationRow
}

/** Gives back what was taken, all that is left of it or a part; at once, or with the next batch. */
export async function createRefund(context: Context, input: CreateRefund): Promise<Refund> {
  // Looked at first: what is wrong with the request must change nothing.
  const faults = faultsOf(context)
  const refund_id = input.refund_id ?? context.id('ref')
  const { refund, operation } = await deciding(() => beginOnce(context, refund_id, input))
  if (operation === undefined) return refund
  const outcome = await unlessDown(faults, () => askForRefund(context, refund, operation, faults))
  const settled = await settle(context, refund, operation, outcome)
  if (outcome.result === 'not_sent') throw notSent(outcome.reason)
  return settled ?? refund
}

/** The refund, its share of the payment and the call are written together: all of them or none. */
async function beginOnce(context: Context, refund_id: string, input: CreateRefund): Promise<Begun> {
  const { db, merchant_id, committer } = context
  const [payment, existing] = await Promise.all([
    readPayment(context, input.payment_id),
    findRefund(db, merchant_id, refund_id),
  ])
  if (existing) return { refund: known(existing, input) }
  await checkUndisputed(context, payment.payment_id)
  const refund = await newRefund(context, payment, refund_id, input)
  const share = refundShare(payment, refund.amount)
  if (refund.refund_type === 'Scheduled') {
    await committer.commit(change(share, insert(refunds, refund)))
    return { refund }
  }
  const begun = beginRefund(context, refund, payment.authorization_id)
  await committer.commit(change(share, insert(refunds, begun.refund), begun.write))
  return begun
}

/** The merchant's own id was used before; ours only by an earlier try of this very request. */
function known(existing: RefundRow, input: CreateRefund): RefundRow {
  if (input.refund_id === undefined) return existing
  const { refund_id } = existing
  throw new Failure(
    'HE_01',
    `A refund with the id ${refund_id} exists already. Retrieve it to read its status.`,
    { field: 'refund_id', details: { existing_id: refund_id } },
  )
}

async function newRefund(
  context: Context,
  payment: Payment,
  refund_id: string,
  input: CreateRefund,
): Promise<RefundRow> {
  const { merchant_id, now } = context
  const { payment_id, profile_id, customer_id, currency } = payment
  const refund_type = refundTypeOf(input.refund_type ?? '') ?? 'Instant'
  const scheduled_at = refund_type === 'Scheduled' ? await batchOf(context, profile_id) : null
  return {
    merchant_id,
    refund_id,
    payment_id,
    profile_id,
    customer_id,
    amount: amountOf(payment, input),
    currency,
    status: 'pending',
    refund_type,
    reason: input.reason ?? null,
    metadata: mergeMetadata({}, input.metadata),
    error_code: null,
    error_message: null,
    unified_code: null,
    unified_message: null,
    connector_refund_id: null,
    scheduled_at,
    send_at: scheduled_at,
    operation_id: null,
    created: now,
    modified_at: now,
    completed_at: null,
    transitions: 0,
    version: 1,
  }
}

/** Without an amount, all that is left; the commit has the last word on what that is. */
function amountOf(payment: Payment, input: CreateRefund): number {
  const refundable_amount = refundableOf(payment)
  const amount = input.amount ?? refundable_amount
  if (amount > 0 && amount <= refundable_amount) return amount
  const message =
    refundable_amount === 0
      ? 'Nothing is left to refund.'
      : `At most ${refundable_amount} can be refunded.`
  throw new Failure('IR_13', message, {
    field: 'amount',
    details: { refundable_amount },
  })
}

async function batchOf(context: Context, profile_id: string): Promise<Date> {
  const { refund_batch_time } = await profileOfExisting(context, profile_id)
  return nextBatch(context.now, refund_batch_time)
}
