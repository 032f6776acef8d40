import { update } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { readPasskey, toApi } from './read.ts'
import type { Passkey, RenamePasskey } from './schema.ts'
import { passkeys } from './store.ts'

export async function renamePasskey(
  context: Context,
  passkey_id: string,
  { name }: RenamePasskey,
): Promise<Passkey> {
  const { user_id } = await currentUser(context)
  return retryOnConflict(async () => {
    const row = await readPasskey(context, user_id, passkey_id)
    await context.commit(update(passkeys, row, { name }))
    return toApi({ ...row, name })
  })
}
