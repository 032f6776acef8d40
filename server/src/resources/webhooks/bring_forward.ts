import type { Context } from '#kernel/context.ts'
import { subtractFromDueTimes } from './deliveries_store.ts'

/**
 * Deliveries are due by the wall clock, because receivers live by it. When a merchant's sandbox clock is
 * advanced, its pending deliveries become due that much earlier.
 */
export async function bringDeliveriesForward(
  { db, clock, merchant_id }: Context,
  ms: number,
): Promise<void> {
  await subtractFromDueTimes(db, merchant_id, ms, clock.now())
}
