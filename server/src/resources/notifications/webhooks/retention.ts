import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { leastId } from '#kernel/ids.ts'
import { RETENTION_DAYS } from '#core/outbox/event.ts'
import { deleteEventsBefore, nextMerchantWithEvents } from './retention_store.ts'

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
