import type { Context, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { handleDisputeUpdate } from '#resources/payments/disputes/handle_update.ts'
import { findOperation } from '#core/operations/read.ts'
import { settleOperation } from '#core/operations/settle.ts'
import type { ProviderEvent } from '#core/providers/provider.ts'

/** Handles a provider event if its signature is valid and covers the merchant in the URL. */
export async function receiveCallback(
  context: Context,
  provider: string,
  merchant_id: string,
): Promise<{ received: true }> {
  const { request } = context
  const event =
    request?.bytes && provider === context.provider.name
      ? context.provider.verifyCallback(request.bytes, request.headers)
      : undefined
  if (event === undefined) throw new Failure('AU_01', INVALID)
  if (event.merchant_id !== merchant_id) throw new Failure('AU_01', FOREIGN)
  await handleProviderEvent(context, merchant_id, event)
  return { received: true as const }
}

const INVALID = 'The signature of this callback is not valid, or is too old.'
const FOREIGN = 'This callback is about another merchant than its URL.'

/** A provider event, from a callback or a poll; handled twice it changes nothing more. */
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
  // It may belong to another system; if it is ours and was lost, the doctor finds it in the provider's log.
  const { operation_id } = event
  services.log.error(
    { merchant_id, operation_id },
    'provider_callbacks: event for an unknown operation; it is ignored',
  )
}
