import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { findProvider } from '#core/providers/accounts.ts'
import { settle } from '#core/operations/settle.ts'
import { readPayment, toApi } from './read.ts'
import type { Payment, SettleInSandbox } from './schema.ts'
import { paymentSettler } from './settler.ts'
import { openOperation } from './sync.ts'

/** Simulates the customer, or another party that the payment waits for. */
export async function settleInSandbox(
  context: Context,
  payment_id: string,
  input: SettleInSandbox,
): Promise<Payment> {
  if (context.environment !== 'sandbox') throw new Failure('IR_02')
  const current = await readPayment(context, payment_id)
  const operation = await openOperation(context, current)
  const provider = operation ? await findProvider(context, operation) : context.provider
  if (!provider.settle) throw new Failure('IR_02')
  if (operation === undefined) {
    throw new Failure('IR_14', `This payment is \`${current.status}\`; there is nothing to settle.`)
  }
  const outcome = await provider.settle(operation.operation_id, input.outcome ?? 'approved')
  if (outcome === 'never_seen')
    throw new Failure('IR_14', 'The sandbox bank has no record of this operation.')
  const settled = await settle(context, paymentSettler, { row: current, operation }, outcome)
  return toApi(context, settled ?? current)
}
