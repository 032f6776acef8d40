import type { Context } from '#kernel/context.ts'
import { checkSession, SECRET_HEADER, secretOwner } from '#http/client_access.ts'
import { readSubscription } from './read.ts'

/** A browser may read offers while it has a subscription's client_secret. */
export async function checkOfferSession(
  context: Context,
  { client_secret }: { client_secret?: string | undefined },
): Promise<void> {
  if (!context.caller.is_publishable) return
  const sent = client_secret ?? context.request?.headers[SECRET_HEADER.toLowerCase()]
  const id = secretOwner(typeof sent === 'string' ? sent : '')
  checkSession(context, 'subscription', await readSubscription(context, id))
}
