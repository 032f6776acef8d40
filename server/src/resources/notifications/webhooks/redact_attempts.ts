import type { Context } from '#kernel/context.ts'
import { eraseResponses } from './deliveries_store.ts'

/** Erases receivers' responses; the attempts' times, statuses and errors stay. */
export async function redactAttempts(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_ids: readonly string[],
): Promise<void> {
  await eraseResponses(db, merchant_id, event_ids)
}
