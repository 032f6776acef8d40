import { addMs, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findDue } from '#kernel/due.ts'
import { countExpired, deleteSecrets } from './store.ts'

const BATCH = 1_000
/** A request that read a secret just before its expiry still removes it itself, in its own commit. */
const GRACE_MS = 5 * MINUTE_MS

const expiry = { table: 'vault', id: 'vault_id', column: 'expires_at' }

/** Of all merchants, each by its own clock, in bounded batches, until none is left. */
export async function deleteExpiredSecrets({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -GRACE_MS)
  for (;;) {
    const expired = await findDue(db, expiry, before, BATCH)
    if (expired.length > 0) await deleteSecrets(db, expired)
    if (expired.length < BATCH) return
  }
}

const OVERDUE_MS = HOUR_MS

/** How many secrets should have been deleted an hour ago; counts to 10,000 at most. Zero when all is well. */
export function countOverdueSecrets({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return countExpired(db, addMs(clock.now(), -OVERDUE_MS))
}
