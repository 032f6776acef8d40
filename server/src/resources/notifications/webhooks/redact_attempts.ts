import type { Context } from '#kernel/context.ts'
import { dropInFlight, eraseListenerResponses, eraseResponses } from './deliveries_store.ts'

/** Erases receivers' responses; the attempts' times, statuses and errors stay. */
export async function redactAttempts(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_ids: readonly string[],
): Promise<void> {
  // A response that is on its way would be recorded after this.
  await dropInFlight(db, merchant_id, event_ids)
  await eraseResponses(db, merchant_id, event_ids)
  await eraseListenerResponses(db, merchant_id, event_ids)
}
