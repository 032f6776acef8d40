import type { Context } from '#kernel/context.ts'
import { readRequested, show } from './read.ts'
import type { Subscription } from './schema.ts'

export async function getSubscription(
  context: Context,
  subscription_id: string,
): Promise<Subscription> {
  return show(context, await readRequested(context, subscription_id))
}
