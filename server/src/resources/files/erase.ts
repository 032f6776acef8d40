import { remove } from '#kernel/change.ts'
import type { Services } from '#kernel/context.ts'
import { type FileRow, files, nameOf } from './store.ts'

/**
 * For a file that nobody sees any more: the bytes go, and then the row that still knew of them. What
 * fails is logged and comes up again: the row says when.
 */
export async function eraseFile(services: Services, row: FileRow): Promise<void> {
  const { merchant_id, file_id } = row
  try {
    await services.storage.delete(nameOf(row))
    // Refused when somebody else has erased it, or is about to.
    await services.tryCommit(remove(files, row))
  } catch (error) {
    services.log.warn({ merchant_id, file_id, err: error }, 'a removed file is not erased yet')
  }
}
