import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { handleProviderEvent } from './handle_event.ts'

/** An event of the provider, believed only with its signature. */
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
  if (event === undefined)
    throw new Failure('AU_01', 'The signature of this callback is not valid.')
  await handleProviderEvent(context, merchant_id, event)
  return { received: true as const }
}
