import type { Services } from '#kernel/context.ts'
import { isFrom } from '#core/operations/evidence.ts'
import { findOperation } from '#core/operations/read.ts'
import { settleOperation } from '#core/operations/settle.ts'
import type { AccountKey } from '#core/providers/accounts.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'
import { handleDisputeUpdate } from '#resources/payments/disputes/handle_update.ts'

/** A provider event, from a callback or a poll; handled twice it changes nothing more. */
export async function handleProviderEvent(
  services: Services,
  account: AccountKey,
  event: ProviderEvent,
): Promise<void> {
  const { merchant_id, connector_id } = account
  if (event.type === 'dispute') return handleDisputeUpdate(services, account, event.dispute)
  const operation = await findOperation(services.db, merchant_id, event.operation_id)
  if (operation && isFrom(services, account, operation)) {
    return settleOperation(
      services,
      services.registry.settlers[operation.kind],
      operation,
      event.outcome,
    )
  }
  // It may belong to another system; if it is ours and was lost, the doctor finds it in the provider's log.
  const { operation_id } = event
  services.log.error(
    { merchant_id, connector_id, operation_id },
    'provider_callbacks: event for an unknown operation; it is ignored',
  )
}
