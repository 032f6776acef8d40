import type { Context } from '#kernel/context.ts'
import { type FileRow, selectFiles } from './store.ts'

export type { FileRow }

/** Those of these files that there are, by their ids. */
export async function findFiles(
  context: Pick<Context, 'db' | 'merchant_id' | 'now'>,
  file_ids: readonly string[],
): Promise<Map<string, FileRow>> {
  const rows = await selectFiles(context.db, context.merchant_id, file_ids, context.now)
  return new Map(rows.map((row) => [row.file_id, row]))
}
