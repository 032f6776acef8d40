import type { Context } from '#kernel/context.ts'
import { bringForward } from './store.ts'

/**
 * Deliveries wait by the wall clock, as their receivers do. When a merchant's own clock is moved, what
 * waits comes as much earlier.
 */
export async function passTime({ db, clock, merchant_id }: Context, ms: number): Promise<void> {
  await bringForward(db, merchant_id, ms, clock.now())
}
