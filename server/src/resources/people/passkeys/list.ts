import type { Context } from '#kernel/context.ts'
import { currentUser } from '#resources/people/users/read.ts'
import { toApi } from './read.ts'
import type { Passkeys } from './schema.ts'
import { findUserPasskeys } from './store.ts'

export async function listPasskeys(context: Context): Promise<Passkeys> {
  const { user_id } = await currentUser(context)
  const rows = await findUserPasskeys(context.db, user_id)
  return { count: rows.length, data: rows.map(toApi) }
}
