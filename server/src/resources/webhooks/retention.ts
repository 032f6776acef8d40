import { addMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { leastId } from '#kernel/ids.ts'
import { deleteEventsBefore, nextMerchantWithEvents } from './retention_store.ts'

export const RETENTION_DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const BATCH = 500

/** Deletes events older than 30 days with their deliveries and attempts, merchant by merchant in batches. */
export async function deleteOldEvents({ db, clock }: Services): Promise<void> {
  const before = leastId('evt', addMs(clock.now(), -RETENTION_DAYS * DAY_MS))
  let merchant_id = await nextMerchantWithEvents(db, '')
  while (merchant_id !== undefined) {
    while ((await deleteEventsBefore(db, merchant_id, before, BATCH)) === BATCH);
    merchant_id = await nextMerchantWithEvents(db, merchant_id)
  }
}
