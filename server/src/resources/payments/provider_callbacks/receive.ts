import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { type AccountKey, findProvider } from '#core/providers/accounts.ts'
import type { Callback } from '#core/providers/provider.ts'
import { Page } from '#http/download.ts'
import { handleOrPark } from './parked.ts'

/** Handles the events of the deployment's own provider. */
export async function receiveCallback(
  context: Context,
  provider: string,
  merchant_id: string,
): Promise<{ received: true }> {
  await receive(context, provider, { merchant_id, connector_id: null })
  return { received: true as const }
}

/** Handles the events of a merchant's account, and answers as its provider expects. */
export async function receiveAccountCallback(
  context: Context,
  provider: string,
  account: AccountKey,
): Promise<Page> {
  const { answer } = await receive(context, provider, account)
  return answer === null
    ? new Page('{"received":true}', { 'content-type': 'application/json' })
    : new Page(answer, { 'content-type': 'text/plain' })
}

/** The signature must be valid and cover the merchant in the URL. */
async function receive(context: Context, name: string, account: AccountKey): Promise<Callback> {
  const { request } = context
  const provider = await findProvider(context, account)
  const callback =
    request?.bytes && name === provider.name
      ? provider.verifyCallback(request.bytes, request.headers)
      : undefined
  if (callback === undefined) throw new Failure('AU_01', INVALID)
  const isOwn = callback.events.every((event) => event.merchant_id === account.merchant_id)
  if (!isOwn) throw new Failure('AU_01', FOREIGN)
  // An event that cannot be handled does not hold up the others: a provider would send them all again, in order.
  for (const event of callback.events) await handleOrPark(context, account, event)
  return callback
}

const INVALID = 'The signature of this callback is not valid, or is too old.'
const FOREIGN = 'This callback is about another merchant than its URL.'
