import type { Context } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { findFiles } from './find.ts'
import type { FileRow } from './store.ts'

export async function getFile(context: Context, file_id: string): Promise<FileRow> {
  const row = (await findFiles(context, [file_id])).get(file_id)
  if (row === undefined) throw notFound('file', file_id)
  return row
}
