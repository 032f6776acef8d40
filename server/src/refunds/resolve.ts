import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { findOperation } from '../operations/find.ts'
import type { OperationRow } from '../operations/operation.ts'
import type { Approved, Refused } from '../providers/provider.ts'
import { getRefund } from './get.ts'
import type { Refund, ResolveRefund } from './schema.ts'
import { settle } from './settle.ts'

/** The acquirer's word on a refund in review, brought by a person who asked them. */
export async function resolveRefund(
  context: Context,
  refund_id: string,
  input: ResolveRefund,
): Promise<Refund> {
  const refund = await getRefund(context, refund_id)
  if (refund.status !== 'review' || refund.operation_id === null) {
    throw new Failure('IR_14', `A refund that is ${refund.status} needs nobody to resolve it.`)
  }
  const operation = await findOperation(context.db, context.merchant_id, refund.operation_id)
  if (operation === undefined) throw new Error(`${refund_id} has lost its operation`)
  const outcome = input.status === 'succeeded' ? approved(operation) : refused
  return (await settle(context, refund, operation, outcome)) ?? refund
}

function approved({ operation_id, amount, currency, ...row }: OperationRow): Approved {
  const transaction_id = row.transaction_id ?? operation_id
  return { result: 'approved', transaction_id, review: false, amount, currency }
}

const refused: Refused = {
  result: 'refused',
  code: 'PE_01',
  unified_code: 'UE_9000',
  provider_code: 'resolved_by_hand',
  message: 'Resolved as failed by somebody who asked the acquirer.',
}
