import type { Context } from '#kernel/context.ts'
import { type DeliveryRow, findDeliveries } from './store.ts'

/** What became of these events, by their ids; one that was not relayed yet is not among them. */
export async function deliveriesOf(
  { db, merchant_id }: Pick<Context, 'db' | 'merchant_id'>,
  event_ids: readonly string[],
): Promise<ReadonlyMap<string, DeliveryRow>> {
  const rows = event_ids.length === 0 ? [] : await findDeliveries(db, merchant_id, event_ids)
  return new Map(rows.map((row) => [row.event_id, row]))
}
