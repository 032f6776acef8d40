import { insert, update } from '#kernel/change.ts'
import { addMs, HOUR_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure } from '#errors.ts'
import type { Upload } from '#http/upload.ts'
import { type File, UNREFERENCED_TTL_MS, type UploadFile } from './schema.ts'
import { toApi } from './read.ts'
import { type FileRow, files, nameOf, selectAnyFile } from './store.ts'

// Longer than storing can take: an upload that is unfinished by then was interrupted by a crash.
const UNFINISHED_MS = HOUR_MS

/** The row is committed before the bytes are stored, so that bytes left behind by a crash are found by their row. */
export async function uploadFile(
  context: Context,
  input: UploadFile,
  upload: Upload,
): Promise<File> {
  const row = await announce(context, newFile(context, input, upload))
  // An earlier attempt of this request has stored it.
  if (row.stored_at !== null) return toApi(row)
  try {
    await context.storage.put(nameOf(row), upload)
  } catch (cause) {
    // A row without bytes is invisible, so nothing has changed for the caller.
    throw Object.assign(new Failure('HE_00'), { cause })
  }
  return toApi(await retryOnConflict(() => finish(context, row)))
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
  // The id exists only if an earlier attempt of this request inserted it.
  return (await context.tryCommit(insert(files, row))) ? row : current(context, row)
}

async function finish(context: Context, announced: FileRow): Promise<FileRow> {
  const row = await current(context, announced)
  if (row.stored_at !== null) return row
  const set = { stored_at: context.now, expires_at: addMs(row.created, UNREFERENCED_TTL_MS) }
  await context.commit(update(files, row, set))
  return { ...row, ...set }
}

async function current(context: Context, announced: FileRow): Promise<FileRow> {
  const { merchant_id, file_id } = announced
  const row = await selectAnyFile(context.db, merchant_id, file_id)
  if (row !== undefined && row.removed_at === null) return row
  // The sweep has removed the row meanwhile: without it nobody would find the bytes.
  await context.storage.delete(nameOf(announced))
  throw new Error(`${file_id} was removed before its upload finished`)
}
