// Recovery polls the provider about operations without a final outcome. Any worker may recover any operation; the
// database gives each one to one worker at a time, and decides by its own clock which are due.
import type { Services } from '#kernel/context.ts'
import { tracing } from '#kernel/trace.ts'
import { findProvider } from '#core/providers/accounts.ts'
import type { Outcome, Provider, QueryOutcome } from '#core/providers/provider.ts'
import { decideStep, isQueryable, UNKNOWN_BY_POLL } from './evidence.ts'
import type { OperationKind } from '#core/providers/certainty.ts'
import { type OperationRow, resending } from './operation.ts'
import { measured } from './perform.ts'
import type { AnySettler } from './settler.ts'
import { settleOperation } from './settle.ts'
import { claimOperations, claimMerchantOperations, type DueOperation } from './store.ts'

export type Settlers = Readonly<Record<OperationKind, AnySettler>>

// Longer than a query's timeout. If a worker dies meanwhile, the operation is delayed by this much.
const CLAIM_MS = 30_000

/** Queries the provider; "never seen" is not evidence. */
export async function queryOperation(
  services: Pick<Services, 'provider' | 'accounts' | 'provider_calls'>,
  operation: OperationRow,
): Promise<Outcome> {
  const reported = await query(services, await findProvider(services, operation), operation)
  return reported === 'never_seen' ? UNKNOWN_BY_POLL : polled(reported)
}

function query(
  services: Pick<Services, 'provider_calls'>,
  provider: Provider,
  operation: OperationRow,
): Promise<QueryOutcome> {
  return measured(services, 'query', operation, () => provider.query(operation))
}

/** The customer's return, as it was recorded; made again after a lost answer. */
export async function continueOperation(
  services: Pick<Services, 'provider_calls'>,
  provider: Provider,
  operation: OperationRow,
): Promise<Outcome> {
  const outcome = await measured(services, 'continue', operation, async () => {
    const { continued } = operation
    return (continued && (await provider.continue?.(operation, continued))) ?? UNKNOWN_BY_POLL
  })
  return outcome.result === 'not_sent' ? UNKNOWN_BY_POLL : polled(outcome)
}

/** A query without an answer is not evidence about the operation. */
function polled(outcome: Outcome): Outcome {
  return outcome.result === 'unknown' ? UNKNOWN_BY_POLL : outcome
}

/** One batch of due operations from all merchants, oldest first. */
export async function recoverOperations(
  services: Services,
  settlers: Settlers,
  limit: number,
): Promise<number> {
  const due = await claimOperations(services.db, CLAIM_MS, limit)
  await recoverEach(services, settlers, due)
  return due.length
}

/**
 * One batch of a merchant's unanswered operations, whenever they are to be polled; returns their ids. `except` were
 * recovered just now.
 */
export async function recoverMerchantOperations(
  services: Services,
  settlers: Settlers,
  merchant_id: string,
  except: readonly string[],
  limit: number,
): Promise<string[]> {
  const due = await claimMerchantOperations(services.db, merchant_id, except, CLAIM_MS, limit)
  await recoverEach(services, settlers, due)
  return due.map(({ operation_id }) => operation_id)
}

async function recoverEach(
  services: Services,
  settlers: Settlers,
  due: readonly DueOperation[],
): Promise<void> {
  await Promise.all(
    due.map(async (operation) => {
      try {
        const { merchant_id, operation_id, object_id } = operation
        const ids = {
          'florin.merchant_id': merchant_id,
          'florin.operation_id': operation_id,
          'florin.object_id': object_id,
        }
        const work = () => recover(services, settlers[operation.kind], operation)
        await (tracing?.trace(`recover ${operation.kind}`, ids, work) ?? work())
      } catch (err) {
        // A failed operation must not stop the others.
        const { operation_id, object_id } = operation
        services.log.error(
          { err, operation_id, object_id },
          'operations: recovery failed; it is retried after the claim expires',
        )
      }
    }),
  )
}

async function recover(
  services: Services,
  settler: AnySettler,
  { age_ms, ...operation }: DueOperation,
): Promise<void> {
  const provider = await findProvider(services, operation)
  const { operation_id, object_id, kind } = operation
  if (operation.continued !== null && operation.status === 'challenge') {
    const outcome = await continueOperation(services, provider, operation)
    if (outcome.result !== 'unknown') return settleOperation(services, settler, operation, outcome)
  }
  const reported = isQueryable(operation, provider.certainty)
    ? await query(services, provider, operation)
    : 'never_seen'
  const step = decideStep(operation, reported, provider.certainty, age_ms)
  switch (step.do) {
    case 'settle':
      return settleOperation(services, settler, operation, polled(step.outcome))
    case 'resend':
      return resend(services, settler, provider, operation)
    case 'revoke': {
      const outcome = await measured(services, 'revoke', operation, () =>
        provider.revoke(operation),
      )
      return settleOperation(services, settler, operation, polled(outcome))
    }
    case 'review':
      services.log.error(
        { merchant_id: operation.merchant_id, operation_id, object_id, kind, age_ms },
        'operations: no outcome within the horizon; ask the provider, then run florin-server operations resolve',
      )
      return settleOperation(services, settler, operation, UNKNOWN_BY_POLL)
    case 'wait':
      return settleOperation(services, settler, operation, UNKNOWN_BY_POLL)
  }
}

/** Recorded first, so that an earlier sender can no longer report `not_sent`. */
async function resend(
  services: Services,
  settler: AnySettler,
  provider: Provider,
  operation: OperationRow,
): Promise<void> {
  const { merchant_id, object_id } = operation
  const row: unknown = await settler.find(services.db, merchant_id, object_id)
  const sendAgain = settler.resend?.bind(settler)
  if (row === undefined || sendAgain === undefined) {
    throw new Error(`${operation.operation_id} cannot be sent again`)
  }
  // Refused if it was settled meanwhile.
  if (!(await services.tryCommit(resending(operation)))) return
  const sent = { ...operation, sends: operation.sends + 1, version: operation.version + 1 }
  const outcome = await measured(services, operation.kind, operation, () =>
    sendAgain(services, provider, row, sent),
  )
  await settleOperation(services, settler, sent, outcome)
}
