// Ends sessions, by their user or by an admin.
import { evict, remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { currentUser, normalEmail, type UserRow, readTeam } from '#resources/people/users/read.ts'
import type { NamedUser } from '#resources/people/users/schema.ts'
import { checkMayChange, holdUser, readMember } from '#resources/people/users/team.ts'
import { checkRecentSignIn } from './recent.ts'
import { deleteEnded, findSession, findUserSessions, sessions, type SessionRow } from './store.ts'
import type { EndedSession, EndedSessions } from './schema.ts'

/**
 * Another user's session does not exist for this one. Ending a session other than this one needs a recent sign-in.
 */
export async function endSession(context: Context, session_id: string): Promise<EndedSession> {
  if (session_id !== context.caller.session?.session_id) await checkRecentSignIn(context)
  return retryOnConflict(async () => {
    const row = await findSession(context.db, session_id)
    if (row === undefined || row.user_id !== context.caller.session?.user_id) {
      throw notFound('session', session_id)
    }
    await context.commit(remove(sessions, row))
    return { session_id, deleted: true as const }
  })
}

/** All but the one that asks. */
export async function endOtherSessions(context: Context): Promise<EndedSessions> {
  await checkRecentSignIn(context)
  const own = context.caller.session?.session_id
  return retryOnConflict(async () =>
    endAll(context, await currentUser(context), ({ session_id }) => session_id !== own),
  )
}

/** Sessions in which a team user works for this merchant. The role stays: the user can sign in again. */
export function endSessionsOfMember(
  context: Context,
  { email }: NamedUser,
): Promise<EndedSessions> {
  return retryOnConflict(async () => {
    const member = await readMember(context, await readTeam(context), normalEmail(email))
    await checkMayChange(context, member)
    return endAll(context, member.user, ({ merchant_id }) => merchant_id === context.merchant_id)
  })
}

/** All at once, whatever their version: one that is in use ends too. The user is held, so none begins meanwhile. */
async function endAll(
  context: Context,
  user: UserRow,
  isMeant: (row: SessionRow) => boolean,
): Promise<EndedSessions> {
  const ended = (await findUserSessions(context.db, user.user_id)).filter(isMeant)
  await context.commit(holdUser(user), ...ended.map((row) => evict(sessions, row)))
  return { deleted: ended.length }
}

const BATCH = 1_000

/** Those that have expired by themselves. */
export async function deleteEndedSessions({ db, clock }: Services): Promise<void> {
  while ((await deleteEnded(db, clock.now(), BATCH)) === BATCH);
}
