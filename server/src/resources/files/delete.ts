import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import { eraseFile } from './erase.ts'
import { getFile } from './get.ts'
import type { DeletedFile } from './schema.ts'
import { type FileRow, files } from './store.ts'

/** From the commit on nobody sees the file; its bytes go at once, or with the next sweep. */
export async function deleteFile(context: Context, file_id: string): Promise<DeletedFile> {
  const removed = await retryOnConflict(async () => {
    const current = await getFile(context, file_id)
    const set = decideDelete(current, context.now)
    await context.commit(update(files, current, set))
    return { ...current, ...set, version: current.version + 1 }
  })
  await eraseFile(context, removed)
  return { file_id, deleted: true as const }
}

function decideDelete({ file_id, referenced_by }: FileRow, now: Date) {
  if (referenced_by.length > 0) {
    const message = `${file_id} is evidence of ${referenced_by.join(', ')}. Take it out of there first.`
    throw new Failure('IR_16', message, { details: { referenced_by } })
  }
  return { removed_at: now, expires_at: now }
}
