import type { Context } from '../kernel/context.ts'
import { type DeliveryRow, makeDue } from './store.ts'

/**
 * Has an event sent again now, whatever became of it before; undefined when it was not relayed yet and
 * is about to be sent anyway. If it fails, the schedule goes on where it stood.
 */
export function sendAgain(
  { db, clock, merchant_id, now }: Pick<Context, 'db' | 'clock' | 'merchant_id' | 'now'>,
  event_id: string,
): Promise<DeliveryRow | undefined> {
  // The delivery lives in the merchant's own time, whoever looks for it in real time.
  return makeDue(db, { merchant_id, event_id }, now, clock.now())
}
