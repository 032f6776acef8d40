import { type Evict, evict } from '#kernel/change.ts'
import type { Context } from '#kernel/context.ts'
import { findUserPasskeys, passkeys } from './store.ts'

/** For a user whose devices are lost: the one who finds them must not sign in. */
export async function deleteAllPasskeys(
  { db }: Pick<Context, 'db'>,
  user_id: string,
): Promise<Evict[]> {
  return (await findUserPasskeys(db, user_id)).map((row) => evict(passkeys, row))
}
