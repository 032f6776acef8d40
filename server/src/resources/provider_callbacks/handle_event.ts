import type { Services } from '#kernel/context.ts'
import { handleDisputeUpdate } from '#resources/disputes/handle_update.ts'
import { findOperation } from '#core/operations/read.ts'
import { settleOperation } from '#core/operations/settle.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'

/** An event of the provider, by callback or when polled; handled twice it changes nothing more. */
export async function handleProviderEvent(
  services: Services,
  merchant_id: string,
  event: ProviderEvent,
): Promise<void> {
  if (event.type === 'dispute') return handleDisputeUpdate(services, merchant_id, event.dispute)
  const operation = await findOperation(services.db, merchant_id, event.operation_id)
  if (operation) {
    return settleOperation(
      services,
      services.registry.settlers[operation.kind],
      operation,
      event.outcome,
    )
  }
  // It may be somebody else's; if it is ours and was lost, the doctor finds it in the provider's log.
  const { operation_id } = event
  services.log.error({ merchant_id, operation_id }, 'provider event for an unknown operation')
}
