import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findOperation } from '#core/operations/read.ts'
import { toApproval } from '#core/operations/operation.ts'
import { settle } from '#core/operations/settle.ts'
import type { Refused } from '#core/providers/provider.ts'
import { readRefund, toApi } from './read.ts'
import type { Refund, ResolveRefund } from './schema.ts'
import { type RefundOperation, refundSettler } from './settler.ts'

/**
 * Records the outcome that the operator got from the acquirer. A merchant cannot do this: "failed" frees money that
 * the acquirer may have sent.
 */
export async function resolveRefund(
  operator: Context,
  merchant_id: string,
  refund_id: string,
  input: ResolveRefund,
): Promise<Refund> {
  const context = { ...operator, merchant_id, now: await operator.clocks.now(merchant_id) }
  const refund = await readRefund(context, refund_id)
  if (refund.status !== 'review' || refund.operation_id === null) {
    throw new Failure(
      'IR_14',
      `This refund is ${refund.status}, not in review; there is nothing to resolve.`,
    )
  }
  const operation = await findOperation(context.db, context.merchant_id, refund.operation_id)
  if (operation === undefined) throw new Error(`${refund_id} has lost its operation`)
  const outcome = input.status === 'succeeded' ? toApproval(operation) : refused
  const started = { row: refund, operation: operation as RefundOperation }
  return toApi((await settle(context, refundSettler, started, outcome)) ?? refund)
}

const refused: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_9000',
  provider_code: 'resolved_by_hand',
  message: 'Resolved as failed by the operator after a query at the acquirer.',
}
