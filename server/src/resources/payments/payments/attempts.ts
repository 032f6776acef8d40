import type { Context } from '#kernel/context.ts'
import { findObjectOperations } from '#core/operations/read.ts'
import type { Attempt } from './attempt_shape.ts'
import type { AuthorizeOperation } from './intent.ts'

/** For a payment that is expanded; newest first. */
export async function attemptsOfPayment(
  { db, merchant_id }: Context,
  payment_id: string,
): Promise<Attempt[]> {
  const operations = await findObjectOperations(db, merchant_id, payment_id)
  return operations
    .filter((each): each is AuthorizeOperation => each.kind === 'authorize')
    .map(toAttempt)
    .toReversed()
}

function toAttempt(operation: AuthorizeOperation): Attempt {
  const { operation_id, connector_id, provider, status, unified_code, provider_code } = operation
  const { three_ds, intent, amount, created, finished_at } = operation
  return {
    attempt_id: operation_id,
    connector_id,
    connector: provider,
    status,
    unified_code,
    error_code: provider_code,
    three_ds,
    risk: intent.risk ?? null,
    amount,
    created,
    finished_at,
  }
}
