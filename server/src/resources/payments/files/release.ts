import { type Update, update } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { eraseFile } from './delete.ts'
import { findFiles } from './read.ts'
import { type FileRow, files, selectDisputeFiles } from './store.ts'

/**
 * Writes that remove an object's files, except those that another object refers to. `after` deletes the bytes; if
 * this process dies before, the sweep does.
 */
export async function releaseFiles(
  context: Context,
  by: string,
  named: readonly string[],
): Promise<{ writes: Update[]; after: () => Promise<unknown> }> {
  const found = await findFiles(context, named)
  const uploaded = await selectDisputeFiles(context.db, context.merchant_id, by)
  for (const row of uploaded) found.set(row.file_id, row)
  const rows = [...found.values()]
  const unused = rows.filter((row) => otherReferences(row, by).length === 0)
  const shared = rows.filter((row) => !unused.includes(row) && row.referenced_by.includes(by))
  // By the sweep's clock.
  const now = context.clock.now()
  const removed = { referenced_by: [], removed_at: now, expires_at: now }
  return {
    writes: [
      ...unused.map((row) => update(files, row, removed)),
      ...shared.map((row) => update(files, row, { referenced_by: otherReferences(row, by) })),
    ],
    after: () =>
      Promise.all(
        unused.map((row) => eraseFile(context, { ...row, ...removed, version: row.version + 1 })),
      ),
  }
}

function otherReferences({ referenced_by }: FileRow, by: string): string[] {
  return referenced_by.filter((id) => id !== by)
}
