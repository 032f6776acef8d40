import type { Context } from '#kernel/context.ts'
import { Download } from '#http/download.ts'
import { readFile } from './read.ts'
import { storageName } from './store.ts'

export async function downloadFile(context: Context, file_id: string): Promise<Download> {
  const row = await readFile(context, file_id)
  const bytes = await context.storage.get(storageName(row))
  return new Download({
    bytes,
    type: row.file_type,
    size: row.file_size,
    file_name: row.file_name,
  })
}
