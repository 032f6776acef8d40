import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { leastId } from '#kernel/ids.ts'
import { forgetEvents, nextMerchant } from './store.ts'

export const KEPT_DAYS = 30
const BITE = 500

/** Events with their deliveries and attempts, thirty days after, merchant by merchant in small bites. */
export async function forgetOldEvents({ db, clock }: Services): Promise<void> {
  const before = leastId('evt', addMs(clock.now(), -KEPT_DAYS * DAY_MS))
  let merchant_id = await nextMerchant(db, '')
  while (merchant_id !== undefined) {
    while ((await forgetEvents(db, merchant_id, before, BITE)) === BITE);
    merchant_id = await nextMerchant(db, merchant_id)
  }
}
