import type { Context } from '#kernel/context.ts'
import { insertAttempts, type ListenerAttemptRow } from './store.ts'

/** Returns the number of attempts that were recorded now. */
export async function insertListenerAttempts(
  { db, clock, merchant_id, caller: { profile_ids } }: Context,
  listener: string,
  attempts: readonly ListenerAttemptRow[],
): Promise<number> {
  const of = { merchant_id, profile_ids, listener }
  return (await insertAttempts(db, of, attempts, clock.now())).length
}
