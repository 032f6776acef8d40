import { buffer } from 'node:stream/consumers'
import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import type { Storage } from '#core/storage/storage.ts'
import { project } from '#http/fields.ts'
import { File } from './schema.ts'
import { type FileRow, selectFiles, storageName } from './store.ts'

export type { FileRow }

export function toApi(row: FileRow): File {
  return project(File, row)
}

/** The existing files among these, by id. */
export async function findFiles(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  file_ids: readonly string[],
): Promise<Map<string, FileRow>> {
  if (file_ids.length === 0) return new Map()
  const rows = await selectFiles(context.db, context.merchant_id, file_ids, context.now)
  return new Map(rows.map((row) => [row.file_id, row]))
}

export async function readFile(context: Context, file_id: string): Promise<FileRow> {
  const row = (await findFiles(context, [file_id])).get(file_id)
  if (row === undefined) throw notFound('file', file_id)
  return row
}

/** The whole file: the largest that can be uploaded fits into memory. */
export async function readBytes(storage: Storage, row: FileRow): Promise<Buffer> {
  return buffer(await storage.get(storageName(row)))
}

export async function getFile(context: Context, file_id: string): Promise<File> {
  return toApi(await readFile(context, file_id))
}
