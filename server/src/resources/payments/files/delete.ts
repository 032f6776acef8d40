import { update, remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { readFile } from './read.ts'
import type { DeletedFile } from './schema.ts'
import {
  claimExpiredFiles,
  uploadDay,
  deleteUploadDays,
  type FileRow,
  files,
  storageName,
} from './store.ts'
import { addMs, DAY_MS, MINUTE_MS } from '#kernel/clock.ts'

/** The commit hides the file; its bytes are deleted now, or by the next sweep. */
export async function deleteFile(context: Context, file_id: string): Promise<DeletedFile> {
  const removed = await retryOnConflict(async () => {
    const current = await readFile(context, file_id)
    const set = decideDelete(current, context.now)
    await context.commit(update(files, current, set))
    return { ...current, ...set, version: current.version + 1 }
  })
  await eraseFile(context, removed)
  return { file_id, deleted: true as const }
}

function decideDelete({ file_id, referenced_by }: FileRow, now: Date) {
  if (referenced_by.length > 0) {
    const message = `${file_id} is evidence of ${referenced_by.join(', ')}. Remove it from the evidence first.`
    throw new Failure('IR_16', message, { details: { referenced_by } })
  }
  return { removed_at: now, expires_at: now }
}

/** Deletes a removed file's bytes, then its row. After a failure the row's `expires_at` starts a retry. */
export async function eraseFile(services: Services, row: FileRow): Promise<void> {
  const { merchant_id, file_id } = row
  try {
    await services.storage.delete(storageName(row))
    // Refused when another process erases it too.
    await services.tryCommit(remove(files, row))
  } catch (error) {
    services.log.warn(
      { merchant_id, file_id, err: error },
      'files: the bytes of a removed file could not be deleted; the sweep retries',
    )
  }
}

// Longer than it takes to erase a batch; a crash delays the batch by this much.
const CLAIMED_MS = 10 * MINUTE_MS

const UPLOAD_DAYS_MS = 7 * DAY_MS

/**
 * Deletes unreferenced files, unfinished uploads and removals that did not finish. Returns how many it claimed; fewer
 * than `limit` means that none is left.
 */
export async function removeExpiredFiles(services: Services, limit: number): Promise<number> {
  const now = services.clock.now()
  const due = await claimExpiredFiles(services.db, now, addMs(now, CLAIMED_MS), limit)
  await Promise.all(due.map((row) => eraseFile(services, row)))
  await deleteUploadDays(services.db, uploadDay(addMs(now, -UPLOAD_DAYS_MS)))
  return due.length
}
