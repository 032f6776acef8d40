import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { takeIn } from './take_in.ts'

/** News from the provider, believed only with its signature. */
export async function receiveCallback(
  context: Context,
  provider: string,
  merchant_id: string,
): Promise<{ received: true }> {
  const { request } = context
  const told =
    request?.bytes && provider === context.provider.name
      ? context.provider.verifyCallback(request.bytes, request.headers)
      : undefined
  if (told === undefined) throw new Failure('AU_01', 'The signature of this callback is not valid.')
  await takeIn(context, merchant_id, told)
  return { received: true as const }
}
