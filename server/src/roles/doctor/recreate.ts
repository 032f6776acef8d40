// Plans for payments and refunds whose rows were lost together with their operations. Each is recorded as sent, as its
// request did, and settled with the outcome that the provider reports: transfers and events follow as for any other.
import { type Context, type Services, systemContext } from '#kernel/context.ts'
import { isGeneratedId } from '#kernel/ids.ts'
import { Failure } from '#errors.ts'
import { findOperation } from '#core/operations/read.ts'
import { settle } from '#core/operations/settle.ts'
import type { Approved } from '#core/providers/provider.ts'
import { findPayments } from '#resources/payments/payments/read.ts'
import { recreatePayment } from '#resources/payments/payments/recreate.ts'
import { paymentSettler } from '#resources/payments/payments/settler.ts'
import { recreateRefund } from '#resources/payments/refunds/recreate.ts'
import { refundSettler } from '#resources/payments/refunds/settler.ts'
import { type BankLog, type BankOperation, effected } from './bank_log.ts'
import { forOperator, nothing, type Plan } from './plan.ts'

/**
 * Keeping the money cannot charge twice: a retry with the merchant's own payment_id is refused, because the payment
 * exists. A retry of a payment whose id was generated gets another id, so a person decides about the first charge.
 */
export async function planPayment(
  services: Services,
  bank: BankLog,
  orphan: BankOperation,
  merchant_id: string,
  outcome: Approved,
): Promise<Plan> {
  const { kind, operation_id, reference: payment_id, parent_id, currency } = orphan
  if (isGeneratedId('pay', payment_id)) {
    return forOperator('there is no such payment: void or refund it at the provider')
  }
  if (kind !== 'authorize') return followParent(bank, parent_id)
  const isCaptured = effected(orphan, 'charged') > 0
  const captures = bank.family(operation_id).filter((each) => each.kind === 'capture')
  const held = captures.length > 1 ? 'manual_multiple' : 'manual'
  const context = await systemContext(services, merchant_id)
  const { row, operation, writes } = await recreatePayment(context, {
    payment_id,
    operation_id,
    amount: outcome.amount,
    currency,
    capture_method: isCaptured ? 'automatic' : held,
  })
  return {
    action: `write the payment again, ${isCaptured ? 'charged' : 'held'}`,
    writes,
    settle: () => settle(services, paymentSettler, { row, operation }, outcome),
  }
}

/** The money has left, so the refund is recorded under the id that its request had. */
export async function planRefund(
  services: Services,
  bank: BankLog,
  orphan: BankOperation,
  merchant_id: string,
  outcome: Approved,
): Promise<Plan> {
  const { operation_id, reference: refund_id, parent_id } = orphan
  const context = await systemContext(services, merchant_id)
  const payment = await findParentPayment(context, parent_id)
  if (payment === undefined) return followUnlessThere(context, bank, parent_id)
  const { amount } = outcome
  try {
    const lost = { refund_id, operation_id, amount }
    const { row, operation, writes } = await recreateRefund(context, payment, lost)
    return {
      action: 'write the refund again',
      writes,
      settle: () => settle(services, refundSettler, { row, operation }, outcome),
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return forOperator(`a refund cannot be taken back: ${error.message}`)
  }
}

async function findParentPayment(context: Context, parent_id: string | null) {
  if (parent_id === null) return undefined
  const parent = await findOperation(context.db, context.merchant_id, parent_id)
  const [payment] = parent === undefined ? [] : await findPayments(context, [parent.object_id])
  return payment
}

/** A payment that is there has not booked this charge: its refund has nothing to refund. */
async function followUnlessThere(
  context: Context,
  bank: BankLog,
  parent_id: string | null,
): Promise<Plan> {
  const ids = bank.family(parent_id ?? '').map(({ reference }) => reference)
  const there = await findPayments(context, ids)
  return there.length > 0
    ? forOperator('a refund cannot be taken back: record it, or settle with the merchant')
    : followParent(bank, parent_id)
}

/** While nothing is changed, the payment that the operation belongs to is not written yet. */
function followParent(bank: BankLog, parent_id: string | null): Plan {
  const [parent] = parent_id === null ? [] : bank.family(parent_id)
  const isRecreated = parent !== undefined && !isGeneratedId('pay', parent.reference)
  return isRecreated
    ? nothing('is booked on its payment once that is written again')
    : forOperator('there is no such payment: void or refund it at the provider')
}
