import type { Context } from '#kernel/context.ts'
import { type DeliveryRow, makeDue } from './store.ts'

/**
 * Has an event sent again now, whatever became of it before; undefined when it was not relayed yet and
 * is about to be sent anyway. If it fails, the schedule goes on where it stood.
 */
export function sendAgain(
  { db, clock, merchant_id }: Pick<Context, 'db' | 'clock' | 'merchant_id'>,
  event_id: string,
): Promise<DeliveryRow | undefined> {
  return makeDue(db, merchant_id, event_id, clock.now())
}
