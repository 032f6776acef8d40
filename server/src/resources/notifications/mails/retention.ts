import { addMs, DAY_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { deleteMailsBefore, deleteMailsToNobody } from './store.ts'

const RETENTION_MS = 30 * DAY_MS
const BATCH = 500

/** A mail has a person's address: it is deleted with the user, or when it is no longer needed. */
export async function deleteOldMails({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -RETENTION_MS)
  while ((await deleteMailsBefore(db, before, BATCH)) === BATCH);
  while ((await deleteMailsToNobody(db, BATCH)) === BATCH);
}
