import { retryOnConflict } from '#kernel/commit.ts'
import type { Context } from '#kernel/context.ts'
import { invalidToken } from '#resources/people/sessions/links.ts'
import { endSessions } from '#resources/people/sessions/password.ts'
import type { EndedSessions } from '#resources/people/sessions/schema.ts'
import { userById } from '#resources/people/users/access.ts'
import type { UserRow } from '#resources/people/users/read.ts'
import { holdUser } from '#resources/people/users/team.ts'
import { userToSignOut } from '#resources/people/users/tokens.ts'
import type { EndSessionsLink, ReadLink } from './schema.ts'

/** Needs no sign-in: anyone with the mail may take access away, and gets none. */
export function endSessionsByLink(context: Context, { token }: ReadLink): Promise<EndedSessions> {
  return retryOnConflict(async () => {
    const user = await readTokenUser(context, token)
    const ended = await endSessions(context, user.user_id)
    await context.commit(holdUser(user), ...ended)
    return { deleted: ended.length }
  })
}

export async function readEndSessionsLink(
  context: Context,
  { token }: ReadLink,
): Promise<EndSessionsLink> {
  const { email } = await readTokenUser(context, token)
  return { email }
}

async function readTokenUser({ db, clock, keyring }: Context, token: string): Promise<UserRow> {
  const user_id = userToSignOut(keyring, token, clock.now())
  const user = user_id === undefined ? undefined : await userById(db, user_id)
  if (user === undefined) throw invalidToken()
  return user
}
