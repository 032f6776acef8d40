// A provider that offers no way to certainty leaves an operation open beyond its horizon. Then a person asks the
// provider, and reports here what the provider did. The outcome is settled like any other.
import { UsageError } from '#errors.ts'
import type { Services } from '#kernel/context.ts'
import { findProvider } from '#core/providers/accounts.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { decideStep } from './evidence.ts'
import { toApproval, type OperationRow } from './operation.ts'
import type { Settlers } from './recover.ts'
import { settleOperation } from './settle.ts'
import { findOperation, operationAge } from './store.ts'

export interface Resolution {
  readonly merchant_id: string
  readonly operation_id: string
  /** The amount that moved, in minor units; absent if nothing moved and nothing can move any more. */
  readonly moved?: number | undefined
}

/** Returns a line that says what the operation is then. */
export async function resolveOperation(
  services: Services,
  settlers: Settlers,
  { merchant_id, operation_id, moved }: Resolution,
): Promise<string> {
  const operation = await findOperation(services.db, merchant_id, operation_id)
  if (operation === undefined) {
    throw new UsageError(`Merchant ${merchant_id} has no operation ${operation_id}.`)
  }
  const { kind, object_id, finished_at, status } = operation
  if (finished_at !== null) {
    throw new UsageError(`Operation ${operation_id} is already ${status}. Nothing was changed.`)
  }
  await checkUndecided(services, operation)
  const outcome: Outcome =
    moved === undefined ? { result: 'revoked' } : toApproval(operation, moved)
  await settleOperation(services, settlers[kind], operation, outcome)
  const settled = await findOperation(services.db, merchant_id, operation_id)
  return `The ${kind} ${operation_id} of ${object_id} is ${settled?.status ?? 'gone'}.`
}

/** A person decides only what the provider cannot: by the rule that recovery follows, and after asking it once more. */
async function checkUndecided(services: Services, operation: OperationRow): Promise<void> {
  const { db } = services
  const provider = await findProvider(services, operation)
  const { merchant_id, operation_id } = operation
  const reported = await provider.query(operation)
  const age_ms = await operationAge(db, merchant_id, operation_id)
  const step = decideStep(operation, reported, provider.certainty, age_ms)
  if (step.do === 'review') return
  throw new UsageError(
    step.do === 'wait'
      ? `Operation ${operation_id} may still get an outcome from the provider. Wait for it. Nothing was changed.`
      : `The worker settles operation ${operation_id} with the provider. Nothing was changed.`,
  )
}
