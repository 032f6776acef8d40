import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { currentUser } from './read.ts'
import { users } from './store.ts'

/** Changes the name of the user who has signed in. */
export function renameUser(context: Context, name: string): Promise<void> {
  return retryOnConflict(async () => {
    const user = await currentUser(context)
    await context.commit(update(users, user, { name, modified_at: context.clock.now() }))
  })
}
