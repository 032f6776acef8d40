import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { checkRecentSignIn } from '#resources/people/sessions/recent.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { readPasskey } from './read.ts'
import type { DeletedPasskey } from './schema.ts'
import { passkeys } from './store.ts'

export async function deletePasskey(context: Context, passkey_id: string): Promise<DeletedPasskey> {
  const { user_id } = await currentUser(context)
  await checkRecentSignIn(context)
  return retryOnConflict(async () => {
    const row = await readPasskey(context, user_id, passkey_id)
    await context.commit(remove(passkeys, row))
    return { passkey_id, deleted: true }
  })
}
