import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { project } from '#http/fields.ts'
import { File } from './schema.ts'
import { type FileRow, selectFiles } from './store.ts'

export type { FileRow }

export function toApi(row: FileRow): File {
  return project(File, row)
}

/** The existing files among these, by id. */
export async function findFiles(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  file_ids: readonly string[],
): Promise<Map<string, FileRow>> {
  const rows = await selectFiles(context.db, context.merchant_id, file_ids, context.now)
  return new Map(rows.map((row) => [row.file_id, row]))
}

export async function readFile(context: Context, file_id: string): Promise<FileRow> {
  const row = (await findFiles(context, [file_id])).get(file_id)
  if (row === undefined) throw notFound('file', file_id)
  return row
}

export async function getFile(context: Context, file_id: string): Promise<File> {
  return toApi(await readFile(context, file_id))
}
