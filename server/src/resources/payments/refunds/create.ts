import { insert } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { checkUndisputed } from '#resources/payments/disputes/read.ts'
import { Failure } from '#errors.ts'
import { mergeMetadata } from '#http/fields.ts'
import { startIn } from '#core/outbox/transition.ts'
import { nextOperation, perform, record, refuse } from '#core/operations/perform.ts'
import type { Intended } from '#core/operations/operation.ts'
import { refundableAmount, readPayment } from '#resources/payments/payments/read.ts'
import { checkRefundable } from '#resources/payments/payments/account.ts'
import {
  checkCaptured,
  refundShareAsRead,
  refundShare,
} from '#resources/payments/payments/refundable.ts'
import { checkRefundLimit } from './limit.ts'
import { profileOfExisting } from '#resources/accounts/profiles/read.ts'
import { reserve } from './book.ts'
import { type CreateRefund, type Refund, parseRefundType } from './schema.ts'
import { intendRefund, type RefundOperation, refundSettler, requestRefund } from './settler.ts'
import { refund as machine } from './state.ts'
import { findRefund, type RefundRow, refunds } from './store.ts'
import { addMs, DAY_MS } from '#kernel/clock.ts'
import { toApi } from './read.ts'

type Payment = Awaited<ReturnType<typeof readPayment>>

/** The operation is absent for a scheduled refund, and for one that exists already. */
type Started = { row: RefundRow; isOfInvoice: boolean } & (
  | { operation?: never }
  | Omit<Intended<RefundOperation>, 'write'>
)

/** Refunds the remaining amount or part of it, immediately or with the next batch. */
export async function createRefund(context: Context, input: CreateRefund): Promise<Refund> {
  const refund_id = input.refund_id ?? context.id('ref')
  const { operation_id } = await nextOperation(context)
  const started = await retryOnConflict(() => start(context, refund_id, operation_id, input))
  const { row, operation } = started
  if (operation === undefined) {
    await takeCredit(context, started)
    return toApi(row)
  }
  const { row: settled, outcome } = await perform(context, refundSettler, started, (provider) =>
    requestRefund(context, provider, row, operation),
  )
  if (outcome.result === 'not_sent') refuse(outcome)
  await takeCredit(context, started)
  return toApi(settled ?? row)
}

/** An invoice payment may have become credit, which a refund takes back. */
async function takeCredit(context: Context, { row, isOfInvoice }: Started): Promise<void> {
  if (!isOfInvoice) return
  const { payment_id, refund_id } = row
  for (const hook of context.registry.invoiceRefundHooks) {
    await hook(context, payment_id).catch((err: unknown) => {
      context.log.warn({ err, refund_id }, 'refunds: credit is taken back with the event instead')
    })
  }
}

/** The refund, its share in the payment and the call are written together: all or none. */
async function start(
  context: Context,
  refund_id: string,
  operation_id: string,
  input: CreateRefund,
): Promise<Started> {
  const { db, merchant_id, commit } = context
  const [payment, existing] = await Promise.all([
    readPayment(context, input.payment_id),
    findRefund(db, merchant_id, refund_id),
  ])
  const isOfInvoice = Boolean(payment.invoice_id)
  if (existing) return { row: acceptExisting(context, existing, input), isOfInvoice }
  await checkUndisputed(context, payment.payment_id)
  const refund = await newRefund(context, payment, refund_id, input)
  const isLimited = checkRefundLimit(context, payment, refund.amount)
  const share = isLimited
    ? refundShareAsRead(payment, refund.amount)
    : refundShare(payment, refund.amount)
  if (refund.refund_type === 'Scheduled') {
    const reserved = reserve(refund, context.now)
    await commit(share, insert(refunds, refund), ...reserved)
    return { row: refund, isOfInvoice }
  }
  const intended = await intendRefund(context, refund, operation_id, payment)
  const { row, operation, write, decided_ms } = intended
  const reserved = reserve(row, context.now)
  await record(context, operation, share, insert(refunds, row), write, ...reserved)
  return { row, operation, decided_ms, isOfInvoice }
}

/** A generated id exists only if an earlier attempt at this request used it. */
function acceptExisting(context: Context, existing: RefundRow, input: CreateRefund): RefundRow {
  const isOwn = context.isRetry && existing.payment_id === input.payment_id
  if (input.refund_id === undefined || isOwn) return existing
  const { refund_id } = existing
  throw new Failure(
    'HE_01',
    `A refund with the id ${refund_id} exists already. Retrieve it to read its status.`,
    { field: 'refund_id', details: { existing_id: refund_id } },
  )
}

export async function newRefund(
  context: Context,
  payment: Payment,
  refund_id: string,
  input: CreateRefund,
): Promise<RefundRow> {
  const { merchant_id, now } = context
  const { payment_id, profile_id, customer_id, currency } = payment
  const refund_type = parseRefundType(input.refund_type ?? '') ?? 'Instant'
  const amount = chooseAmount(payment, input)
  await checkRefundable(context, payment, amount)
  const scheduled_at = refund_type === 'Scheduled' ? await readNextBatch(context, profile_id) : null
  return {
    merchant_id,
    refund_id,
    payment_id,
    profile_id,
    customer_id,
    amount,
    currency,
    status: startIn(machine, 'pending'),
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
    amount_reserved: amount,
    created: now,
    modified_at: now,
    completed_at: null,
    transitions: 0,
    version: 1,
  }
}

/** Without an amount, all that is left; the commit checks the amount again. */
function chooseAmount(payment: Payment, input: CreateRefund): number {
  checkCaptured(payment)
  const refundable_amount = refundableAmount(payment)
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

async function readNextBatch(context: Context, profile_id: string): Promise<Date> {
  const { refund_batch_time } = await profileOfExisting(context, profile_id)
  return nextBatch(context.now, refund_batch_time)
}

/** The first time after `now` at which the UTC clock shows the batch time, such as 00:00. */
export function nextBatch(now: Date, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const batch = new Date(now)
  batch.setUTCHours(hours, minutes, 0, 0)
  return batch > now ? batch : addMs(batch, DAY_MS)
}
