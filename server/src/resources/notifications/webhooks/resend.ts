import type { Context } from '#kernel/context.ts'
import { type DeliveryRow, makeDue } from './deliveries_store.ts'

/**
 * Makes a delivery due now, whatever its status. Undefined when the event is not relayed yet: it is about to
 * be sent anyway. After a failure the retry schedule continues where it stopped.
 */
export async function resendEvent(
  { db, clock, clocks, merchant_id }: Pick<Context, 'db' | 'clock' | 'clocks' | 'merchant_id'>,
  event_id: string,
): Promise<DeliveryRow | undefined> {
  return makeDue(db, merchant_id, event_id, clock.now(), await clocks.ahead(merchant_id))
}
