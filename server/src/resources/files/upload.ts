import { insert, update } from '#kernel/change.ts'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { Upload } from '#http/upload.ts'
import { type File, RETENTION_MS, type UploadFile } from './schema.ts'
import { type FileRow, files, nameOf, selectAnyFile } from './store.ts'

// Longer than storing can take: what is not whole by then was left by a crash.
const UNFINISHED_MS = HOUR_MS

/**
 * The row comes first and the bytes second, so that bytes which a crash leaves behind are found by their
 * row; then the row says that they are there.
 */
export async function uploadFile(
  context: Context,
  input: UploadFile,
  upload: Upload,
): Promise<File> {
  const row = await announce(context, newFile(context, input, upload))
  // An earlier try of this very request got so far.
  if (row.stored_at !== null) return row
  try {
    await context.storage.put(nameOf(row), upload)
  } catch (cause) {
    // Nobody sees a row without its bytes, so nothing was changed for the caller.
    throw Object.assign(new Failure('HE_00'), { cause })
  }
  return retryOnConflict(() => finish(context, row))
}

function newFile(context: Context, input: UploadFile, upload: Upload): FileRow {
  const { merchant_id, now } = context
  return {
    merchant_id,
    file_id: context.id('file'),
    file_name: upload.file_name,
    file_size: upload.size,
    file_type: upload.type,
    purpose: input.purpose,
    dispute_id: input.dispute_id ?? null,
    referenced_by: [],
    created: now,
    stored_at: null,
    removed_at: null,
    expires_at: addMs(now, UNFINISHED_MS),
    version: 1,
  }
}

async function announce(context: Context, row: FileRow): Promise<FileRow> {
  // An id of ours is taken only by an earlier attempt of this very request.
  return (await context.tryCommit(insert(files, row))) ? row : current(context, row)
}

async function finish(context: Context, announced: FileRow): Promise<File> {
  const row = await current(context, announced)
  if (row.stored_at !== null) return row
  const set = { stored_at: context.now, expires_at: addMs(row.created, RETENTION_MS) }
  await context.commit(update(files, row, set))
  return { ...row, ...set }
}

async function current(context: Context, announced: FileRow): Promise<FileRow> {
  const { merchant_id, file_id } = announced
  const row = await selectAnyFile(context.db, merchant_id, file_id)
  if (row !== undefined && row.removed_at === null) return row
  // We were asleep for so long that it was cleared away: without a row nobody would find the bytes.
  await context.storage.delete(nameOf(announced))
  throw new Error(`${file_id} was removed before it was whole`)
}
