import type { Context } from '#kernel/context.ts'
import { followClock } from './deliveries_store.ts'

/**
 * Deliveries are due by the wall clock, because receivers live by it. When a merchant's sandbox clock was advanced,
 * its retries are due that much earlier.
 */
export async function bringDeliveriesForward({
  db,
  clock,
  clocks,
  merchant_id,
}: Context): Promise<void> {
  await followClock(db, merchant_id, await clocks.ahead(merchant_id), clock.now())
}
