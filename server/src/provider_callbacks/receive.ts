import type { Context } from '../kernel/context.ts'
import { Failure } from '../errors.ts'
import { findOperation } from '../operations/find.ts'
import { settleNews } from './settlers.ts'

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
  // A dispute is nobody's here yet; the provider keeps its news for who asks.
  if (told.type !== 'operation') return { received: true as const }
  const operation = await findOperation(context.db, merchant_id, told.operation_id)
  // What we never asked for is not an error of the provider's: it need not tell us again.
  if (operation) await settleNews(context, operation, told.outcome)
  return { received: true as const }
}
