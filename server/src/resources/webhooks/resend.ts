import type { Context } from '#kernel/context.ts'
import { type DeliveryRow, makeDue } from './deliveries_store.ts'

/**
 * Makes a delivery due now, whatever its status. Undefined when the event is not relayed yet: it is about to
 * be sent anyway. After a failure the retry schedule continues where it stopped.
 */
export function resendEvent(
  { db, clock, merchant_id }: Pick<Context, 'db' | 'clock' | 'merchant_id'>,
  event_id: string,
): Promise<DeliveryRow | undefined> {
  return makeDue(db, merchant_id, event_id, clock.now())
}
