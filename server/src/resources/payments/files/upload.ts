import { add, insert, update } from '#kernel/change.ts'
import { addMs, DAY_MS, HOUR_MS } from '#kernel/clock.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { Failure, notFound } from '#errors.ts'
import type { Upload } from '#http/upload.ts'
import { type File, MAX_BYTES_PER_DAY, UNREFERENCED_TTL_MS, type UploadFile } from './schema.ts'
import { toApi } from './read.ts'
import {
  type FileRow,
  files,
  findUploadDay,
  hasDispute,
  storageName,
  selectAnyFile,
  type UploadDayRow,
  uploadDay,
  uploadDays,
} from './store.ts'

// Longer than storing can take: an upload that is unfinished by then was interrupted by a crash.
const UNFINISHED_MS = HOUR_MS

/** The row is committed before the bytes are stored, so that bytes left behind by a crash are found by their row. */
export async function uploadFile(
  context: Context,
  input: UploadFile,
  upload: Upload,
): Promise<File> {
  const { dispute_id } = input
  if (dispute_id && !(await hasDispute(context.db, context.merchant_id, dispute_id))) {
    throw notFound('dispute', dispute_id)
  }
  const row = await announce(context, newFile(context, input, upload))
  // An earlier attempt at this request has stored it.
  if (row.stored_at !== null) return toApi(row)
  try {
    await context.storage.put(storageName(row), upload)
  } catch (cause) {
    // The row is not visible without bytes, so there is nothing to retrieve.
    const message = 'The file could not be stored. Upload it again.'
    throw Object.assign(new Failure('HE_00', message), { cause })
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

/** Bytes are counted when a file is accepted, so that deleting files does not make room for more. */
async function announce(context: Context, row: FileRow): Promise<FileRow> {
  const { merchant_id, file_id, file_size } = row
  const today = await uploadsToday(context)
  if (today.bytes + file_size > today.most) throw tooMuch(context.clock.now())
  const counted = add(uploadDays, today, 'bytes', file_size, 'most')
  if (await context.tryCommit(insert(files, row), counted)) return row
  // The id exists only if an earlier attempt at this request inserted it; otherwise the day was full.
  if (await selectAnyFile(context.db, merchant_id, file_id)) return current(context, row)
  throw tooMuch(context.clock.now())
}

/** By the server's clock: a merchant can move its own in the sandbox. */
async function uploadsToday({ db, clock, tryCommit, merchant_id }: Context): Promise<UploadDayRow> {
  const day = uploadDay(clock.now())
  const known = await findUploadDay(db, merchant_id, day)
  if (known !== undefined) return known
  const first = { merchant_id, day, bytes: 0, most: MAX_BYTES_PER_DAY, version: 1 }
  await tryCommit(insert(uploadDays, first))
  return first
}

function tooMuch(now: Date): Failure {
  const message = `Uploads are limited to ${MAX_BYTES_PER_DAY} bytes a day. Try again after midnight UTC.`
  const wait_s = Math.ceil((DAY_MS - (now.getTime() % DAY_MS)) / 1000)
  return new Failure('RL_01', message, { headers: { 'Retry-After': String(wait_s) } })
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
  // The sweep has removed the row meanwhile: without it the bytes would be orphaned.
  await context.storage.delete(storageName(announced))
  throw new Error(`${file_id} was removed before its upload finished`)
}
