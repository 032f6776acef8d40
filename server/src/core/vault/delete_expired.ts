import { addMs, HOUR_MS, MINUTE_MS } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { findDue } from '#kernel/sweeps.ts'
import { deleteSecrets, findExpired } from './store.ts'

const BATCH = 1_000
/** A request that read a secret just before its expiry deletes it in its own commit. */
const GRACE_MS = 5 * MINUTE_MS

const expiry = { table: 'vault', id: 'vault_id', column: 'expires_at' }

/** Deletes all merchants' expired secrets, each by its own clock, in batches. */
export async function deleteExpiredSecrets({ db, clock }: Services): Promise<void> {
  const before = addMs(clock.now(), -GRACE_MS)
  for (;;) {
    const expired = await findDue(db, expiry, before, BATCH)
    if (expired.length > 0) await deleteSecrets(db, expired)
    if (expired.length < BATCH) return
  }
}

/** The job runs every five minutes; later than this it does not run. */
const OVERDUE_MS = HOUR_MS

/** Secrets that expired more than an hour ago and were not deleted, up to a thousand. Normally none. */
export function overdueSecrets({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  return findExpired(db, addMs(clock.now(), -OVERDUE_MS), BATCH)
}
