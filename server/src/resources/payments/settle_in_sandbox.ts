import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { isOpen } from '#core/operations/operation.ts'
import { findOperation } from '#core/operations/read.ts'
import { settle } from '#core/operations/settle.ts'
import type { PaymentOperation } from './intent.ts'
import { readPayment, toApi } from './read.ts'
import type { Payment, SettleInSandbox } from './schema.ts'
import { paymentSettler } from './settler.ts'

/** Simulates the customer, or another party that the payment waits for. */
export async function settleInSandbox(
  context: Context,
  payment_id: string,
  input: SettleInSandbox,
): Promise<Payment> {
  const { provider } = context
  if (context.environment !== 'sandbox' || !provider.settle) throw new Failure('IR_02')
  const current = await readPayment(context, payment_id)
  const operation_id = current.operation_id ?? current.authorization_id
  const operation =
    operation_id === null
      ? undefined
      : await findOperation(context.db, context.merchant_id, operation_id)
  if (!operation || !isOpen(operation)) {
    throw new Failure('IR_14', `This payment is \`${current.status}\`; there is nothing to settle.`)
  }
  const outcome = await provider.settle(operation.operation_id, input.outcome ?? 'approved')
  if (outcome === 'never_seen')
    throw new Failure('IR_14', 'The sandbox bank has no record of this operation.')
  const started = { row: current, operation: operation as PaymentOperation }
  const settled = await settle(context, paymentSettler, started, outcome)
  return toApi(context, settled ?? current)
}
