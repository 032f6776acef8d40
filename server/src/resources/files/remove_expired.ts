import { addMs } from '#kernel/clock.ts'
import type { Services } from '#kernel/context.ts'
import { eraseFile } from './erase.ts'
import { claimExpiredFiles } from './store.ts'

// Longer than erasing a batch takes; whoever dies while at it delays it by this much.
const CLAIMED_MS = 10 * 60 * 1000

/**
 * Removes files that nothing names any more, uploads that never became whole, and what was left of a
 * removal that did not finish. Returns how many it took up; fewer than `limit` means that it is done.
 */
export async function removeExpiredFiles(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  const due = await claimExpiredFiles(services.db, now, addMs(now, CLAIMED_MS), limit)
  await Promise.all(due.map((row) => eraseFile(services, row)))
  return due.length
}
