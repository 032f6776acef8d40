// The end of sessions, by their user or by an admin.
import { remove } from '#kernel/change.ts'
import { retryOnConflict } from '#kernel/commit.ts'
import type { Context, Services } from '#kernel/context.ts'
import { notFound } from '#errors.ts'
import { currentUser, normalEmail } from '#resources/users/read.ts'
import type { NamedUser } from '#resources/users/schema.ts'
import { checkMayChange, readMember, readTeam } from '#resources/users/team.ts'
import { checkRecentSignIn } from './recent.ts'
import { deleteEnded, findSession, findSessionsOf, sessions, type SessionRow } from './store.ts'
import type { EndedSession, EndedSessions } from './schema.ts'

/** A session of another user does not exist for this one. Ending another one than this needs a recent sign-in. */
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
  const { user_id } = await currentUser(context)
  await checkRecentSignIn(context)
  const open = await findSessionsOf(context.db, user_id)
  const own = context.caller.session?.session_id
  return endAll(
    context,
    open.filter(({ session_id }) => session_id !== own),
  )
}

/** The sessions in which a user of the team works for this merchant. The role stays: the user can sign in again. */
export async function endSessionsOfMember(
  context: Context,
  { email }: NamedUser,
): Promise<EndedSessions> {
  const member = await readMember(context, await readTeam(context), normalEmail(email))
  await checkMayChange(context, member)
  const open = await findSessionsOf(context.db, member.user.user_id)
  return endAll(
    context,
    open.filter(({ merchant_id }) => merchant_id === context.merchant_id),
  )
}

async function endAll(context: Context, rows: readonly SessionRow[]): Promise<EndedSessions> {
  for (const { session_id } of rows) {
    // Another request may have ended it meanwhile.
    const row = await findSession(context.db, session_id)
    if (row) await context.tryCommit(remove(sessions, row))
  }
  return { deleted: rows.length }
}

const BATCH = 1_000

/** Those that have expired by themselves. */
export async function deleteEndedSessions({ db, clock }: Services): Promise<void> {
  while ((await deleteEnded(db, clock.now(), BATCH)) === BATCH);
}
