// Recovery: what the provider did not tell, it is asked. Any worker may recover any operation; the database
// hands each one to one worker at a time and says by its own clock which are due.
import type { Services } from '#kernel/context.ts'
import type { Outcome } from '#core/providers/provider.ts'
import { decideStep, isQueryable, UNKNOWN_BY_POLL } from './evidence.ts'
import { type OperationKind, type OperationRow, resending } from './operation.ts'
import type { AnySettler } from './settler.ts'
import { settleOperation } from './settle.ts'
import { claimOperations, type DueOperation } from './store.ts'

export type Settlers = Readonly<Record<OperationKind, AnySettler>>

// Longer than a question to the provider takes; a worker that dies while asking delays it by this much.
const CLAIM_MS = 30_000

/** What the provider says about an operation right now; that it has no record says nothing. */
export async function queryOperation(
  { provider }: Pick<Services, 'provider'>,
  operation: OperationRow,
): Promise<Outcome> {
  const told = await provider.query(operation.operation_id)
  return told === 'never_seen' ? UNKNOWN_BY_POLL : polled(told)
}

/** A question without an answer says nothing about the operation. */
function polled(outcome: Outcome): Outcome {
  return outcome.result === 'unknown' ? UNKNOWN_BY_POLL : outcome
}

/** One batch of what is due, oldest first, of all merchants. */
export async function recoverOperations(
  services: Services,
  settlers: Settlers,
  limit: number,
): Promise<number> {
  const due = await claimOperations(services.db, CLAIM_MS, limit)
  await Promise.all(
    due.map(async (operation) => {
      try {
        await recover(services, settlers[operation.kind], operation)
      } catch (err) {
        // One that cannot be settled must not keep the others from it.
        const { operation_id, object_id } = operation
        services.log.error(
          { err, operation_id, object_id },
          'operations: recovery failed; it is tried again later',
        )
      }
    }),
  )
  return due.length
}

async function recover(
  services: Services,
  settler: AnySettler,
  { age_ms, ...operation }: DueOperation,
): Promise<void> {
  const { provider } = services
  const told = isQueryable(operation) ? await provider.query(operation.operation_id) : 'never_seen'
  const step = decideStep(operation, told, provider.certainty, age_ms)
  switch (step.do) {
    case 'settle':
      return settleOperation(services, settler, operation, polled(step.outcome))
    case 'resend':
      return resend(services, settler, operation)
    case 'revoke': {
      const outcome = await provider.revoke(operation.operation_id)
      return settleOperation(services, settler, operation, polled(outcome))
    }
    case 'review': {
      const { operation_id, object_id, kind } = operation
      services.log.error(
        { operation_id, object_id, kind, age_ms },
        'operations: no outcome within the horizon of the provider; ask them and resolve it',
      )
      return settleOperation(services, settler, operation, UNKNOWN_BY_POLL)
    }
    case 'wait':
      return settleOperation(services, settler, operation, UNKNOWN_BY_POLL)
  }
}

/** Recorded first: from then on no earlier sender can say that nothing was sent. */
async function resend(
  services: Services,
  settler: AnySettler,
  operation: OperationRow,
): Promise<void> {
  const { merchant_id, object_id } = operation
  const row: unknown = await settler.find(services.db, merchant_id, object_id)
  if (row === undefined || settler.resend === undefined) {
    throw new Error(`${operation.operation_id} cannot be sent again`)
  }
  // Refused when somebody has settled it meanwhile.
  if (!(await services.tryCommit(resending(operation)))) return
  const sent = { ...operation, sends: operation.sends + 1, version: operation.version + 1 }
  const outcome: Outcome = await settler.resend(services, row, sent)
  await settleOperation(services, settler, sent, outcome)
}
