import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { invalidToken } from '#resources/sessions/links.ts'
import { endSessions } from '#resources/sessions/password.ts'
import type { EndedSessions } from '#resources/sessions/schema.ts'
import { userById } from '#resources/users/access.ts'
import type { UserRow } from '#resources/users/read.ts'
import { holdUser } from '#resources/users/team.ts'
import { userToSignOut } from '#resources/users/tokens.ts'
import type { EndSessionsLink, ReadLink } from './schema.ts'

/** Needs no sign-in: whoever has the mail may take access away, and gets none. */
export function endSessionsByLink(context: Context, { token }: ReadLink): Promise<EndedSessions> {
  return retryOnConflict(async () => {
    const user = await userOf(context, token)
    const ended = await endSessions(context, user.user_id)
    await context.commit(holdUser(user), ...ended)
    return { deleted: ended.length }
  })
}

export async function readEndSessionsLink(
  context: Context,
  { token }: ReadLink,
): Promise<EndSessionsLink> {
  const { email } = await userOf(context, token)
  return { email }
}

async function userOf({ db, clock, keyring }: Context, token: string): Promise<UserRow> {
  const user_id = userToSignOut(keyring, token, clock.now())
  const user = user_id === undefined ? undefined : await userById(db, user_id)
  if (user === undefined) throw invalidToken()
  return user
}
