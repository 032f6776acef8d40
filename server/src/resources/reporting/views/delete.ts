import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { readOwnView } from './read.ts'
import type { DeletedView } from './schema.ts'
import { views } from './store.ts'

export function deleteView(context: Context, view_id: string): Promise<DeletedView> {
  return retryOnConflict(async () => {
    await context.commit(remove(views, await readOwnView(context, view_id)))
    return { view_id, deleted: true }
  })
}
